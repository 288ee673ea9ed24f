import { isQuestioned } from '../../replies/report-view.ts';
import { matchesToReach } from '../plan/calls.ts';
import { elapsedSince } from '../plan/elapsed.ts';
import { wantedEvent } from '../plan/event.ts';
import type { FeedRecord } from '../plan/feed-record.ts';
import type { KeyedMatch } from '../plan/match-keys.ts';
import type { MatchReport, PlanInput } from '../plan/plan-input.ts';
import { resultOf } from '../plan/result-codes.ts';
import type { Turn, Work } from '../work.ts';
import { memberResults } from './member-results.ts';
import { feedKeyOf } from './feeds.ts';
import type { OpenFeed } from './open-feed.ts';
import { reachPlayers } from './reach-players.ts';
import { resultsChannel } from './results-channel.ts';

/** The matches whose results the feed has not shown, or that changed without a message of the feed. */
const newResults = ({ matches: records }: FeedRecord, matches: readonly KeyedMatch[]): KeyedMatch[] =>
  matches.filter(({ key, match }) => {
    const result = resultOf(match) ?? '';
    const shown = records.get(key)?.result;
    return result !== (shown?.code ?? '') && (result !== '' || shown?.postId === undefined);
  });

/** The reports of the matches that the channel shows, or is about to. */
async function reportsOf(
  channelId: string,
  { feed, reading }: { feed: FeedRecord; reading: { matches: readonly KeyedMatch[] } },
  guildId: string,
  { guilds, reports }: Work,
): Promise<Map<string, MatchReport>> {
  const matches = reading.matches.filter(
    ({ key, match }) =>
      match.id !== '' && (resultOf(match) !== undefined || feed.matches.get(key)?.call !== undefined),
  );
  const entries = await Promise.all(
    matches.map(async ({ key, match }): Promise<[string, MatchReport][]> => {
      const shown = await reports.of(match, guildId);
      if (shown === undefined) return [];
      const post = isQuestioned(shown.report)
        ? await guilds.resultPosts.shown(channelId, match.id)
        : undefined;
      const isMembers =
        post?.messageId !== undefined && post.scores !== undefined && post.isFollowed !== true;
      return [[key, { ...shown, isMembers }]];
    }),
  );
  return new Map(entries.flat());
}

/** Collects everything that a channel's acts depend on. Throws `StoreError`. */
export async function gather(turn: Turn, open: OpenFeed, work: Work): Promise<PlanInput> {
  const { limits, now, notedAt, t } = work;
  const [feed, reading] = [open.record(), open.reading()];
  const { channelId, isShared } = await resultsChannel(turn, work);
  const elapsed = elapsedSince(notedAt.get(feedKeyOf(turn)), feed, reading);
  const reports = await reportsOf(channelId, { feed, reading }, turn.guildId, work);
  const input = { feed, reading, elapsed, followed: turn, reports, limits, now: now() };
  const [results, reach] = await Promise.all([
    memberResults(channelId, newResults(feed, reading.matches), work),
    reachPlayers(turn, matchesToReach(input), work),
  ]);
  return {
    ...input,
    sharesResults: isShared,
    resultsChannelId: channelId,
    memberResults: results,
    reach,
    event: wantedEvent(turn, reading, t),
  };
}
