import { z } from 'zod';
import { changeRecord } from './change-record.ts';
import { storedObject } from './schema.ts';
import type { Stores } from './store.ts';

/** Per member and namespace. The oldest are forgotten first. */
const ROWS_MAX = 1000;

const ROW_NAMESPACES = ['absent', 'presses', 'tickets', 'flows', 'reports'] as const;
type RowNamespace = (typeof ROW_NAMESPACES)[number];

/** Where rows of a member are whose keys their id does not tell, the oldest first. Without `of`, it is one of their `presses`. */
export const RowList = storedObject({
  tickets: z.array(
    storedObject({ name: z.string(), expiresAt: z.number(), of: z.enum(ROW_NAMESPACES).exactOptional() }),
  ),
});
type RowList = z.infer<typeof RowList>;

/** A row of a member. */
interface MemberRow {
  of: RowNamespace;
  key: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

const namespaceOf = ({ of = 'presses' }: RowList['tickets'][number]): RowNamespace => of;

/** Lists where the rows of a member are, so that no search of the whole store is needed. Every method throws `StoreError`. */
export function createRowIndex({ stores, now }: { stores: Pick<Stores, 'namespace'>; now: () => number }) {
  /** Under the Discord id. */
  const lists = stores.namespace('pressers', RowList);

  return {
    /** To be called before the row is written. Gives the keys of this namespace beyond the limit, which are forgotten. */
    async note(discordId: string, { of, key, expiresAt }: MemberRow, max = ROWS_MAX): Promise<string[]> {
      let excess: string[] = [];
      const row = of === 'presses' ? { name: key, expiresAt } : { name: key, expiresAt, of };
      await changeRecord(
        lists,
        discordId,
        (before) => {
          const others = (before?.tickets ?? []).filter(
            (one) => one.expiresAt > now() && (one.name !== key || namespaceOf(one) !== of),
          );
          const same = [...others, row].filter((one) => namespaceOf(one) === of);
          const over = new Set<RowList['tickets'][number]>(same.slice(0, Math.max(0, same.length - max)));
          excess = [...over].map(({ name }) => name);
          return { tickets: [...others, row].filter((one) => !over.has(one)) };
        },
        ({ tickets }) => Math.max(1, ...tickets.map((one) => one.expiresAt - now())),
      );
      return excess;
    },
    /** By namespace. */
    async of(discordId: string): Promise<Map<string, string[]>> {
      const keys = new Map<string, string[]>();
      for (const one of (await lists.get(discordId))?.tickets ?? [])
        keys.set(namespaceOf(one), [...(keys.get(namespaceOf(one)) ?? []), one.name]);
      return keys;
    },
  };
}

export type RowIndex = ReturnType<typeof createRowIndex>;
