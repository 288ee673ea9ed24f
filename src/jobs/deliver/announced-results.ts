import { pairKey } from '../../brackets/players.ts';
import { announcedPair } from '../../guilds/announced.ts';
import { decidedAtFirst } from '../plan/baseline.ts';
import type { KeyedMatch } from '../plan/match-keys.ts';
import type { AnnouncedResult } from '../plan/plan-input.ts';
import { resultOf, resultWith } from '../plan/result-codes.ts';
import type { Turn, Work } from '../work.ts';
import { resultsChannel } from './results-channel.ts';

/** Results that members announce in a channel by reporting them, by the keys of their matches. Throws `StoreError`. */
export async function announcedResults(
  channelId: string,
  matches: readonly KeyedMatch[],
  { guilds }: Pick<Work, 'guilds'>,
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
      // Drawn again, others may play under the same id.
      const isOther = pair !== undefined || (!isOpen && result !== resultOf(match));
      if (state === 'posted' && !isTheirs && isOther) return [];
      const post = messageId === undefined ? {} : { post: { postId: messageId, channelId } };
      return [[key, { state, result, ...post }]];
    }),
  );
  return new Map(entries.flat());
}

/** The keys of the matches whose results members have announced where a feed that begins now shows results. Throws `StoreError`. */
export async function announcedBefore(turn: Turn, work: Work): Promise<ReadonlySet<string>> {
  const decided = decidedAtFirst(turn.reading);
  if (decided.length === 0) return new Set();
  const { channelId } = await resultsChannel(turn, work);
  return new Set((await announcedResults(channelId, decided, work)).keys());
}
