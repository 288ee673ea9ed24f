import { inOrderOf, isCall, playersOf } from '../../guilds/result-posts.ts';
import { decidedAtFirst } from '../plan/baseline.ts';
import type { KeyedMatch } from '../plan/match-keys.ts';
import type { MemberResult } from '../plan/plan-input.ts';
import { resultOf, resultWith } from '../plan/result-codes.ts';
import type { Turn, Work } from '../work.ts';
import { resultsChannel } from './results-channel.ts';

/** Results that members' result posts show in a channel, by match key. Throws `StoreError`. */
export async function memberResults(
  channelId: string,
  matches: readonly KeyedMatch[],
  { guilds }: Pick<Work, 'guilds'>,
): Promise<Map<string, MemberResult>> {
  const entries = await Promise.all(
    matches.map(async ({ key, match }): Promise<[string, MemberResult][]> => {
      const found = match.id === '' ? undefined : await guilds.resultPosts.find(channelId, match.id);
      if (found === undefined) return [];
      const { state, pair, messageId, isFollowed, isOpen } = found;
      const players = playersOf(match);
      const isTheirs = pair !== undefined && pair === players.pair;
      // A feed of this server shows it already and corrects it.
      if (isFollowed && state === 'posted') return [];
      // A report that the platform does not have is not a result yet: its message becomes the result post once the platform has it.
      if (isCall(found) && state === 'posted') return [];
      const result = isOpen || isCall(found) ? '' : resultWith(match, inOrderOf(players, found));
      // After a redraw, others may play under the same id.
      const isOther = pair !== undefined || (!isOpen && result !== resultOf(match));
      if (state === 'posted' && !isTheirs && isOther) return [];
      const post = messageId === undefined ? {} : { post: { postId: messageId, channelId } };
      return [[key, { state, result, ...post }]];
    }),
  );
  return new Map(entries.flat());
}

/** The keys of the matches that already have members' result posts where a new feed shows results. Throws `StoreError`. */
export async function memberResultsBefore(turn: Turn, work: Work): Promise<ReadonlySet<string>> {
  const decided = decidedAtFirst(turn.reading);
  if (decided.length === 0) return new Set();
  const { channelId } = await resultsChannel(turn, work);
  return new Set((await memberResults(channelId, decided, work)).keys());
}
