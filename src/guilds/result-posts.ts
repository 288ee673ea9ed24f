import { z } from 'zod';
import { pairKey, playerKey } from '../brackets/players.ts';
import { turnedOutcome } from '../brackets/results.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../durations.ts';
import { present } from '../present.ts';
import type { Match, PlayerName } from '../reading/records.ts';
import { sha256 } from '../sha256.ts';
import { storedObject } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

/** How long a result post can be corrected: as long as its report lives. */
const TTL_MS = 30 * DAY_MS;
/** A report that has not ended by then never will: its process is gone. */
const WRITING_MS = MINUTE_MS;
/** Longer than sending a message takes, with retries (`results/send.ts`). */
const SHOWING_MS = 40 * SECOND_MS;

const Scores = storedObject({ player1: z.number(), player2: z.number() });

/** A result post in a channel. */
export const ResultPostRecord = storedObject({
  /** `writing`: the result is being written to the platform; the message follows. */
  state: z.enum(['writing', 'posted']),
  /** Absent for a match call: it shows no result yet. */
  scores: Scores.exactOptional(),
  /** Of a result without a score. */
  winner: z.literal([1, 2]).exactOptional(),
  /** Hash of its players, if they are known: after a redraw, others play under the same id. */
  pair: z.string().exactOptional(),
  /** Hash of the player who comes first in `scores` and `winner`: the platform may list them the other way around later. */
  first: z.string().exactOptional(),
  /** Its message, once posted. */
  messageId: z.string().exactOptional(),
  /** It is part of a followed tournament's message, which the feed corrects. */
  isFollowed: z.literal(true).exactOptional(),
  /** The last press that it shows. */
  pressId: z.string().exactOptional(),
  /** The platform does not have it: the other side has to agree first. */
  isOpen: z.literal(true).exactOptional(),
  /** The message that becomes the result post once the other side agrees: an earlier result, or without one, the call. */
  beside: storedObject({
    scores: Scores.exactOptional(),
    winner: z.literal([1, 2]).exactOptional(),
    messageId: z.string(),
    isFollowed: z.literal(true).exactOptional(),
  }).exactOptional(),
});
export type ResultPostRecord = z.infer<typeof ResultPostRecord>;
/** A result post without its state. */
export type ShownResult = Omit<ResultPostRecord, 'state'>;

const hashOf = (key: string | undefined): string | undefined =>
  key === undefined ? undefined : sha256(key, 16);

/** The stored hash of a match's players, in either order; `undefined` if they are unknown. */
export const pairOf = (match: Pick<Match, 'sides'>): string | undefined => hashOf(pairKey(match));

/** The stored hash of the player who is listed first. */
export const firstOf = (player: PlayerName | undefined): string | undefined => hashOf(playerKey(player));

/** Two players, as a result post stores them. */
export type StoredPlayers = Pick<ShownResult, 'first' | 'pair'>;

export const playersOf = (match: Pick<Match, 'sides'>): StoredPlayers =>
  present({ pair: pairOf(match), first: firstOf(match.sides[0].player) });

/** What a post shows, in this order of its players. */
export function inOrderOf<T extends ShownResult>({ first, pair }: StoredPlayers, shown: T): T {
  const isTurned = pair !== undefined && pair === shown.pair && first !== shown.first;
  if (!isTurned || first === undefined || shown.first === undefined) return shown;
  const beside = shown.beside && { ...shown.beside, ...turnedOutcome(shown.beside) };
  return { ...shown, ...turnedOutcome(shown), first, ...present({ beside }) };
}

/** Whether a post shows the call of a match, which has no result yet. */
export const isCall = ({ scores, winner }: Pick<ShownResult, 'scores' | 'winner'>): boolean =>
  scores === undefined && winner === undefined;

/** Whether a result post belongs to a match of other players. */
export const isOfOthers = ({ pair }: Pick<ShownResult, 'pair'>, now: string | undefined): boolean =>
  pair !== undefined && now !== undefined && pair !== now;

/**
 * The result posts of members' reports, by channel and match, so that a follow in the channel does not post them again, and a
 * correction edits the message. Every method throws `StoreError`.
 */
export function createResultPosts(store: Store<ResultPostRecord>) {
  const keyOf = (channelId: string, matchId: string): string => sha256(`${channelId}:${matchId}`);
  // A separate record: a process that dies while writing leaves the earlier post intact.
  const writingKeyOf = (channelId: string, matchId: string): string =>
    sha256(`${channelId}:${matchId}:writing`);
  const showingKeyOf = (channelId: string, matchId: string): string =>
    sha256(`${channelId}:${matchId}:showing`);
  // For all channels: the platform shows a result. A reader asks the platform for the current one.
  const decidedKeyOf = (matchId: string): string => sha256(`:${matchId}:decided`);
  const cancel = (channelId: string, matchId: string): Promise<void> =>
    store.delete(writingKeyOf(channelId, matchId));

  async function shown(channelId: string, matchId: string): Promise<ShownResult | undefined> {
    const found = await store.get(keyOf(channelId, matchId));
    return found?.state === 'posted' ? found : undefined;
  }

  const noteDecided = (matchId: string): Promise<void> =>
    store.set(decidedKeyOf(matchId), { state: 'posted' }, TTL_MS);

  return {
    /** The post that the channel shows. */
    shown,
    find: async (channelId: string, matchId: string): Promise<ResultPostRecord | undefined> =>
      (await store.get(writingKeyOf(channelId, matchId))) ?? store.get(keyOf(channelId, matchId)),
    /**
     * Call it before the write to the platform. Returns the post that the channel showed before. `moreMs`: how much longer than
     * usual a post that fails keeps others from posting the result.
     */
    async begin(
      channelId: string,
      matchId: string,
      scores: z.infer<typeof Scores>,
      moreMs = 0,
    ): Promise<ShownResult | undefined> {
      const before = await shown(channelId, matchId);
      await store.set(writingKeyOf(channelId, matchId), { state: 'writing', scores }, WRITING_MS + moreMs);
      return before;
    },
    /** Call it once the message is posted. */
    async end(channelId: string, matchId: string, result: ShownResult): Promise<void> {
      await store.set(keyOf(channelId, matchId), { ...result, state: 'posted' }, TTL_MS);
      await cancel(channelId, matchId);
      if (result.scores !== undefined && result.isOpen !== true) await noteDecided(matchId);
    },
    noteDecided,
    /** Whether any channel has shown a result of the match. It may have been withdrawn since. */
    isDecided: async (matchId: string): Promise<boolean> =>
      (await store.get(decidedKeyOf(matchId))) !== undefined,
    /**
     * Of several presses that show a result in a channel at once, one gets `true`, until `endShowing`. It then reads the report
     * again, and shows what the others changed.
     */
    beginShowing: (channelId: string, matchId: string): Promise<boolean> =>
      store.add(showingKeyOf(channelId, matchId), { state: 'writing' }, SHOWING_MS),
    endShowing: (channelId: string, matchId: string): Promise<void> =>
      store.delete(showingKeyOf(channelId, matchId)),
    /** Nothing was posted: the channel keeps what it showed before `begin`. */
    cancel,
  };
}

export type ResultPosts = ReturnType<typeof createResultPosts>;
