import { LRUCache } from 'lru-cache';
import { atMost } from '../async/at-most.ts';
import { HOUR_MS } from '../durations.ts';
import { present } from '../present.ts';
import { unlessUnreadable } from '../store/errors.ts';
import type { createMembers, MemberRecord } from './members.ts';
import type { createRosters } from './rosters.ts';

/** How often a sighting is written again. */
const RENEW_MS = HOUR_MS;
const MAX_RECENT_WRITES = 50_000;

/** What this process last wrote about a user in a server. */
interface RecentWrite {
  at: number;
  used: boolean;
}

interface Sighting {
  /** They used the bot there themselves. */
  used: boolean;
  /** Writes even if the last write is recent. */
  always?: boolean;
}

interface SightingsDeps {
  members: ReturnType<typeof createMembers>;
  rosters: ReturnType<typeof createRosters>;
  /** Whether a user was linked, at most 10 s ago. */
  wasLinked: (discordId: string) => Promise<boolean>;
  /** Whether a user is linked now. */
  isLinked: (discordId: string) => Promise<boolean>;
  /** A user was seen in a server for the first time. Never rejects. */
  onFirst: (discordId: string) => Promise<void>;
  now: () => number;
  onError: (error: unknown) => void;
}

/** Stores in which servers linked users were seen: in their own record, and in each server's roster. */
export function createSightings({
  members,
  rosters,
  wasLinked,
  isLinked,
  onFirst,
  now,
  onError,
}: SightingsDeps) {
  const recentWrites = new LRUCache<string, RecentWrite>(atMost(MAX_RECENT_WRITES));
  const pending = new Map<string, Promise<void>>();
  const keyOf = (guildId: string, discordId: string): string => `${guildId}:${discordId}`;

  async function write(guildId: string, discordId: string, { used, always }: Sighting): Promise<void> {
    const key = keyOf(guildId, discordId);
    const last = recentWrites.get(key);
    const isRecent = last !== undefined && now() - last.at < RENEW_MS && (last.used || !used);
    if (isRecent && !always) return;
    if (!(await wasLinked(discordId))) return;
    let isNew = false;
    await members.change(discordId, (record) => {
      const before = record.guilds[guildId];
      isNew = before === undefined || (used && before.used === undefined);
      return withSighting(record, guildId, used, now());
    });
    await rosters.put(guildId, discordId);
    // They unlinked meanwhile, maybe on another replica, which removed only what was stored by then.
    if (!(await isLinked(discordId))) return remove(discordId);
    recentWrites.set(key, { at: now(), used: used || last?.used === true });
    if (isNew) void onFirst(discordId);
  }

  async function remove(discordId: string): Promise<void> {
    const guildIds = await members.forgetGuilds(discordId);
    await Promise.all(guildIds.map((guildId) => rosters.remove(guildId, discordId)));
  }

  return {
    /** Stores that a user was seen in a server, if they are linked. Never rejects. */
    record(guildId: string, discordId: string, sighting: Sighting): Promise<void> {
      const key = keyOf(guildId, discordId);
      const work = (pending.get(key) ?? Promise.resolve())
        .then(() => write(guildId, discordId, sighting))
        .catch(unlessUnreadable)
        .catch(onError)
        .finally(() => {
          if (pending.get(key) === work) pending.delete(key);
        });
      pending.set(key, work);
      return work;
    },

    /** Resolves once pending sightings of a user in a server are stored. */
    settled: async (guildId: string, discordId: string): Promise<void> =>
      pending.get(keyOf(guildId, discordId)),

    /** Discord no longer shows the user as a member. Throws `StoreError`. */
    async leave(guildId: string, discordId: string): Promise<void> {
      recentWrites.delete(keyOf(guildId, discordId));
      await members.change(discordId, ({ guilds: { [guildId]: _sighting, ...guilds }, ...record }) => ({
        ...record,
        guilds,
      }));
      await rosters.remove(guildId, discordId);
    },

    /** Removes all sightings of a user. Throws `StoreError`. */
    async forget(discordId: string): Promise<void> {
      const isOfUser = (key: string): boolean => key.endsWith(`:${discordId}`);
      await Promise.all([...pending].flatMap(([key, work]) => (isOfUser(key) ? [work] : [])));
      for (const key of [...recentWrites.keys()].filter(isOfUser)) recentWrites.delete(key);
      await remove(discordId);
    },
  };
}

function withSighting(record: MemberRecord, guildId: string, used: boolean, at: number): MemberRecord {
  const before = record.guilds[guildId];
  const sighting = present({ since: before?.since ?? at, at, used: used || before?.used });
  return { ...record, guilds: { ...record.guilds, [guildId]: sighting } };
}
