import { changeRecord } from '../store/change-record.ts';
import type { Store } from '../store/store.ts';

/**
 * Half of a sighting's lifetime: a write to its bucket may extend an entry by as much again, and the entry still ends
 * before the member's record that leads to it.
 */
const ROSTER_TTL_MS = 15 * 24 * 60 * 60_000;
const BUCKETS = 16;

/** One bucket of a server's linked members: when each was last seen there. */
export type RosterRecord = Record<string, number>;

export interface RosterEntry {
  discordId: string;
  /** When they were last seen there, epoch milliseconds. */
  at: number;
}

/** Buckets reduce conflicts between the writes of a large server. */
const keyOf = (guildId: string, discordId: string): string =>
  `${guildId}:${BigInt(discordId) % BigInt(BUCKETS)}`;

/** Stores the linked members who were seen in a server, under keys that its id determines. Throws `StoreError`. */
export function createRosters({ store, now }: { store: Store<RosterRecord>; now: () => number }) {
  const live = (record: RosterRecord | undefined): [string, number][] =>
    Object.entries(record ?? {}).filter(([, at]) => now() - at < ROSTER_TTL_MS);

  /** Writes when a user was last seen; without `at`, removes them. */
  async function change(guildId: string, discordId: string, at?: number): Promise<void> {
    await changeRecord(
      store,
      keyOf(guildId, discordId),
      (before) => {
        const others = live(before).filter(([id]) => id !== discordId);
        const entries = at === undefined ? others : [...others, [discordId, at] as const];
        return entries.length === 0 ? undefined : Object.fromEntries(entries);
      },
      () => ROSTER_TTL_MS,
    );
  }

  return {
    put: (guildId: string, discordId: string): Promise<void> => change(guildId, discordId, now()),

    remove: (guildId: string, discordId: string): Promise<void> => change(guildId, discordId),

    /** The latest seen first. */
    async rosterOf(guildId: string): Promise<RosterEntry[]> {
      const keys = Array.from({ length: BUCKETS }, (_, bucket) => `${guildId}:${bucket}`);
      const buckets = await Promise.all(keys.map((key) => store.get(key)));
      return buckets
        .flatMap((bucket) => live(bucket).map(([discordId, at]) => ({ discordId, at })))
        .toSorted((a, b) => b.at - a.at);
    },
  };
}
