import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '../durations.ts';
import { PlatformError } from '../platform/error.ts';
import type { Platform } from '../platform/platform.ts';
import type { PlayerRank } from '../reading/records.ts';
import { present } from '../present.ts';
import { storedObject } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

/** How long a rank counts as refreshed. */
const FRESH_MS = 10 * MINUTE_MS;
/** How many single ranks one answer may read. */
const MAX_READS = 40;
export const RANKS_TTL_MS = 7 * DAY_MS;

/** A linked member of a server who does not hide. */
export interface ServerPlayer {
  discordId: string;
  playerId: string;
  playerName?: string;
}

/** The last known rank of a player. */
const KnownRank = storedObject({
  /** When it was read, epoch milliseconds. */
  at: z.number(),
  name: z.string().exactOptional(),
  globalRank: z.number().exactOptional(),
  elo: z.number().exactOptional(),
});
type KnownRank = z.infer<typeof KnownRank>;

/** By player id. */
export const ServerRanksRecord = z.record(z.string(), KnownRank);
type ServerRanksRecord = z.infer<typeof ServerRanksRecord>;

type RankedMember = ServerPlayer & Omit<KnownRank, 'at'>;

export interface ServerRankingDeps {
  platform: Pick<Platform, 'rankings' | 'userRank'>;
  store: Store<ServerRanksRecord>;
  now: () => number;
}

export type ReadServerRanking = ReturnType<typeof createServerRanking>;

/** By global rank; players without one come after, by rating. */
function byRank(a: RankedMember, b: RankedMember): number {
  const [rankA, rankB] = [a.globalRank ?? Infinity, b.globalRank ?? Infinity];
  return rankA === rankB ? (b.elo ?? 0) - (a.elo ?? 0) : rankA - rankB;
}

const rankOf = (at: number, { globalRank, elo }: PlayerRank): KnownRank => present({ at, globalRank, elo });

const isOutage = (error: unknown): boolean =>
  error instanceof PlatformError && (error.kind === 'unavailable' || error.kind === 'rate-limited');

/**
 * Ranks the players of a server: by the cached global ranking, then by reading single ranks, and the others by their last
 * known rank, from one record that replicas share. Players without a known rank are only counted. Throws `StoreError`, and
 * what the platform throws where no rank is known at all.
 */
export function createServerRanking({ platform, store, now }: ServerRankingDeps) {
  /** Reads the oldest ranks, within the limit of one answer. */
  async function refresh(
    known: Map<string, KnownRank>,
    players: readonly ServerPlayer[],
  ): Promise<unknown[]> {
    const due = players
      .map(({ playerId }) => ({ playerId, at: known.get(playerId)?.at ?? 0 }))
      .filter(({ at }) => now() - at >= FRESH_MS)
      .toSorted((a, b) => a.at - b.at)
      .slice(0, MAX_READS);
    const failures: unknown[] = [];
    await Promise.all(
      due.map(async ({ playerId }) => {
        try {
          const { value, asOf } = await platform.userRank(playerId);
          const name = known.get(playerId)?.name;
          known.set(playerId, { ...rankOf(asOf ?? now(), value), ...present({ name }) });
        } catch (error) {
          // Without an entry, a player whom the platform no longer has would be read first every time.
          if (error instanceof PlatformError && error.kind === 'not-found')
            known.set(playerId, { at: now() });
          else failures.push(error);
        }
      }),
    );
    return failures;
  }

  return async (guildId: string, players: readonly ServerPlayer[]) => {
    const isPlayer = new Set(players.map(({ playerId }) => playerId));
    let failure: unknown;
    const [record, ranking] = await Promise.all([
      store.get(guildId),
      platform.rankings({}).catch((error: unknown) => {
        failure = error;
      }),
    ]);
    const known = new Map(Object.entries(record ?? {}).filter(([playerId]) => isPlayer.has(playerId)));
    const readAt = ranking?.asOf ?? now();
    for (const { player, place, elo } of ranking?.value ?? []) {
      if (player.id === undefined || !isPlayer.has(player.id) || (known.get(player.id)?.at ?? 0) > readAt)
        continue;
      known.set(player.id, present({ at: readAt, globalRank: place, elo, name: player.name }));
    }
    const before = new Map(known);
    // Not during an outage: forty more calls would add load.
    if (!isOutage(failure) && ranking?.asOf === undefined) [failure] = await refresh(known, players);
    if (known.size === 0 && failure !== undefined) throw failure;
    const hasChanged = [...known].some(([playerId, rank]) => before.get(playerId) !== rank);
    const next = Object.fromEntries(known);
    // By comparison: the data of a member who deleted theirs meanwhile must not come back.
    if (hasChanged)
      await (record === undefined
        ? store.add(guildId, next, RANKS_TTL_MS)
        : store.replace(guildId, record, next, RANKS_TTL_MS));
    const members = players.flatMap((player) => {
      const rank = known.get(player.playerId);
      // No rating yet: there is nothing to rank them by.
      if (rank === undefined || (rank.globalRank === undefined && rank.elo === undefined)) return [];
      const { at: _at, ...standing } = rank;
      return [{ ...player, ...standing, ...present({ name: player.playerName ?? rank.name }) }];
    });
    return {
      /** The best first. */
      members: members.toSorted(byRank),
      /** How many ranks were read within the last ten minutes. */
      freshCount: [...known.values()].filter(({ at }) => now() - at < FRESH_MS).length,
      total: players.length,
    };
  };
}
