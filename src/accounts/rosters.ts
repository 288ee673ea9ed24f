import { changeRecord } from '../store/change-record.ts';
import type { Store } from '../store/store.ts';

/**
 * Half of a sighting's lifetime: an entry may outlive its own by as much again, while others of its bucket are written,
 * and is gone before the member's record is that leads to it.
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

export type Rosters = ReturnType<typeof createRosters>;

/** Buckets keep the writes of a large server apart. */
const keyOf = (guildId: string, discordId: string): string =>
  `${guildId}:${BigInt(discordId) % BigInt(BUCKETS)}`;

/** The linked members who were seen in a server: found by its id, without listing keys. Throws `StoreError`. */
export function createRosters({ store, now }: { store: Store<RosterRecord>; now: () => number }) {
  const live = (record: RosterRecord | undefined): [string, number][] =>
    Object.entries(record ?? {}).filter(([, at]) => now() - at < ROSTER_TTL_MS);

  async function change(
    key: string,
    edit: (entries: [string, number][]) => [string, number][],
  ): Promise<void> {
    await changeRecord(
      store,
      key,
      (before) => {
        const next = Object.fromEntries(edit(live(before)));
        return Object.keys(next).length === 0 ? undefined : next;
      },
      () => ROSTER_TTL_MS,
    );
  }

  const without =
    (discordId: string) =>
    (entries: [string, number][]): [string, number][] =>
      entries.filter(([id]) => id !== discordId);

  return {
    put: (guildId: string, discordId: string): Promise<void> =>
      change(keyOf(guildId, discordId), (entries) => [...without(discordId)(entries), [discordId, now()]]),

    remove: (guildId: string, discordId: string): Promise<void> =>
      change(keyOf(guildId, discordId), without(discordId)),

    /** The last seen first. */
    async rosterOf(guildId: string): Promise<RosterEntry[]> {
      const keys = Array.from({ length: BUCKETS }, (_, bucket) => `${guildId}:${bucket}`);
      const buckets = await Promise.all(keys.map((key) => store.get(key)));
      return buckets
        .flatMap((bucket) => live(bucket).map(([discordId, at]) => ({ discordId, at })))
        .toSorted((a, b) => b.at - a.at);
    },
  };
}
