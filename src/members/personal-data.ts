import pLimit from 'p-limit';
import { MINUTE_MS } from '../durations.ts';
import { isObject } from '../json.ts';
import { present } from '../present.ts';
import type { IsWanted } from '../store/driver.ts';
import type { FoundRecord, Records } from '../store/records.ts';
import { StoreError, unlessUnreadable } from '../store/errors.ts';
import { TicketList } from '../store/press-tickets.ts';
import type { Store } from '../store/store.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { AlertChoice, Alerts } from './alerts.ts';
import type { Links } from '../accounts/links.ts';
import type { NamingRecords } from './naming.ts';
import { personalPart, type PersonalPart, type IdPlace } from './people-places.ts';
import type { Registrations } from './registrations.ts';
import type { Reminders } from './reminders.ts';
import type { BoardRows } from './unlinked.ts';

export interface PersonalSummary {
  link?: { playerName: string; linkedAt: number };
  hidden: boolean;
  alerts: AlertChoice;
  /** They are reminded of their tournaments. */
  isReminded?: boolean;
  /** The number of registrations through the bot. */
  registrations: number;
  /** Servers where they were seen, the latest first; times in epoch milliseconds. */
  guilds: { guildId: string; since: number; at: number }[];
  /** Their link, or where they were seen, is stored and cannot be read. */
  isDamaged: boolean;
}

/** By namespace, where the id of a Discord user may stand. */
export type PeopleTable = Readonly<Record<string, { people: readonly IdPlace[] }>>;

interface Deps {
  accounts: Pick<Accounts, 'unlink' | 'forgetOwners'>;
  alerts: Pick<Alerts, 'read'>;
  reminders: Pick<Reminders, 'read'>;
  links: Pick<Links, 'read'>;
  naming: NamingRecords;
  registrations: Pick<Registrations, 'count'>;
  records: Records;
  boardRows: BoardRows;
  /** Under the Discord id: when the next export may begin, epoch milliseconds. */
  exports: Store<number>;
  namespaces: PeopleTable;
  /** Whether they hide has changed. Never rejects. */
  onChange: (discordId: string) => Promise<void>;
  /** Takes what Discord has of somebody whose link was just removed. Throws `StoreError`. */
  beforeErase: (discordId: string) => Promise<void>;
  now: () => number;
}

/** The names of a member's presses. */
const ticketsIn = (list: unknown): string[] =>
  TicketList.safeParse(list).data?.tickets.map(({ name }) => name) ?? [];

/** From the beginning of an export to the next one. */
const EXPORT_EVERY_MS = MINUTE_MS;
/** How long an export that never ends holds up the next one. */
const EXPORT_MAX_MS = 10 * MINUTE_MS;
/** What an export that is still being made asks to wait. */
const EXPORT_WAIT_MS = 10_000;
/** How often an erasure looks again, because a record changed in between. */
const ERASE_ROUNDS = 5;

/** What buttons, forms and the pages of a link hold for a while, and does not go with the link. */
const BESIDE_LINK: ReadonlySet<string> = new Set([
  'absent',
  'exports',
  'flows',
  'presses',
  'pressers',
  'tickets',
]);

/** Names of fields that contain secrets, or lead to them. */
const SECRET = /token|secret|ticket|claimed|code|state|verifier/i;
/** Text that the vault sealed. */
const SEALED = /^v\d+\.[^.]+\../;

export type PersonalData = ReturnType<typeof createPersonalData>;

/**
 * What the bot stores about a Discord user, for them alone. `tickets` and `flows` have keys that cannot be
 * derived from an id, so an export and a deletion search the store by the id as text; `namespaces` says what is theirs of
 * what they find. Throws `StoreError`.
 */
