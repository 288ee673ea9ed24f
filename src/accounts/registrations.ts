import { changeRecord } from '../store/change-record.ts';
import type { Store } from '../store/store.ts';
import type { Log } from './ports.ts';

const TTL_MS = 90 * 24 * 60 * 60_000;
const MAX = 50;

/** The last first; a list, since a tournament's id may read like the name of a secret, which an export leaves out. */
type RegistrationRecord = { tournamentId: string; at: number }[];

/** Tournaments that members registered for through the bot: not every platform shows who is registered. */
export interface Registrations {
  /** Never rejects: the member is registered, noted or not. */
  note(discordId: string, tournamentId: string): Promise<void>;
  /** Ids of tournaments, the last first. Throws `StoreError`. */
  read(discordId: string): Promise<string[]>;
  /** Throws `StoreError`. */
  forget(discordId: string, tournamentIds: readonly string[]): Promise<void>;
}

interface Deps {
  store: Store<RegistrationRecord>;
  now: () => number;
  log: Pick<Log, 'warn'>;
}

export function createRegistrations({ store, now, log }: Deps): Registrations {
  const recent = (record: RegistrationRecord = []) => record.filter(({ at }) => now() - at < TTL_MS);

  async function change(
    discordId: string,
    edit: (record: RegistrationRecord) => RegistrationRecord,
  ): Promise<void> {
    await changeRecord(
      store,
      discordId,
      (before) => {
        const after = edit(recent(before));
        return after.length === 0 ? undefined : after.slice(0, MAX);
      },
      (after) => (after[0]?.at ?? now()) + TTL_MS - now(),
    );
  }

  const without = (record: RegistrationRecord, ids: readonly string[]) =>
    record.filter(({ tournamentId }) => !ids.includes(tournamentId));

  return {
    async note(discordId, tournamentId) {
      await change(discordId, (record) => [
        { tournamentId, at: now() },
        ...without(record, [tournamentId]),
      ]).catch((error: unknown) => log.warn({ err: error }, 'a registration was not noted'));
    },
    read: async (discordId) => recent(await store.get(discordId)).map(({ tournamentId }) => tournamentId),
    forget: (discordId, tournamentIds) => change(discordId, (record) => without(record, tournamentIds)),
  };
}
