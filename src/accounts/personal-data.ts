import pLimit from 'p-limit';
import type { FoundRecord, Records } from '../store/records.ts';
import type { Accounts } from './accounts.ts';
import type { AlertChoice, Alerts } from './alerts.ts';
import type { Links } from './links.ts';
import type { NamingRecords } from './naming.ts';
import type { Registrations } from './registrations.ts';

export interface PersonalSummary {
  link?: { playerName: string; linkedAt: number };
  hidden: boolean;
  alerts: AlertChoice;
  /** The number of registrations through the bot. */
  registrations: number;
  /** Servers where they were seen, the latest first; times in epoch milliseconds. */
  guilds: { guildId: string; since: number; at: number }[];
}

interface Deps {
  accounts: Pick<Accounts, 'unlink'>;
  alerts: Pick<Alerts, 'read'>;
  links: Pick<Links, 'read'>;
  naming: NamingRecords;
  registrations: Pick<Registrations, 'read'>;
  records: Records;
}

/** Names of fields that contain secrets, or lead to them. */
const SECRET = /token|secret|ticket|claim|code|state|verifier/i;
/** Text that the vault sealed. */
const SEALED = /^v\d+\.[^.]+\../;

export type PersonalData = ReturnType<typeof createPersonalData>;

/**
 * What the bot stores about a Discord user, for them alone. `tickets`, `flows` and `presses` have keys that cannot be
 * derived from an id, so an export and a deletion read the whole store. Throws `StoreError`.
 */
export function createPersonalData(deps: Deps) {
  const { accounts, alerts, links, naming, registrations, records } = deps;
  const { members, rosters } = naming;
  const oneAtATime = pLimit(1);

  async function recordsOf(discordId: string): Promise<FoundRecord[]> {
    const pattern = new RegExp(`(?<!\\d)${discordId}(?!\\d)`);
    const found = await records.find(discordId);
    return found.filter(({ key, value }) => pattern.test(key) || pattern.test(JSON.stringify(value) ?? ''));
  }

  return {
    async read(discordId: string): Promise<PersonalSummary> {
      const [link, record, { how }, tournamentIds] = await Promise.all([
        links.read(discordId),
        members.read(discordId),
        alerts.read(discordId),
        registrations.read(discordId),
      ]);
      return {
        ...(link && { link: { playerName: link.playerName ?? link.playerId, linkedAt: link.linkedAt } }),
        hidden: record?.hidden === true,
        alerts: how,
        registrations: tournamentIds.length,
        guilds: Object.entries(record?.guilds ?? {})
          .map(([guildId, { since, at }]) => ({ guildId, since, at }))
          .toSorted((a, b) => b.at - a.at),
      };
    },

    setHidden: (discordId: string, hidden: boolean): Promise<void> => members.setHidden(discordId, hidden),

    /** Every record that contains their Discord id, without secrets and other members' data. */
    exportOf: (discordId: string): Promise<object[]> =>
      oneAtATime(async () => {
        const found = await recordsOf(discordId);
        return found.map(({ namespace, key, value }) => ({
          record: namespace,
          // Other keys are hashes, or random names that only a button contains.
          ...(key.includes(discordId) && { key }),
          value: namespace === 'rosters' ? ownEntry(value, discordId) : withoutSecrets(value),
        }));
      }),

    /** Unlinks, and leaves no row whose key or value contains their Discord id. */
    deleteAll: (discordId: string): Promise<void> =>
      oneAtATime(async () => {
        await accounts.unlink(discordId);
        await naming.forget(discordId);
        const found = await recordsOf(discordId);
        for (const { namespace, key } of found)
          if (namespace === 'rosters') await rosters.remove(key.split(':')[0] ?? '', discordId);
        // A roster also holds other members.
        const whole = found.filter(({ namespace }) => namespace !== 'rosters');
        await records.erase(whole.map((record) => ({ found: record, rest: undefined })));
      }),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const ownEntry = (value: unknown, discordId: string): unknown =>
  isRecord(value) ? { [discordId]: value[discordId] } : {};

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets).filter((item) => item !== undefined);
  if (typeof value === 'string') return SEALED.test(value) ? undefined : value;
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) =>
      SECRET.test(name) ? [] : [[name, withoutSecrets(field)]],
    ),
  );
}
