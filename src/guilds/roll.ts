import { createHash } from 'node:crypto';
import { z } from 'zod';
import { changeRecord } from '../store/change-record.ts';
import { createDaily } from '../store/daily.ts';
import type { Store, StoreLog } from '../store/store.ts';

/** Servers of one bucket: since when the bot is known to be gone from each (epoch milliseconds), 0 where it is there. */
export const RollRecord = z.record(z.string(), z.number());
export type RollRecord = z.infer<typeof RollRecord>;

const BUCKETS = 256;
/** From when it was noticed that the bot is gone. */
const KEEP_MS = 30 * 24 * 60 * 60_000;
const PAGE = 200;

/** Ids come in waves, so their last digits alone would fill buckets unevenly. */
const bucketOf = (guildId: string): string =>
  String(createHash('sha256').update(guildId).digest().readUInt8(0) % BUCKETS);

/** The servers that the store has records of, so that no listing of keys is ever needed. Every method throws `StoreError`. */
export function createRoll(store: Store<RollRecord>) {
  async function edit(bucket: string, change: (servers: RollRecord) => RollRecord): Promise<void> {
    await changeRecord(store, bucket, (before) => {
      const after = change(before ?? {});
      return JSON.stringify(after) === JSON.stringify(before ?? {}) ? before : after;
    });
  }

  return {
    /** Adds a server. */
    enlist: (guildId: string): Promise<void> =>
      edit(bucketOf(guildId), (servers) => (guildId in servers ? servers : { ...servers, [guildId]: 0 })),
    /** Changes each bucket by what `change` makes of it; buckets that stay the same are not written. */
    async editAll(change: (servers: RollRecord, bucket: string) => RollRecord): Promise<void> {
      for (let bucket = 0; bucket < BUCKETS; bucket++)
        await edit(String(bucket), (servers) => change(servers, String(bucket)));
    },
  };
}

interface PurgeDeps {
  checks: Store<true>;
  roll: ReturnType<typeof createRoll>;
  /** One page of the servers that the bot is in, by rising id. Throws what Discord's REST client throws. */
  listGuilds: (page: { after: string; limit: number }) => Promise<string[]>;
  /** Removes all records of a server. Throws `StoreError`. */
  forget: (guildId: string) => Promise<void>;
  now: () => number;
  log: Pick<StoreLog, 'info'>;
}

/** Gives a check that may be called at any time and works once a day: records of servers that the bot left go after 30 days. */
export function createPurge({ checks, roll, listGuilds, forget, now, log }: PurgeDeps): () => Promise<void> {
  /** By bucket. */
  async function presentGuilds(): Promise<Map<string, Set<string>>> {
    const present = new Map<string, Set<string>>();
    for (let after = '0'; ;) {
      const page = await listGuilds({ after, limit: PAGE });
      for (const guildId of page) {
        const bucket = bucketOf(guildId);
        present.set(bucket, (present.get(bucket) ?? new Set()).add(guildId));
      }
      const last = page.at(-1);
      if (page.length < PAGE || last === undefined) return present;
      if (BigInt(last) <= BigInt(after)) throw new Error('the list of servers does not go on');
      after = last;
    }
  }

  async function check(): Promise<void> {
    const present = await presentGuilds();
    const over: string[] = [];
    await roll.editAll((servers, bucket) => {
      const here = present.get(bucket) ?? new Set();
      const next: RollRecord = {};
      for (const guildId of here) next[guildId] = 0;
      for (const [guildId, leftAt] of Object.entries(servers)) {
        if (here.has(guildId)) continue;
        next[guildId] = leftAt === 0 ? now() : leftAt;
        if (leftAt !== 0 && now() - leftAt >= KEEP_MS) over.push(guildId);
      }
      return Object.fromEntries(Object.entries(next).toSorted(([a], [b]) => a.localeCompare(b)));
    });
    for (const guildId of new Set(over)) await forget(guildId);
    // From the roll only now: where forgetting failed, the next check goes on with it.
    const forgotten = new Set(over);
    if (forgotten.size === 0) return;
    await roll.editAll((servers) =>
      Object.fromEntries(Object.entries(servers).filter(([guildId]) => !forgotten.has(guildId))),
    );
    log.info({ count: forgotten.size }, 'records of servers that the bot left are removed');
  }

  return createDaily(checks, 'due', check);
}
