import { createBuckets } from '../store/buckets.ts';
import type { Store } from '../store/store.ts';
import type { GivenRecord, MemberRoles } from './entries.ts';

export type Given = ReturnType<typeof createGiven>;

/** What the bot gave in each server, by member. Every method throws `StoreError`. */
export function createGiven(store: Store<GivenRecord>) {
  const buckets = createBuckets({ store, empty: {}, count: 64, numberOf: BigInt });
  const keyOf = (guildId: string, discordId: string): string => buckets.keyOf(discordId, `${guildId}:`);

  return {
    read: async (guildId: string, discordId: string): Promise<MemberRoles | undefined> =>
      (await store.get(keyOf(guildId, discordId)))?.[discordId],
    /** By Discord id. */
    async readAll(guildId: string): Promise<Map<string, MemberRoles>> {
      return new Map((await buckets.readAll(`${guildId}:`)).flatMap((bucket) => Object.entries(bucket)));
    },
    /** Applies an edit to one member and returns the result. An empty record is dropped. */
    async change(
      guildId: string,
      discordId: string,
      edit: (record: MemberRoles | undefined) => MemberRoles | undefined,
    ): Promise<MemberRoles | undefined> {
      let after: MemberRoles | undefined;
      await buckets.change(keyOf(guildId, discordId), (bucket) => {
        const { [discordId]: before, ...others } = bucket;
        const edited = edit(before);
        const saysNothing = edited?.left === undefined && Object.keys(edited?.roles ?? {}).length === 0;
        after = saysNothing ? undefined : edited;
        if (after === before) return bucket;
        return after === undefined ? others : { ...others, [discordId]: after };
      });
      return after;
    },
    /** Removes everything stored about a server. */
    forget: async (guildId: string): Promise<void> => {
      for (const key of buckets.keys(`${guildId}:`)) await store.delete(key);
    },
  };
}
