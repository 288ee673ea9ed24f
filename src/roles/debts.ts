import { z } from 'zod';
import { sealContext } from '../accounts/token-records.ts';
import { VaultError, type Vault } from '../accounts/vault.ts';
import { changeEntries } from '../store/change-record.ts';
import type { Store } from '../store/store.ts';
import { DAY_MS } from '../durations.ts';
import { jsonOf } from '../json.ts';
import { sha256 } from '../sha256.ts';

/** Roles to take from somebody of whom nothing is stored any more. */
const Debt = z.object({ guildId: z.string(), discordId: z.string(), roleIds: z.array(z.string()) });
type Debt = z.infer<typeof Debt>;

/** Sealed, so that no record holds the id of who deleted everything. */
export const DebtsRecord = z.record(z.string(), z.string());
export type DebtsRecord = z.infer<typeof DebtsRecord>;

const KEY = 'all';
const TTL_MS = 7 * DAY_MS;

interface DebtsDeps {
  store: Store<DebtsRecord>;
  vault: Pick<Vault, 'seal' | 'open'>;
}

export type Debts = ReturnType<typeof createDebts>;

/** What Discord did not take in time when somebody deleted everything. Every method throws `StoreError`. */
export function createDebts({ store, vault }: DebtsDeps) {
  const change = (edit: (debts: DebtsRecord) => DebtsRecord) =>
    changeEntries(store, KEY, { empty: {}, edit, ttlOf: () => TTL_MS });

  function opened(sealed: string): Debt | undefined {
    try {
      return Debt.safeParse(jsonOf(vault.open(sealed, sealContext.roles()))).data;
    } catch (error) {
      if (error instanceof VaultError) return undefined;
      throw error;
    }
  }

  return {
    async add(debt: Debt): Promise<void> {
      const sealed = vault.seal(JSON.stringify(debt), sealContext.roles());
      await change((debts) => ({ ...debts, [sha256(sealed, 12)]: sealed }));
    },
    all: async (): Promise<{ id: string; debt: Debt }[]> =>
      Object.entries((await store.get(KEY)) ?? {}).flatMap(([id, sealed]) => {
        const debt = opened(sealed);
        return debt === undefined ? [] : [{ id, debt }];
      }),
    remove: async (id: string): Promise<void> => void (await change(({ [id]: _paid, ...others }) => others)),
  };
}
