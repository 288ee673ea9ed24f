import { z } from 'zod';
import { present } from '../present.ts';
import { bucketOf, createBuckets } from '../store/buckets.ts';
import { storedObject } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

/** One bucket, by Discord id. `closed`: Discord refused a direct message, and the member does not know yet. `locale`: of the messages. */
export const RemindersRecord = z.record(
  z.string(),
  storedObject({ closed: z.literal(true).exactOptional(), locale: z.string().exactOptional() }),
);
type RemindersRecord = z.infer<typeof RemindersRecord>;

const BUCKETS = 16;

/** The key of the bucket with a member. */
export const remindersKeyOf = (discordId: string): string => bucketOf(BigInt(discordId), BUCKETS);

export type Reminders = ReturnType<typeof createReminders>;

/** The members who want a direct message before their tournaments begin. Every method throws `StoreError`. */
export function createReminders(store: Store<RemindersRecord>) {
  const { change, readAll } = createBuckets({ store, empty: {}, count: BUCKETS, numberOf: BigInt });

  async function edit(
    discordId: string,
    editEntry: (entry: RemindersRecord[string] | undefined) => RemindersRecord[string] | undefined,
  ): Promise<void> {
    await change(remindersKeyOf(discordId), (before) => {
      const { [discordId]: entry, ...others } = before;
      const next = editEntry(entry);
      if (next === entry) return before;
      return next === undefined ? others : { ...others, [discordId]: next };
    });
  }

  return {
    /** `closed`: Discord refused a direct message, so they are off, and the member does not know yet. */
    async read(discordId: string): Promise<{ isOn: boolean; closed: boolean }> {
      const entry = (await store.get(remindersKeyOf(discordId)))?.[discordId];
      const closed = entry?.closed === true;
      return { isOn: entry !== undefined && !closed, closed };
    },
    /** `locale`: the member's. */
    set: (discordId: string, isOn: boolean, locale?: string): Promise<void> =>
      edit(discordId, () => (isOn ? present({ locale }) : undefined)),
    noteClosed: (discordId: string): Promise<void> =>
      edit(discordId, (entry) => entry && { ...entry, closed: true as const }),
    /** The member knows of the refused direct message. */
    forgetClosed: (discordId: string): Promise<void> =>
      edit(discordId, (entry) => (entry?.closed ? undefined : entry)),
    /** All members who want them. */
    async all(): Promise<{ discordId: string; locale?: string }[]> {
      return (await readAll()).flatMap((bucket) =>
        Object.entries(bucket).flatMap(([discordId, { closed, ...entry }]) =>
          closed ? [] : [{ discordId, ...entry }],
        ),
      );
    },
  };
}
