import { z } from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import { present } from '../present.ts';
import { changeRecord } from '../store/change-record.ts';
import { storedObject } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

/** A rank is read again no sooner. */
const READ_EVERY_MS = 6 * HOUR_MS;
const TTL_MS = 60 * DAY_MS;

/** What the platform last showed of a player. What it shows no more stays. Times in epoch milliseconds. */
export const RankRecord = storedObject({
  elo: z.number().exactOptional(),
  eloAt: z.number().exactOptional(),
  rank: z.string().exactOptional(),
  rankAt: z.number().exactOptional(),
  /** In the global ranking. */
  place: z.number().exactOptional(),
  /** When the player's record was last asked for, and when their rank was, whatever came of it. */
  userAt: z.number().exactOptional(),
  placeAt: z.number().exactOptional(),
});
export type RankRecord = z.infer<typeof RankRecord>;

/** What an answer of the platform shows of a player's rank. */
export interface SeenRank {
  playerId: string;
  elo?: number | undefined;
  rank?: string | undefined;
  place?: number | undefined;
}

/** Which read of a player is due. */
export type RankRead = 'user' | 'place';

/** A clock that was set back must not put off a read for good. */
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

/** A record after something was seen of it. `read`: it was asked for, and is not to be asked for again soon, even if nothing was shown. */
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

/** What is known of a rank from two sides: of each part the newer. A place goes with the rating that was shown beside it. */
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
    /** Stores what was seen just now; `read` as for `rankAfter`. */
    async note({ playerId, ...seen }: SeenRank, read?: RankRead): Promise<RankRecord> {
      const { after } = await changeRecord(
        store,
        playerId,
        (before) => rankAfter(before, seen, now(), read),
        () => TTL_MS,
      );
      return after ?? {};
    },
    /** They are nobody's player any more. */
    forget: (playerId: string): Promise<void> => store.delete(playerId),
    /** Stores what was seen a while ago, unless something newer is stored. */
    catchUp: async (playerId: string, seen: RankRecord): Promise<void> =>
      void (await changeRecord(
        store,
        playerId,
        (before = {}) => newerRank(before, seen),
        () => TTL_MS,
      )),
  };
}
