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
  /** The current write, and the members that the next one adds. */
  let writing: Promise<unknown> = Promise.resolve();
  let next: { ids: Set<string>; written: Promise<unknown> } | undefined;

  const write = (ids: ReadonlySet<string>) =>
    changeEntries(store, KEY, {
      empty: {},
      edit: (marks) => ({
        ...marks,
        ...Object.fromEntries([...ids].map((id) => [id, Math.max(now(), (marks[id] ?? 0) + 1)])),
      }),
    });

  return {
    read: async (): Promise<MarksRecord> => (await store.get(KEY)) ?? {},
    /** A ranking shows hundreds of members at once: those marked during a write share the next one. */
    async add(discordId: string): Promise<void> {
      if (next === undefined) {
        const ids = new Set<string>();
        const written = writing
          .catch(() => undefined)
          .then(() => {
            next = undefined;
            return write(ids);
          });
        writing = written;
        next = { ids, written };
      }
      next.ids.add(discordId);
      await next.written;
    },
    /** Removes marks that were not set again meanwhile. */
    remove: async (seen: MarksRecord): Promise<void> =>
      void (await changeEntries(store, KEY, {
        empty: {},
        edit: (marks) =>
          Object.fromEntries(Object.entries(marks).filter(([discordId, mark]) => seen[discordId] !== mark)),
      })),
  };
}
