import { z } from 'zod';
import { sealContext } from '../accounts/token-records.ts';
import { VaultError, type Vault } from '../accounts/vault.ts';
import { changeEntries } from '../store/change-record.ts';
import type { Store } from '../store/store.ts';
import { jsonOf } from '../json.ts';
import { sha256 } from '../sha256.ts';
import { RoleEntry } from './entries.ts';

/** Roles to take from a person who is no longer linked, and their stored nickname if it is among them. */
const Debt = z.object({
  guildId: z.string(),
  discordId: z.string(),
  roleIds: z.array(z.string()),
  nickname: RoleEntry.exactOptional(),
  /** Since when they are owed, epoch milliseconds. An earlier version did not say. */
  since: z.number().exactOptional(),
});
export type Debt = z.infer<typeof Debt>;

/** Sealed, so that no record holds the id of a person who unlinked. */
export const DebtsRecord = z.record(z.string(), z.string());
export type DebtsRecord = z.infer<typeof DebtsRecord>;

const KEY = 'all';

interface DebtsDeps {
  store: Store<DebtsRecord>;
  vault: Pick<Vault, 'seal' | 'open'>;
}

export type Debts = ReturnType<typeof createDebts>;

/** Roles of people who unlinked, until Discord has removed them. Every method throws `StoreError`. */
export function createDebts({ store, vault }: DebtsDeps) {
  const change = (edit: (debts: DebtsRecord) => DebtsRecord) =>
    changeEntries(store, KEY, { empty: {}, edit });

  /** A debt whose key is missing stays: the key may return to the settings. */
  function opened(sealed: string): Debt | undefined {
    try {
      return Debt.safeParse(jsonOf(vault.open(sealed, sealContext.roles()))).data;
    } catch (error) {
      if (error instanceof VaultError) return undefined;
      throw error;
    }
  }

  function sealedEntry(debt: Debt): [id: string, sealed: string] {
    const sealed = vault.seal(JSON.stringify(debt), sealContext.roles());
    return [sha256(sealed, 12), sealed];
  }

  async function all(): Promise<{ id: string; debt: Debt }[]> {
    return Object.entries((await store.get(KEY)) ?? {}).flatMap(([id, sealed]) => {
      const debt = opened(sealed);
      return debt === undefined ? [] : [{ id, debt }];
    });
  }

  const without = (ids: ReadonlySet<string>, debts: DebtsRecord): DebtsRecord =>
    Object.fromEntries(Object.entries(debts).filter(([id]) => !ids.has(id)));

  async function removeWhere(isOver: (debt: Debt) => boolean): Promise<void> {
    const over = (await all()).filter(({ debt }) => isOver(debt));
    if (over.length > 0) await change((debts) => without(new Set(over.map(({ id }) => id)), debts));
  }

  return {
    all,
    async add(debt: Debt): Promise<void> {
      const [id, sealed] = sealedEntry(debt);
      await change((debts) => ({ ...debts, [id]: sealed }));
    },
    /** Leaves only these roles in the debt. */
    async settle(id: string, debt: Debt, roleIds: readonly string[]): Promise<void> {
      const left = roleIds.length === 0 ? [] : [sealedEntry({ ...debt, roleIds: [...roleIds] })];
      await change((debts) =>
        id in debts ? { ...without(new Set([id]), debts), ...Object.fromEntries(left) } : debts,
      );
    },
    /** The debts of one person. */
    of: async (discordId: string): Promise<Debt[]> =>
      (await all()).flatMap(({ debt }) => (debt.discordId === discordId ? [debt] : [])),
    /** Removes the debts of a person who linked again. */
    takeBack: (discordId: string): Promise<void> => removeWhere((debt) => debt.discordId === discordId),
    /** Removes the debts of a server. */
    forgetServer: (guildId: string): Promise<void> => removeWhere((debt) => debt.guildId === guildId),
  };
}
