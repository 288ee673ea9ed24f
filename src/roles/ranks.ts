import { z } from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import { present } from '../present.ts';
import { changeRecord } from '../store/change-record.ts';
import { storedObject } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

/** The shortest time between two reads of a rank. */
const READ_EVERY_MS = 6 * HOUR_MS;
const TTL_MS = 60 * DAY_MS;

/** What the platform last showed of a player. Values that it no longer shows stay. Times in epoch milliseconds. */
export const RankRecord = storedObject({
  elo: z.number().exactOptional(),
  eloAt: z.number().exactOptional(),
  rank: z.string().exactOptional(),
  rankAt: z.number().exactOptional(),
  /** In the global ranking. */
  place: z.number().exactOptional(),
  /** When the player's record and their rank were last asked for, successfully or not. */
  userAt: z.number().exactOptional(),
  placeAt: z.number().exactOptional(),
});
export type RankRecord = z.infer<typeof RankRecord>;

/** A player's rank in an answer of the platform. */
export interface SeenRank {
  playerId: string;
  elo?: number | undefined;
  rank?: string | undefined;
  place?: number | undefined;
}

/** Which read of a player is due. */
export type RankRead = 'user' | 'place';

/** If the clock was set back, a read must not wait forever. */
const isOld = (at: number | undefined, now: number): boolean =>
  at === undefined || now - at >= READ_EVERY_MS || at > now + MINUTE_MS;

export const isRatingRead = ({ eloAt, placeAt }: RankRecord): boolean =>
  eloAt !== undefined || placeAt !== undefined;

/** The read that a player needs now, as rules ask for labels and ratings. */
export function dueRead(
  { eloAt, placeAt, rankAt, userAt }: RankRecord,
  needs: { rating: boolean; label: boolean },
  now: number,
): RankRead | undefined {
  if (needs.label && isOld(rankAt, now) && isOld(userAt, now)) return 'user';
  return needs.rating && isOld(eloAt, now) && isOld(placeAt, now) ? 'place' : undefined;
}

/** A record after a read. `read`: it was asked for and waits until it is due again, even if the answer showed nothing. */
export const rankAfter = (
  before: RankRecord | undefined,
  { elo, rank, place }: Omit<SeenRank, 'playerId'>,
  now: number,
  read?: RankRead,
): RankRecord => ({
  ...before,
  ...present({
    elo,
    eloAt: elo === undefined ? undefined : now,
    rank,
    place,
    rankAt: rank === undefined ? undefined : now,
    userAt: read === 'user' ? now : undefined,
    placeAt: read === 'place' ? now : undefined,
  }),
});

const isNewer = (at: number | undefined, than: number | undefined): boolean =>
  at !== undefined && (than === undefined || at >= than);

/** Merges two records of a rank: the newer of each value. A place stays with the rating that was shown beside it. */
export function newerRank(stored: RankRecord, seen: RankRecord): RankRecord {
  const rating = isNewer(seen.eloAt, stored.eloAt) ? seen : stored;
  const label = isNewer(seen.rankAt, stored.rankAt) ? seen : stored;
  const place = rating.place ?? stored.place ?? seen.place;
  const { elo, eloAt } = rating;
  const { rank, rankAt } = label;
  return { ...stored, ...present({ elo, eloAt, rank, rankAt, place }) };
}

export type Ranks = ReturnType<typeof createRanks>;

/** The last known ranks of players, by player id. Every method throws `StoreError`. */
export function createRanks({ store, now }: { store: Store<RankRecord>; now: () => number }) {
  return {
    read: async (playerId: string): Promise<RankRecord> => (await store.get(playerId)) ?? {},
    /** Stores what was just read; `read` as for `rankAfter`. */
    async note({ playerId, ...seen }: SeenRank, read?: RankRead): Promise<RankRecord> {
      const { after } = await changeRecord(
        store,
        playerId,
        (before) => rankAfter(before, seen, now(), read),
        () => TTL_MS,
      );
      return after ?? {};
    },
    /** The player is no longer linked. */
    forget: (playerId: string): Promise<void> => store.delete(playerId),
    /** Stores an older value, unless a newer one is stored. */
    catchUp: async (playerId: string, seen: RankRecord): Promise<void> =>
      void (await changeRecord(
        store,
        playerId,
        (before = {}) => newerRank(before, seen),
        () => TTL_MS,
      )),
  };
}
