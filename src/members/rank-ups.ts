import { z } from 'zod';
import type { Links } from '../accounts/links.ts';
import { createExpiringCache } from '../async/expiring-cache.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../durations.ts';
import { createBuckets } from '../store/buckets.ts';
import { storedObject } from '../store/schema.ts';
import { unlessUnreadable } from '../store/errors.ts';
import type { Store, StoreLog } from '../store/store.ts';
import { labelKey } from '../words/fold.ts';
import type { NamingRecords } from './naming.ts';

/** How long the list of servers with rank-ups is cached. */
const SERVERS_MS = SECOND_MS;
/** After this long, an equal rank is checked again: another process may have stored something else meanwhile. */
const AGAIN_MS = 10 * MINUTE_MS;
const PLAYERS_MAX = 20_000;
/** How long a rank-up waits until its member may be named. */
const RISE_MS = DAY_MS;

const Sight = storedObject({
  playerId: z.string(),
  rank: z.string(),
  elo: z.number(),
  /** When they reached this rank, epoch milliseconds, until it is posted. */
  roseAt: z.number().exactOptional(),
});
type Sight = z.infer<typeof Sight>;

/** A bucket of a server's members, by Discord id: their last rank. */
export const SightsRecord = z.record(z.string(), Sight);
export type SightsRecord = z.infer<typeof SightsRecord>;

export interface Rise {
  discordId: string;
  rank: string;
  at: number;
}

interface RankSight {
  playerId: string;
  elo?: number | undefined;
  rank?: string | undefined;
}

type WholeRank = Record<'playerId' | 'rank', string> & { elo: number };

export interface RankUpsDeps {
  store: Store<SightsRecord>;
  links: Pick<Links, 'memberOf'>;
  naming: Pick<NamingRecords, 'members' | 'serversOf'>;
  /** The servers that post rank-ups; `mark`: one has something to post. Both throw `StoreError`. */
  rankUpServers: {
    read: () => Promise<Readonly<Record<string, unknown>>>;
    mark: (guildId: string) => Promise<void>;
    /** Changes when this process changed the servers. */
    marks: () => number;
  };
  log: StoreLog;
  now: () => number;
}

const shownOf = ({ rank, elo }: WholeRank): string => `${elo}:${rank}`;

/** A member after their rank was read. A rank-up is another label with a higher rating; the first rank is the baseline. Pure. */
function afterSight(before: Sight | undefined, { playerId, rank, elo }: WholeRank, now: number): Sight {
  if (before?.playerId !== playerId) return { playerId, rank, elo };
  if (labelKey(before.rank) === labelKey(rank)) return before.elo === elo ? before : { ...before, elo };
  return elo > before.elo ? { playerId, rank, elo, roseAt: now } : { playerId, rank, elo };
}

