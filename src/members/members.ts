import { z } from 'zod';
import { DAY_MS } from '../durations.ts';
import { present } from '../present.ts';
import { changeRecord } from '../store/change-record.ts';
import { storedObject } from '../store/schema.ts';
import { UnreadableError } from '../store/errors.ts';
import type { Store } from '../store/store.ts';
import { createRecent } from '../accounts/recent.ts';

/** How long a sighting is stored. */
const SIGHTING_TTL_MS = 30 * DAY_MS;

/** A server where Discord showed this user to be a member: the first and the last time, epoch milliseconds. */
const Sighting = storedObject({
  since: z.number(),
  at: z.number(),
  /** They used the bot there themselves. */
  used: z.literal(true).exactOptional(),
});

/** What the bot knows about a user besides their link, under the Discord id. */
export const MemberRecord = storedObject({
  hidden: z.literal(true).exactOptional(),
  guilds: z.record(z.string(), Sighting),
});
export type MemberRecord = z.infer<typeof MemberRecord>;

/** One record per user, so that reading, exporting and deleting take one key each. Throws `StoreError` and `UnreadableError`. */
export function createMembers({ store, now }: { store: Store<MemberRecord>; now: () => number }) {
  const recent = createRecent<MemberRecord | undefined>(now);

  /** Drops expired sightings, and the record of a user who neither hides nor was seen. */
  function prune({ hidden, guilds }: MemberRecord): MemberRecord | undefined {
    const live = Object.entries(guilds).filter(([, { at }]) => now() - at < SIGHTING_TTL_MS);
    if (hidden === undefined && live.length === 0) return undefined;
    return present({ hidden, guilds: Object.fromEntries(live) });
  }

  function lifetimeOf({ hidden, guilds }: MemberRecord): number | undefined {
    if (hidden) return undefined;
    return Math.max(...Object.values(guilds).map(({ at }) => at)) + SIGHTING_TTL_MS - now();
  }

  async function change(discordId: string, edit: (record: MemberRecord) => MemberRecord): Promise<void> {
    const { after } = await changeRecord(
      store,
      discordId,
      (before) => prune(edit(before ?? { guilds: {} })),
      lifetimeOf,
    );
    recent.set(discordId, after);
  }

  return {
    /** Cached: changes by another replica show within 10 s. */
    read: (discordId: string): Promise<MemberRecord | undefined> =>
      recent.get(discordId, () => store.get(discordId)),

    readNow: (discordId: string): Promise<MemberRecord | undefined> => store.get(discordId),

    change,

    async setHidden(discordId: string, hidden: boolean): Promise<void> {
      const set = (record: MemberRecord): MemberRecord => present({ ...record, hidden: hidden || undefined });
      try {
        await change(discordId, set);
      } catch (error) {
        if (!(error instanceof UnreadableError)) throw error;
        // The member's own choice replaces the unreadable record.
        await store.delete(discordId);
        await change(discordId, set);
      }
    },

    /** Removes all sightings, and returns their servers. */
    async forgetGuilds(discordId: string): Promise<string[]> {
      let guildIds: string[] = [];
      await change(discordId, (record) => {
        guildIds = Object.keys(record.guilds);
        return { ...record, guilds: {} };
      });
      return guildIds;
    },

    async remove(discordId: string): Promise<void> {
      await store.delete(discordId);
      recent.delete(discordId);
    },
  };
}
