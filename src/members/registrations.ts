import { z } from 'zod';
import { DAY_MS } from '../durations.ts';
import { changeEntries } from '../store/change-record.ts';
import { storedObject } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { Account } from '../accounts/accounts.ts';
import type { AccountTools } from '../accounts/ports.ts';

const TTL_MS = 90 * DAY_MS;
const MAX = 50;

/** The latest first. A list, because an export drops fields that are named like secrets, as a tournament's id may be. */
export const RegistrationRecord = z.array(
  storedObject({
    tournamentId: z.string(),
    /** Absent in older records: then it belongs to no account. */
    playerId: z.string().exactOptional(),
    at: z.number(),
  }),
);
type RegistrationRecord = z.infer<typeof RegistrationRecord>;

/** A Discord user with the account that is linked now. */
type Registrant = Pick<Account, 'discordId' | 'playerId'>;

interface RegistrationsDeps extends Pick<AccountTools, 'now' | 'log'> {
  store: Store<RegistrationRecord>;
  /** Throws `StoreError`. */
  isLinked: (discordId: string) => Promise<boolean>;
}

export type Registrations = ReturnType<typeof createRegistrations>;

/** Stores registrations through the bot, since not every platform shows who is registered. Throws `StoreError`. */
export function createRegistrations({ store, isLinked, now, log }: RegistrationsDeps) {
  const recent = (record: RegistrationRecord = []) => record.filter(({ at }) => now() - at < TTL_MS);

  async function change(
    discordId: string,
    edit: (record: RegistrationRecord) => RegistrationRecord,
  ): Promise<void> {
    await changeEntries(store, discordId, {
      empty: [],
      edit: (before) => edit(recent(before)).slice(0, MAX),
      ttlOf: (after) => (after[0]?.at ?? now()) + TTL_MS - now(),
    });
  }

  /** They may have unlinked during the platform call, and nothing is stored about people who are not linked. */
  async function add({ discordId, playerId }: Registrant, tournamentId: string): Promise<void> {
    if (!(await isLinked(discordId))) return;
    await change(discordId, (record) => [
      { tournamentId, playerId, at: now() },
      ...record.filter((entry) => entry.tournamentId !== tournamentId || entry.playerId !== playerId),
    ]);
    if (!(await isLinked(discordId))) await store.delete(discordId);
  }

  return {
    /** Never rejects: the member is registered even if this fails. */
    note: (registrant: Registrant, tournamentId: string): Promise<void> =>
      add(registrant, tournamentId).catch((error: unknown) =>
        log.warn({ err: error }, 'a registration could not be stored'),
      ),
    /** Ids of the tournaments that this account registered for, the latest first. */
    read: async ({ discordId, playerId }: Registrant): Promise<string[]> =>
      recent(await store.get(discordId))
        .filter((entry) => entry.playerId === playerId)
        .map(({ tournamentId }) => tournamentId),
    /** With all accounts that this Discord user had. */
    count: async (discordId: string): Promise<number> => recent(await store.get(discordId)).length,
    /** For every account: the tournaments are over. */
    forgetAll: (discordId: string): Promise<void> => store.delete(discordId),
    forget: (discordId: string, tournamentIds: readonly string[]): Promise<void> =>
      change(discordId, (record) =>
        record.filter(({ tournamentId }) => !tournamentIds.includes(tournamentId)),
      ),
  };
}
