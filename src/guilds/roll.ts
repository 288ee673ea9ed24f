import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { changeRecord } from '../store/change-record.ts';
import type { Store } from '../store/store.ts';

/** Servers of one bucket: since when the bot is known to be gone from each (epoch milliseconds), 0 where it is there. */
export type RollRecord = Record<string, number>;

/** The servers that the store has records of, so that no listing of keys is ever needed. */
export interface Roll {
  /** Adds a server. Throws `StoreError`. */
  enlist(guildId: string): Promise<void>;
  /** Changes each bucket by what `edit` makes of it; buckets that stay the same are not written. Throws `StoreError`. */
  editAll(edit: (servers: RollRecord, bucket: string) => RollRecord): Promise<void>;
}

const BUCKETS = 256;
const RECENT = 10_000;

/** Ids come in waves, so their last digits alone would fill buckets unevenly. */
export const bucketOf = (guildId: string): string =>
  String(createHash('sha256').update(guildId).digest().readUInt8(0) % BUCKETS);

export function createRoll(store: Store<RollRecord>): Roll {
  const enlisted = new LRUCache<string, true>({ max: RECENT });

  async function edit(bucket: string, change: (servers: RollRecord) => RollRecord): Promise<void> {
    await changeRecord(store, bucket, (before) => {
      const after = change(before ?? {});
      return JSON.stringify(after) === JSON.stringify(before ?? {}) ? before : after;
    });
  }

  return {
    async enlist(guildId) {
      if (enlisted.has(guildId)) return;
      await edit(bucketOf(guildId), (servers) =>
        guildId in servers ? servers : { ...servers, [guildId]: 0 },
      );
      enlisted.set(guildId, true);
    },
    async editAll(change) {
      // What goes from the roll has to be added again if it returns.
      enlisted.clear();
      for (let bucket = 0; bucket < BUCKETS; bucket++)
        await edit(String(bucket), (servers) => change(servers, String(bucket)));
    },
  };
}
