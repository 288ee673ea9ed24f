import { MINUTE_MS } from '../../durations.ts';
import { roundHash } from '../../brackets/match-rounds.ts';
import type { Act } from './acts.ts';
import type { Gap, NewResult } from './feed-record.ts';
import { groupBy, pendingOf, sameText, splitPending } from './pending.ts';
import type { FeedReading, PlanInput } from './plan-input.ts';

/** What fits a phone without much scrolling. */
const RESULTS_A_POST = 25;

/** After a longer time without a reading that the bot did not choose, results come as a digest that says so. */
const GAP_MS = 2 * MINUTE_MS;

/** The time without a reading before this one, if it was long. */
export function gapOf({
  elapsed,
  feed,
  reading,
}: Pick<PlanInput, 'elapsed' | 'feed' | 'reading'>): Gap | undefined {
  if (feed.overAt !== undefined || elapsed.ms - (reading.restMs ?? 0) <= GAP_MS) return undefined;
  return { from: reading.bracketAt - elapsed.ms, to: reading.bracketAt };
}

/** Results by message: as many in each as it may list. */
function inPosts(results: readonly NewResult[]): NewResult[][] {
  const posts: NewResult[][] = [];
  for (let at = 0; at < results.length; at += RESULTS_A_POST)
    posts.push(results.slice(at, at + RESULTS_A_POST));
  return posts;
}

/** Hashes of the rounds, by the keys of their matches. */
export function roundHashes({ bracket, matches }: FeedReading): ReadonlyMap<string, string> {
  const hashes = new Map(
    (bracket?.rounds ?? []).flatMap((round, at) => {
      const hash = roundHash(round, at);
      return round.matches.map((match) => [match, hash] as const);
    }),
  );
  return new Map(matches.map(({ key, match }) => [key, hashes.get(match) ?? '']));
}

/**
 * The messages for new results: `added` ones, and by message id, those that are added to the message of their round. Pending
 * messages come first, unchanged.
 */
export function newPosts(
  open: readonly NewResult[],
  input: Pick<PlanInput, 'elapsed' | 'feed' | 'reading' | 'resultsChannelId'>,
): { added: Act[]; more: ReadonlyMap<string, NewResult[]> } {
  const { feed, reading, resultsChannelId } = input;
  const gap = gapOf(input);
  const added: Act[] = [];
  const more = new Map<string, NewResult[]>();
  const rounds = roundHashes(reading);
  const pending = pendingOf(feed, 'results');
  const all = splitPending(
    open,
    pending.map(({ results }) => results),
    ({ key }) => key,
  );
  for (const results of all) {
    const same = pending.find((notice) => sameText(notice.results, results));
    if (same !== undefined) added.push(same);
    else if (gap !== undefined)
      added.push(...inPosts(results).map((some): Act => ({ kind: 'results', results: some, gap })));
    else
      for (const [round, some] of groupBy(results, ({ key }) => rounds.get(key) ?? '')) {
        const [postId, room] = roomIn(round);
        if (room > 0) more.set(postId, some.slice(0, room));
        for (const post of inPosts(some.slice(room))) added.push({ kind: 'results', results: post, round });
      }
  }
  return { added, more };

  /** The message of a round with room for more results, and how many. */
  function roomIn(round: string): [string, number] {
    const found = Object.entries(feed.posts).find(
      ([, post]) =>
        post.round === round && post.channelId === resultsChannelId && post.keys.length < RESULTS_A_POST,
    );
    return found === undefined ? ['', 0] : [found[0], RESULTS_A_POST - found[1].keys.length];
  }
}
