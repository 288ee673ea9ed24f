import { callable, lateMatches } from '../plan/changes.ts';
import type { AnnouncedResult, FeedReading, PlanInput } from '../plan/plan-input.ts';
import type { Delivery } from './delivery.ts';
import { elapsedSince } from '../plan/elapsed.ts';
import { feedKeyOf } from './feeds.ts';
import type { KeyedMatch } from '../plan/match-keys.ts';
import { pairKey } from '../../brackets/players.ts';
import { announcedPair } from '../../guilds/announced.ts';
import { agreementOf } from '../../guilds/settings.ts';
import { reachPlayers } from './reach-players.ts';
import { threadlessCalls } from '../plan/threads.ts';
import { resultOf, resultWith } from '../plan/result-codes.ts';
import { wantedEvent } from '../plan/event.ts';
import type { Turn, Work } from '../work.ts';

/** Where the results of a server's tournaments go. */
export async function resultsChannel({ follow, guildId }: Turn, { guilds }: Work) {
  const settings = await guilds.settings.recent(guildId);
  const { resultsChannelId } = settings;
  return {
    channelId: resultsChannelId ?? follow.channelId,
    isShared: resultsChannelId !== undefined,
    isOpenToDispute: agreementOf(settings) !== 'platform',
  };
}

/** Results that members announce in this channel by reporting them. */
async function announcedIn(
  channelId: string,
  matches: readonly KeyedMatch[],
  { guilds }: Work,
): Promise<Map<string, AnnouncedResult>> {
  const entries = await Promise.all(
    matches.map(async ({ key, match }): Promise<[string, AnnouncedResult][]> => {
      const announcement = match.id === '' ? undefined : await guilds.announced.find(channelId, match.id);
      if (announcement === undefined) return [];
      const { state, scores, pair, messageId, isFollowed, isOpen } = announcement;
      const isTheirs = pair !== undefined && pair === announcedPair(pairKey(match));
      // This or another feed of the server shows it already, and corrects it.
      if (isFollowed && state === 'posted') return [];
      // A report that the platform does not have shows no result yet: its message is edited into the platform's.
      if (scores === undefined && state === 'posted') return [];
      const result = isOpen || scores === undefined ? '' : resultWith(match, scores);
      // Drawn anew, others may play under the same id.
      const isOther = pair !== undefined || (!isOpen && result !== resultOf(match));
      if (state === 'posted' && !isTheirs && isOther) return [];
      const post = messageId === undefined ? {} : { post: { postId: messageId, channelId } };
      return [[key, { state, result, ...post }]];
    }),
  );
  return new Map(entries.flat());
}

/** Matches whose results were not shown yet. */
const newResults = (delivery: Delivery, { matches }: FeedReading): KeyedMatch[] =>
  matches.filter(({ key, match }) => {
    const result = resultOf(match);
    return result !== undefined && delivery.feed().matches[key]?.result !== result;
  });

/** All that a channel's acts depend on. Throws `StoreError`. */
export async function gather(turn: Turn, delivery: Delivery, work: Work): Promise<PlanInput> {
  const reading = delivery.reading();
  const feed = delivery.feed();
  const now = work.now();
  const { channelId, isShared } = await resultsChannel(turn, work);
  const elapsed = elapsedSince(work.notedAt.get(feedKeyOf(turn)), feed, reading);
  const calls = turn.follow.topics.calls ? callable(feed, reading, now) : [];
  const late = lateMatches({ elapsed, feed, followed: turn, reading });
  const [announced, reach] = await Promise.all([
    announcedIn(channelId, newResults(delivery, reading), work),
    reachPlayers(turn, [...calls, ...late, ...threadlessCalls({ feed, reading })], work),
  ]);
  return {
    feed,
    reading,
    elapsed,
    followed: turn,
    sharesResults: isShared,
    resultsChannelId: channelId,
    announced,
    reach,
    event: wantedEvent(turn, reading, work.t),
    now,
  };
}
