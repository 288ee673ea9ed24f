import { z } from 'zod';
import { changeEntries } from '../store/change-record.ts';
import type { Store } from '../store/store.ts';

/** By Discord id: members whose roles need a check soon, with a number that rises with each mark. */
export const MarksRecord = z.record(z.string(), z.number());
export type MarksRecord = z.infer<typeof MarksRecord>;

/** A single record: usually it is empty, and the owner of the background work reads it every few seconds. */
const KEY = 'all';

/** Members with changes, for the owner of the background work. Every method throws `StoreError`. */
export function createMarks(store: Store<MarksRecord>, now: () => number) {
  return {
    read: async (): Promise<MarksRecord> => (await store.get(KEY)) ?? {},
    add: async (discordId: string): Promise<void> =>
      void (await changeEntries(store, KEY, {
        empty: {},
        edit: (marks) => ({ ...marks, [discordId]: Math.max(now(), (marks[discordId] ?? 0) + 1) }),
      })),
    /** Removes marks that were not set again meanwhile. */
    remove: async (seen: MarksRecord): Promise<void> =>
      void (await changeEntries(store, KEY, {
        empty: {},
        edit: (marks) =>
          Object.fromEntries(Object.entries(marks).filter(([discordId, mark]) => seen[discordId] !== mark)),
      })),
  };
}
