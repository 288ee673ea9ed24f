import { z } from 'zod';
import { DAY_MS } from '../durations.ts';
import { bucketOf, createBuckets } from '../store/buckets.ts';
import type { Store } from '../store/store.ts';

/**
 * Half of a sighting's lifetime: a write to its bucket may extend an entry by as much again, and the entry still ends
 * before the member's record that leads to it.
 */
const ROSTER_TTL_MS = 15 * DAY_MS;

/** One bucket of a server's linked members: when each was last seen there. */
export const RosterRecord = z.record(z.string(), z.number());
export type RosterRecord = z.infer<typeof RosterRecord>;

/** Buckets of a server. */
const BUCKETS = 16;

/** The key of the bucket with a member. */
export const rosterKeyOf = (guildId: string, discordId: string): string =>
  `${guildId}:${bucketOf(BigInt(discordId), BUCKETS)}`;

export interface RosterEntry {
  discordId: string;
  /** When they were last seen there, epoch milliseconds. */
  at: number;
}

/** Stores the linked members who were seen in a server, under keys that its id determines. Throws `StoreError`. */
export function createRosters({ store, now }: { store: Store<RosterRecord>; now: () => number }) {
  const buckets = createBuckets({ store, empty: {}, count: BUCKETS, numberOf: BigInt, ttlMs: ROSTER_TTL_MS });
  const live = (record: RosterRecord): [string, number][] =>
    Object.entries(record).filter(([, at]) => now() - at < ROSTER_TTL_MS);

  /** Writes when users were last seen, and removes one. */
  const change = (key: string, seen: ReadonlyMap<string, number>, removedId?: string): Promise<void> =>
    buckets.change(key, (before) => {
      const others = live(before).filter(([id]) => !seen.has(id) && id !== removedId);
      return Object.fromEntries([...others, ...seen]);
    });

  /**
   * What the next write of a bucket adds. One write runs at a time: with many members at once, concurrent writes would only retry.
   */
  const batches = new Map<string, { seen: Map<string, number>; written: Promise<void> }>();
  const lastWrites = new Map<string, Promise<void>>();

  function put(guildId: string, discordId: string): Promise<void> {
    const key = rosterKeyOf(guildId, discordId);
    const batch = batches.get(key);
    if (batch !== undefined) {
      batch.seen.set(discordId, now());
      return batch.written;
    }
    const seen = new Map([[discordId, now()]]);
    const written = (lastWrites.get(key) ?? Promise.resolve()).then(() => {
      batches.delete(key);
      return change(key, seen);
    });
    batches.set(key, { seen, written });
    const ended = written
      .catch(() => undefined)
      .finally(() => {
        if (lastWrites.get(key) === ended) lastWrites.delete(key);
      });
    lastWrites.set(key, ended);
    return written;
  }

  return {
    put,

    remove: (guildId: string, discordId: string): Promise<void> =>
      change(rosterKeyOf(guildId, discordId), new Map(), discordId),

    /** The latest seen first. */
    async rosterOf(guildId: string): Promise<RosterEntry[]> {
      return (await buckets.readAll(`${guildId}:`))
        .flatMap((bucket) => live(bucket).map(([discordId, at]) => ({ discordId, at })))
        .toSorted((a, b) => b.at - a.at);
    },
  };
}
