import pLimit from 'p-limit';
import { MINUTE_MS } from '../durations.ts';
import { isObject } from '../json.ts';
import { present } from '../present.ts';
import { StoreError, unlessUnreadable } from '../store/errors.ts';
import type { Records } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { AlertChoice, Alerts } from './alerts.ts';
import type { Links } from '../accounts/links.ts';
import { isLater } from './departure-record.ts';
import type { Departures, DepartureOutcome } from './departures.ts';
import type { NamingRecords } from './naming.ts';
import type { Registrations } from './registrations.ts';
import type { Reminders } from './reminders.ts';
import type { Rows } from './rows.ts';

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
  /** Their link, or where they were seen, is stored but unreadable. */
  isDamaged: boolean;
}

/** What a record is to the member whom it is about; the words have a sentence for each. */
export type Topic =
  | 'absent'
  | 'account'
  | 'alerts'
  | 'buttons'
  | 'codes'
  | 'exports'
  | 'link'
  | 'linkedRoles'
  | 'linkedRolesDue'
  | 'linking'
  | 'list'
  | 'member'
  | 'rank'
  | 'registrations'
  | 'reminders'
  | 'renewal'
  | 'results'
  | 'roleChanges'
  | 'roleCheck'
  | 'roles'
  | 'seen'
  | 'unknown';

/** A record about a member, for them to read: without secrets, times in ISO 8601. */
interface ExportedRecord {
  /** What it is to them. */
  topic: Topic;
  /** Its namespace. */
  record: string;
  key?: string;
  value: unknown;
}

/** `joined`: an earlier press of this minute did it. `partly`: the rest is retried until it is done. */
export type Deletion = 'done' | 'joined' | 'partly';

interface Deps {
  alerts: Pick<Alerts, 'read'>;
  reminders: Pick<Reminders, 'read'>;
  links: Pick<Links, 'read'>;
  naming: NamingRecords;
  registrations: Pick<Registrations, 'count'>;
  departures: Pick<Departures, 'leave'>;
  rows: Pick<Rows, 'all'>;
  topicOf: (namespace: string) => Topic;
  records: Pick<Records, 'purge'>;
  /** Under the Discord id: when the next export may begin, epoch milliseconds. */
  exports: Store<number>;
  /** Called when a member hides or shows themselves. Never rejects. */
  onChange: (discordId: string) => Promise<void>;
  now: () => number;
}

/** From the beginning of an export to the next one. */
const EXPORT_EVERY_MS = MINUTE_MS;
/** How long an export that never ends blocks the next one. */
const EXPORT_MAX_MS = 10 * MINUTE_MS;
/** How long to wait while another export is being made. */
const EXPORT_WAIT_MS = 10_000;

/** How many deletions a minute search the file's free space at once; after that, the sweep does it. */
const PURGES_PER_MINUTE = 10;

/** Names of fields that contain secrets, or lead to them. */
const SECRET = /token|secret|ticket|claimed|code|state|verifier/i;
/** Namespaces whose keys say which server or player a record is about. */
const READABLE_KEYS: ReadonlySet<string> = new Set(['owners', 'rosters']);
/** Text that the vault sealed. */
const SEALED = /^v\d+\.[^.]+\../;

export type PersonalData = ReturnType<typeof createPersonalData>;

/** What the bot stores about a Discord user, for that user alone. Throws `StoreError`. */
export function createPersonalData(deps: Deps) {
  const {
    alerts,
    departures,
    exports,
    links,
    naming,
    now,
    records,
    registrations,
    reminders,
    rows,
    topicOf,
  } = deps;
  const { members } = naming;
  // Each searches the whole store.
  const exporting = pLimit(1);
  let purges: readonly number[] = [];

  async function exported(discordId: string): Promise<ExportedRecord[]> {
    const parts = new Map(
      (await rows.all(discordId)).map((part) => [`${part.found.namespace}:${part.found.key}`, part]),
    );
    return [...parts.values()].map(({ found: { namespace, key }, own }) => ({
      topic: topicOf(namespace),
      record: namespace,
      // Other keys are hashes, or random names that only a button contains.
      ...present({ key: key.includes(discordId) || READABLE_KEYS.has(namespace) ? key : undefined }),
      value: readable(own),
    }));
  }

  /** A step that the press itself needs failed: the answer says so, although the step is retried. */
  function requireLinkGone({ left }: DepartureOutcome): void {
    if (left.includes('link')) throw new StoreError('a link could not be removed yet');
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
      const set = (): Promise<void> => members.setHidden(discordId, hidden);
      await (hidden ? departures.leave(discordId, 'hide', { before: set }) : set());
      await deps.onChange(discordId);
    },

    /**
     * What is stored about them, without secrets and other members' data. One at a time and one a minute, over all replicas:
     * `nextAt` says when the next one may begin.
     */
    async exportOf(discordId: string): Promise<{ records: ExportedRecord[] } | { nextAt: number }> {
      const nextAt = now() + EXPORT_EVERY_MS;
      if (!(await exports.add(discordId, nextAt, EXPORT_MAX_MS)))
        return { nextAt: Math.max((await exports.get(discordId)) ?? 0, now() + EXPORT_WAIT_MS) };
      // By comparison: a deletion meanwhile has removed the claim, which must not come back.
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

    /** Unlinks, and leaves no record about them except a Hide. Returns whether there was a link. */
    async unlink(discordId: string): Promise<boolean> {
      // If it can't be read, this throws the member's error.
      await links.read(discordId);
      const outcome = await departures.leave(discordId, 'unlink');
      requireLinkGone(outcome);
      return outcome.hadLink;
    },

    /** Unlinks, and leaves nothing about them. */
    async deleteAll(discordId: string): Promise<Deletion> {
      const outcome = await departures.leave(discordId, 'delete');
      requireLinkGone(outcome);
      if (!outcome.left.every(isLater)) return 'partly';
      purges = purges.filter((at) => Math.abs(now() - at) < MINUTE_MS);
      if (outcome.hadLink && purges.length < PURGES_PER_MINUTE) {
        purges = [...purges, now()];
        // If it fails, the sweep does it.
        await records.purge([discordId]).catch(() => undefined);
      }
      return outcome.isJoined ? 'joined' : 'done';
    },
  };
}

/** No rating, score or other number is as large as these times in epoch milliseconds, from 2001 to 2286. */
const isTime = (value: number): boolean => value >= 1e12 && value < 1e13;

function readable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readable).filter((item) => item !== undefined);
  if (typeof value === 'string') return SEALED.test(value) ? undefined : value;
  if (typeof value === 'number') return isTime(value) ? new Date(value).toISOString() : value;
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => (SECRET.test(name) ? [] : [[name, readable(field)]])),
  );
}
