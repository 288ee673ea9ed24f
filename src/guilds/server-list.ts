import { z } from 'zod';
import { DAY_MS } from '../durations.ts';
import { sha256 } from '../sha256.ts';
import { createBuckets } from '../store/buckets.ts';
import { createDaily } from '../store/daily.ts';
import type { Store, StoreLog } from '../store/store.ts';

/** One bucket of servers: when a check noticed that the bot had left (epoch milliseconds), 0 while it is a member. */
export const ServerListRecord = z.record(z.string(), z.number());
export type ServerListRecord = z.infer<typeof ServerListRecord>;

/** How long records outlive that check. */
const RETENTION_MS = 30 * DAY_MS;
const PAGE_SIZE = 200;

/** The servers that have records, so that nothing has to scan the store's keys. Every method throws `StoreError`. */
export function createServerList(store: Store<ServerListRecord>) {
  const { change, keyOf, keys } = createBuckets({
    store,
    empty: {},
    count: 256,
    // Hashed, because ids are not evenly distributed.
    numberOf: (guildId) => Buffer.from(sha256(guildId), 'base64url').readUInt8(),
  });
  return {
    bucketOf: (guildId: string): string => keyOf(guildId),
    add: (guildId: string): Promise<void> =>
      change(keyOf(guildId), (servers) => (guildId in servers ? servers : { ...servers, [guildId]: 0 })),
    /** Applies `edit` to every bucket; unchanged buckets are not written. */
    async editAll(edit: (servers: ServerListRecord, bucket: string) => ServerListRecord): Promise<void> {
      for (const bucket of keys())
        await change(bucket, (before) => {
          const after = edit(before, bucket);
          return JSON.stringify(after) === JSON.stringify(before) ? before : after;
        });
    },
  };
}

interface PurgeDeps {
  checks: Store<true>;
  serverList: ReturnType<typeof createServerList>;
  /** One page of the servers that the bot is in, in ascending order of id. Throws what Discord's REST client throws. */
  listGuilds: (page: { after: string; limit: number }) => Promise<string[]>;
  /** Removes all records of a server. Throws `StoreError`. */
  forget: (guildId: string) => Promise<void>;
  now: () => number;
  log: Pick<StoreLog, 'info'>;
}

/** Returns a check, effective once a day, that deletes the records of servers that the bot left 30 days ago. */
export function createPurge({
  checks,
  serverList,
  listGuilds,
  forget,
  now,
  log,
}: PurgeDeps): () => Promise<void> {
  /** The servers that the bot is in, by bucket. */
  async function currentGuilds(): Promise<Map<string, Set<string>>> {
    const guilds = new Map<string, Set<string>>();
    for (let after = '0'; ;) {
      const page = await listGuilds({ after, limit: PAGE_SIZE });
      for (const guildId of page) {
        const bucket = serverList.bucketOf(guildId);
        guilds.set(bucket, (guilds.get(bucket) ?? new Set()).add(guildId));
      }
      const last = page.at(-1);
      if (page.length < PAGE_SIZE || last === undefined) return guilds;
      if (BigInt(last) <= BigInt(after)) throw new Error('the list of servers is not in ascending order');
      after = last;
    }
  }

  async function check(): Promise<void> {
    const current = await currentGuilds();
    const expired = new Set<string>();
    await serverList.editAll((servers, bucket) => {
      const joined = current.get(bucket) ?? new Set();
      const next: ServerListRecord = {};
      for (const guildId of joined) next[guildId] = 0;
      for (const [guildId, leftAt] of Object.entries(servers)) {
        if (joined.has(guildId)) continue;
        next[guildId] = leftAt === 0 ? now() : leftAt;
        if (leftAt !== 0 && now() - leftAt >= RETENTION_MS) expired.add(guildId);
      }
      return Object.fromEntries(Object.entries(next).toSorted(([a], [b]) => a.localeCompare(b)));
    });
    for (const guildId of expired) await forget(guildId);
    // Off the list only after their records: if deleting fails, the next check retries.
    if (expired.size === 0) return;
    await serverList.editAll((servers) =>
      Object.fromEntries(Object.entries(servers).filter(([guildId]) => !expired.has(guildId))),
    );
    log.info({ count: expired.size }, 'deleted the records of servers that the bot left');
  }

  return createDaily(checks, 'due', check);
}