/** The rank-ups that a server has not posted yet, by the ranks that the platform's answers show. */
export function createRankUps({ store, links, naming, rankUpServers, log, now }: RankUpsDeps) {
  const buckets = createBuckets({ store, empty: {}, count: 16, numberOf: BigInt });
  const seen = createExpiringCache<string>({ ttlMs: AGAIN_MS, max: PLAYERS_MAX, now });
  let servers: { ids: Promise<ReadonlySet<string>>; readAt: number; marks: number } | undefined;
  let known: ReadonlySet<string> = new Set();

  async function readServers(): Promise<ReadonlySet<string>> {
    const ids = new Set(Object.keys(await rankUpServers.read()));
    // In a server that is new here, the next rank read of a member is the first.
    if ([...ids].some((id) => !known.has(id))) seen.clear();
    known = ids;
    return ids;
  }

  /** If no server posts rank-ups, this is the only cost. */
  function recentServers(): Promise<ReadonlySet<string>> {
    const marks = rankUpServers.marks();
    const isRecent = servers?.marks === marks && Math.abs(now() - servers.readAt) < SERVERS_MS;
    if (servers === undefined || !isRecent) {
      const ids = readServers();
      ids.catch(() => (servers = undefined));
      servers = { ids, readAt: now(), marks };
    }
    return servers.ids;
  }

  const edit = (
    guildId: string,
    discordId: string,
    change: (sight: Sight | undefined) => Sight | undefined,
  ) =>
    buckets.change(buckets.keyOf(discordId, `${guildId}:`), (bucket) => {
      const { [discordId]: before, ...others } = bucket;
      const after = change(before);
      if (after === before) return bucket;
      return after === undefined ? others : { ...others, [discordId]: after };
    });

  /** Past all caches. An unreadable record hides the member. */
  async function mayTell(discordId: string, playerId: string): Promise<boolean> {
    const [linkedId, member] = await Promise.all([
      links.memberOf(playerId),
      naming.members.readNow(discordId),
    ] as const).catch((error: unknown) => [unlessUnreadable(error)] as const);
    return linkedId === discordId && member?.hidden !== true;
  }

  async function noteIn(guildId: string, discordId: string, rank: WholeRank): Promise<void> {
    let isRise = false;
    await edit(guildId, discordId, (before) => {
      const sight = afterSight(before, rank, now());
      isRise = sight.roseAt !== undefined && sight !== before;
      return sight;
    });
    if (isRise) await rankUpServers.mark(guildId);
  }

  async function noteOne({ playerId, rank, elo }: WholeRank, ids: ReadonlySet<string>): Promise<void> {
    const discordId = await links.memberOf(playerId);
    if (discordId === undefined || !(await mayTell(discordId, playerId))) return;
    for (const guildId of await naming.serversOf(discordId))
      if (ids.has(guildId)) await noteIn(guildId, discordId, { playerId, rank, elo });
    // They left meanwhile, maybe on another replica, which removed only what was stored by then.
    if (!(await mayTell(discordId, playerId))) await leave(discordId);
  }

  async function leave(discordId: string): Promise<void> {
    for (const guildId of Object.keys(await rankUpServers.read()))
      await edit(guildId, discordId, () => undefined);
  }

  async function noteAll(ranks: readonly WholeRank[]): Promise<void> {
    const ids = await recentServers();
    if (ids.size === 0) return;
    const news = ranks.filter((rank) => seen.get(rank.playerId) !== shownOf(rank));
    for (const rank of news) {
      seen.set(rank.playerId, shownOf(rank));
      noteOne(rank, ids).catch((error: unknown) => {
        seen.delete(rank.playerId);
        warn(error);
      });
    }
  }

  const warn = (error: unknown): void =>
    log.warn({ err: error }, 'a rank could not be compared for rank-ups');

  const settle = (guildId: string, { discordId, at }: Rise): Promise<void> =>
    edit(guildId, discordId, (sight) => {
      if (sight?.roseAt !== at) return sight;
      const { roseAt: _told, ...others } = sight;
      return others;
    });

  return {
    /** An answer of the platform shows ranks. Returns at once. What has no rating or no label says nothing of a rise. */
    note(ranks: readonly RankSight[]): void {
      const shown = ranks.flatMap(({ playerId, rank, elo }) =>
        rank === undefined || elo === undefined ? [] : [{ playerId, rank, elo }],
      );
      if (shown.length > 0) noteAll(shown).catch(warn);
    },
    /** The rank-ups to post of members who may be named now, the oldest first. Drops those that waited too long. Throws `StoreError`. */
    async rises(guildId: string): Promise<Rise[]> {
      const all = (await buckets.readAll(`${guildId}:`)).flatMap((bucket) =>
        Object.entries(bucket).flatMap(([discordId, { playerId, rank, roseAt: at }]) =>
          at === undefined ? [] : [{ discordId, playerId, rank, at }],
        ),
      );
      const isOld = ({ at }: Rise): boolean => Math.abs(now() - at) >= RISE_MS;
      for (const rise of all.filter(isOld)) await settle(guildId, rise);
      const rises: Rise[] = [];
      for (const { playerId, ...rise } of all)
        if (!isOld(rise) && (await mayTell(rise.discordId, playerId))) rises.push(rise);
      return rises.toSorted((a, b) => a.at - b.at);
    },
    /** A rank-up was posted or dropped. Throws `StoreError`. */
    settle,
    /** They hide, or are not linked any more. Throws `StoreError`. */
    leave,
    /** A server no longer posts rank-ups, or its settings are deleted. Throws `StoreError`. */
    async forgetServer(guildId: string): Promise<void> {
      for (const key of buckets.keys(`${guildId}:`)) await store.delete(key);
    },
  };
}

export type RankUps = ReturnType<typeof createRankUps>;