export function createPersonalData(deps: Deps) {
  const { accounts, alerts, boardRows, links, naming, registrations, reminders, records } = deps;
  const { exports, namespaces, now } = deps;
  const { members } = naming;
  // Apart, so that no deletion waits for an export.
  const exporting = pLimit(1);
  const deleting = pLimit(1);
  // A deletion waits for Discord: nobody's link stays for as long.
  const unlinking = pLimit(1);

  const mayHoldPeople = (namespace: string): boolean => namespaces[namespace]?.people.length !== 0;

  async function partsOf(
    discordId: string,
    isWanted: IsWanted = () => true,
  ): Promise<(PersonalPart & { found: FoundRecord })[]> {
    const all = await records.find(discordId, (name) => mayHoldPeople(name) && isWanted(name));
    const parts = all.flatMap((found) => {
      const part = personalPart(namespaces[found.namespace]?.people, found, discordId);
      return part === undefined ? [] : [{ found, ...part }];
    });
    const names = parts.flatMap(({ found }) =>
      found.namespace === 'pressers' ? ticketsIn(found.value) : [],
    );
    const presses = names.length === 0 ? [] : await records.at('presses', names);
    // Before their list, which alone leads to them.
    return [...presses.map((found) => ({ found, own: found.value, rest: undefined })), ...parts];
  }

  async function exported(discordId: string): Promise<object[]> {
    const parts = new Map(
      (await partsOf(discordId)).map((part) => [`${part.found.namespace}:${part.found.key}`, part]),
    );
    return [...parts.values()].map(({ found: { namespace, key }, own }) => ({
      record: namespace,
      // Other keys are hashes, or random names that only a button contains.
      ...present({ key: key.includes(discordId) || namespace === 'rosters' ? key : undefined }),
      value: withoutSecrets(own),
    }));
  }

  async function erase(discordId: string, isWanted?: IsWanted): Promise<void> {
    for (let round = 0; round < ERASE_ROUNDS; round++)
      if ((await records.erase(await partsOf(discordId, isWanted))) === 0) return;
    throw new StoreError('what is stored about a user kept changing');
  }

  return {
    async read(discordId: string): Promise<PersonalSummary> {
      let isDamaged = false;
      const noteDamage = (error: unknown): undefined => {
        unlessUnreadable(error);
        isDamaged = true;
      };
      const [link, record, { how }, registered, { isOn }] = await Promise.all([
        links.read(discordId).catch(noteDamage),
        members.read(discordId).catch(noteDamage),
        alerts.read(discordId),
        registrations.count(discordId),
        reminders.read(discordId),
      ]);
      return {
        ...present({
          link: link && { playerName: link.playerName ?? link.playerId, linkedAt: link.linkedAt },
        }),
        hidden: record?.hidden === true,
        alerts: how,
        isReminded: isOn,
        registrations: registered,
        guilds: Object.entries(record?.guilds ?? {})
          .map(([guildId, { since, at }]) => ({ guildId, since, at }))
          .toSorted((a, b) => b.at - a.at),
        isDamaged,
      };
    },

    async setHidden(discordId: string, hidden: boolean): Promise<void> {
      await members.setHidden(discordId, hidden);
      if (hidden) await boardRows.redraw(await naming.serversOf(discordId));
      await deps.onChange(discordId);
    },

    /**
     * What is stored about them, without secrets and other members' data. One at a time and one a minute, over all
     * replicas: `nextAt` says when the next one may begin.
     */
    async exportOf(discordId: string): Promise<{ records: object[] } | { nextAt: number }> {
      const nextAt = now() + EXPORT_EVERY_MS;
      if (!(await exports.add(discordId, nextAt, EXPORT_MAX_MS)))
        return { nextAt: Math.max((await exports.get(discordId)) ?? 0, now() + EXPORT_WAIT_MS) };
      // By comparison: a deletion meanwhile has removed the claim, and nothing of them comes back.
      const settle = (leftMs: number) =>
        exports.replace(discordId, nextAt, leftMs > 0 ? nextAt : undefined, leftMs);
      try {
        const found = await exporting(() => exported(discordId));
        await settle(nextAt - now());
        return { records: found };
      } catch (error) {
        await settle(0).catch(() => false);
        throw error;
      }
    },

    /** Unlinks, and leaves no record that is about them but a Hide, and whether there was a link. */
    async unlink(discordId: string): Promise<boolean> {
      const hadLink = await accounts.unlink(discordId);
      // What is left of these expires within the day.
      await unlinking(() => erase(discordId, (namespace) => BESIDE_LINK.has(namespace))).catch(
        (error: unknown) => {
          if (!(error instanceof StoreError)) throw error;
        },
      );
      return hadLink;
    },

    /** Unlinks, and leaves nothing that is about them. */
    deleteAll: (discordId: string): Promise<void> =>
      deleting(async () => {
        const link = await links.read(discordId).catch(unlessUnreadable);
        // Before the link, which alone leads to them if this fails halfway.
        if (link !== undefined) await boardRows.forget(await naming.serversOf(discordId), link.playerId);
        await accounts.unlink(discordId).catch(unlessUnreadable);
        await deps.beforeErase(discordId);
        await naming.forget(discordId);
        await erase(discordId);
        accounts.forgetOwners();
        await records.purge(discordId);
      }),
  };
}

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets).filter((item) => item !== undefined);
  if (typeof value === 'string') return SEALED.test(value) ? undefined : value;
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) =>
      SECRET.test(name) ? [] : [[name, withoutSecrets(field)]],
    ),
  );
}
