import { z } from 'zod';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../durations.ts';
import { sha256 } from '../sha256.ts';
import { storedObject } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

/** How long the message of a result can be corrected: as long as its report lives. */
const TTL_MS = 30 * DAY_MS;
/** A report that has not ended by then never will: its process is gone. */
const WRITING_MS = MINUTE_MS;
/** Longer than a message is sent with its retries (`results/send.ts`). */
const SHOWING_MS = 40 * SECOND_MS;

const Scores = storedObject({ player1: z.number(), player2: z.number() });

/** A result that is shown in a channel. */
export const Announcement = storedObject({
  /** `writing`: the platform is being told, and the message comes after it. */
  state: z.enum(['writing', 'posted']),
  /** Absent for a message that calls the players: it shows no result yet. */
  scores: Scores.exactOptional(),
  /** Hash of its players, if they are known: after a redraw, others play under the same id. */
  pair: z.string().exactOptional(),
  /** Its message, once it is posted. */
  messageId: z.string().exactOptional(),
  /** It is in a message of a followed tournament, which is corrected from there. */
  isFollowed: z.literal(true).exactOptional(),
  /** The last press that it shows. */
  pressId: z.string().exactOptional(),
  /** The platform does not have it: the other side has to agree first. */
  isOpen: z.literal(true).exactOptional(),
  /** What becomes the result once the other side agrees: the message of an earlier one, or without `scores`, the call. */
  beside: storedObject({
    scores: Scores.exactOptional(),
    messageId: z.string(),
    isFollowed: z.literal(true).exactOptional(),
  }).exactOptional(),
});
export type Announcement = z.infer<typeof Announcement>;
/** The same, without how far it is. */
export type ShownResult = Omit<Announcement, 'state'>;

/** The hash under which both players are stored; `undefined` where they are not known. */
export const announcedPair = (pair: string | undefined): string | undefined =>
  pair === undefined ? undefined : sha256(pair, 16);

/** Whether an announcement is of another match than this pair's. */
export const isOfOthers = ({ pair }: Pick<ShownResult, 'pair'>, now: string | undefined): boolean =>
  pair !== undefined && now !== undefined && pair !== now;

/**
 * Results that are announced in a channel by their reporter, so that a follow of the tournament there does not post them again, and a
 * correction edits the message. Every method throws `StoreError`.
 */
export function createAnnounced(store: Store<Announcement>) {
  const keyOf = (channelId: string, matchId: string): string => sha256(`${channelId}:${matchId}`);
  // A record of its own: a process that ends while it writes leaves what was posted.
  const writingKeyOf = (channelId: string, matchId: string): string =>
    sha256(`${channelId}:${matchId}:writing`);
  const showingKeyOf = (channelId: string, matchId: string): string =>
    sha256(`${channelId}:${matchId}:showing`);
  // Of all channels: that the platform shows a result. Whoever finds it asks the platform how the match stands.
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
    /** What the channel shows. */
    shown,
    find: async (channelId: string, matchId: string): Promise<Announcement | undefined> =>
      (await store.get(writingKeyOf(channelId, matchId))) ?? store.get(keyOf(channelId, matchId)),
    /** To be called before the write to the platform. Returns what the channel showed before. */
    async begin(
      channelId: string,
      matchId: string,
      scores: z.infer<typeof Scores>,
    ): Promise<ShownResult | undefined> {
      const before = await shown(channelId, matchId);
      await store.set(writingKeyOf(channelId, matchId), { state: 'writing', scores }, WRITING_MS);
      return before;
    },
    /** Once the message stands. */
    async end(channelId: string, matchId: string, result: ShownResult): Promise<void> {
      await store.set(keyOf(channelId, matchId), { ...result, state: 'posted' }, TTL_MS);
      await cancel(channelId, matchId);
      if (result.scores !== undefined && result.isOpen !== true) await noteDecided(matchId);
    },
    noteDecided,
    /** Whether some channel was told a result of the match. It may have been withdrawn since. */
    isDecided: async (matchId: string): Promise<boolean> =>
      (await store.get(decidedKeyOf(matchId))) !== undefined,
    /**
     * Of several who show a result in a channel at the same moment, one gets `true`, until `endShowing`. It looks again afterwards at
     * how the match stands, on behalf of the others.
     */
    beginShowing: (channelId: string, matchId: string): Promise<boolean> =>
      store.add(showingKeyOf(channelId, matchId), { state: 'writing' }, SHOWING_MS),
    endShowing: (channelId: string, matchId: string): Promise<void> =>
      store.delete(showingKeyOf(channelId, matchId)),
    /** Nothing was announced: the channel shows what it showed before `begin`. */
    cancel,
  };
}

export type Announced = ReturnType<typeof createAnnounced>;
