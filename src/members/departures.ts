import { sealContext } from '../accounts/token-records.ts';
import { VaultError, type Vault } from '../accounts/vault.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../durations.ts';
import { jsonOf } from '../json.ts';
import { present } from '../present.ts';
import { createBuckets } from '../store/buckets.ts';
import { StoreError, unlessUnreadable } from '../store/errors.ts';
import type { Store } from '../store/store.ts';
import {
  Departure,
  isEarly,
  isLater,
  stepsOf,
  type DepartureEntry,
  type DepartureKind,
  type DeparturesRecord,
  type DepartureStep,
} from './departure-record.ts';
import { createDepartureSteps, type DepartureStepsDeps } from './departure-steps.ts';
import type { NamingRecords } from './naming.ts';

/** How long a deletion is remembered: another press joins it. */
const JOINED_MS = MINUTE_MS;
/** The process that began it carries it out first. */
const FIRST_MS = 5 * SECOND_MS;
/** After a failure, doubled each time. */
const BACKOFF_MS = 5 * SECOND_MS;
const BACKOFF_MAX_MS = HOUR_MS;

/** The state of a departure. `isJoined`: an earlier press began it. */
export interface DepartureOutcome {
  left: readonly DepartureStep[];
  hadLink: boolean;
  isJoined: boolean;
}

export interface DeparturesDeps extends DepartureStepsDeps {
  store: Store<DeparturesRecord>;
  vault: Pick<Vault, 'seal' | 'open' | 'fingerprint'>;
  naming: DepartureStepsDeps['naming'] & Pick<NamingRecords, 'serversOf'>;
  now: () => number;
}

export type Departures = ReturnType<typeof createDepartures>;

const union = (...lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())];

/**
 * Carries out the requests of people who hide, unlink or delete everything: a request is stored before its first step, sealed, so
 * that it is completed despite failures and kills.
 */
export function createDepartures(deps: DeparturesDeps) {
  const { store, vault, links, naming, now } = deps;
  const work = createDepartureSteps(deps);
  const buckets = createBuckets<DeparturesRecord>({
    store,
    empty: {},
    count: 16,
    numberOf: (id) => id.charCodeAt(0),
  });
  /** One of each kind at a time: a member who hides after deleting everything has not deleted that choice. */
  const idOf = ({ discordId, kind }: Pick<Departure, 'discordId' | 'kind'>): string =>
    vault.fingerprint(`${kind}:${discordId}`, 'departure');
  const running = new Map<string, Promise<DepartureOutcome>>();
  /** By id: how often it failed here, and when it is retried. */
  const failed = new Map<string, { times: number; nextAt: number }>();

  const change = (
    id: string,
    edit: (entry: DepartureEntry | undefined) => DepartureEntry | undefined,
  ): Promise<void> =>
    buckets.change(buckets.keyOf(id), (bucket) => {
      const { [id]: before, ...others } = bucket;
      const after = edit(before);
      if (after === before) return bucket;
      return after === undefined ? others : { ...others, [id]: after };
    });

  function opened({ sealed }: DepartureEntry): Departure | undefined {
    try {
      return Departure.safeParse(jsonOf(vault.open(sealed, sealContext.departure()))).data;
    } catch (error) {
      // Its key may return to the settings.
      if (error instanceof VaultError) return undefined;
      throw error;
    }
  }

  const read = async (id: string): Promise<DepartureEntry | undefined> =>
    (await store.get(buckets.keyOf(id)))?.[id];

  /** Stores a request, merged with an unfinished earlier one. */
  const begin = (asked: Departure): Promise<void> =>
    change(idOf(asked), (entry) => {
      const before = entry && entry.left.length > 0 ? opened(entry) : undefined;
      const departure = {
        ...asked,
        ...present({ playerName: asked.playerName ?? before?.playerName }),
        playerIds: union(asked.playerIds, before?.playerIds ?? []),
        guildIds: union(asked.guildIds, before?.guildIds ?? []),
      };
      const sealed = vault.seal(JSON.stringify(departure), sealContext.departure());
      return { sealed, left: stepsOf(asked.kind), beganAt: now() };
    });

  /** Whether it has steps that were to be done by now. */
  const hasDue = (entry: DepartureEntry): boolean =>
    entry.left.some((name) => name !== 'store' && !isEarly(name, entry, now()));

  async function carryOut(id: string, entry: DepartureEntry, departure: Departure): Promise<DepartureStep[]> {
    const left = await work(departure, entry);
    await change(id, (stored) => {
      // Another press asked for more meanwhile, and carries it out.
      if (stored === undefined || stored.sealed !== entry.sealed) return stored;
      if (left.length > 0 || departure.kind === 'delete') return { ...stored, left };
      return undefined;
    });
    if (!hasDue({ ...entry, left })) failed.delete(id);
    else {
      const times = (failed.get(id)?.times ?? 0) + 1;
      failed.set(id, { times, nextAt: now() + Math.min(BACKOFF_MAX_MS, BACKOFF_MS * 2 ** (times - 1)) });
    }
    return left;
  }

  async function leaveNow(asked: Departure): Promise<DepartureOutcome> {
    const id = idOf(asked);
    await begin(asked);
    const entry = await read(id);
    const departure = entry && opened(entry);
    const left = entry && departure ? await carryOut(id, entry, departure) : [];
    return { left, hadLink: asked.linkedAt !== undefined, isJoined: false };
  }

  /** A deletion of the last minute whose steps are all done, except the search of the store. */
  async function lastOf(discordId: string): Promise<DepartureOutcome | undefined> {
    const entry = await read(idOf({ discordId, kind: 'delete' }));
    if (entry === undefined || Math.abs(now() - entry.beganAt) >= JOINED_MS) return undefined;
    if (!entry.left.every(isLater)) return undefined;
    // They have linked since, so there is something to delete.
    if ((await links.read(discordId).catch(unlessUnreadable)) !== undefined) return undefined;
    return { left: [], hadLink: false, isJoined: true };
  }

  async function departureOf(
    discordId: string,
    kind: DepartureKind,
    more: { playerIds?: readonly string[]; isLinkGone?: boolean } = {},
  ): Promise<Departure> {
    const link = more.isLinkGone === true ? undefined : await links.read(discordId).catch(unlessUnreadable);
    return {
      discordId,
      kind,
      playerIds: union(more.playerIds ?? [], link === undefined ? [] : [link.playerId]),
      guildIds: await naming.serversOf(discordId),
      ...present({ linkedAt: link?.linkedAt, playerName: link?.playerName }),
    };
  }

  return {
    /**
     * Begins a departure. Throws `StoreError` if it could not be stored; steps that fail later are retried. A second deletion within
     * a minute joins the first. `before`: called once it is stored. `isLinkGone`: their player is linked to another member.
     */
    async leave(
      discordId: string,
      kind: DepartureKind,
      more: { playerIds?: readonly string[]; isLinkGone?: boolean; before?: () => Promise<void> } = {},
    ): Promise<DepartureOutcome> {
      const key = `${kind}:${discordId}`;
      const first = running.get(key);
      if (kind === 'delete' && first !== undefined) return { ...(await first), isJoined: true };
      const leaving = (first ?? Promise.resolve())
        .catch(() => undefined)
        .then(async () => {
          const last = kind === 'delete' ? await lastOf(discordId) : undefined;
          if (last !== undefined) return last;
          const asked = await departureOf(discordId, kind, more);
          if (more.before !== undefined) {
            await begin(asked);
            await more.before();
          }
          return leaveNow(asked);
        });
      running.set(key, leaving);
      return leaving.finally(() => {
        if (running.get(key) === leaving) running.delete(key);
      });
    },

    /** The deletions that still need the search of the whole store. */
    async deleted(): Promise<{ id: string; departure: Departure }[]> {
      const entries = (await buckets.readAll()).flatMap((bucket) => Object.entries(bucket));
      return entries.flatMap(([id, entry]) => {
        const isDue = entry.left.includes('store') && entry.left.every(isLater);
        const departure = isDue ? opened(entry) : undefined;
        return departure === undefined ? [] : [{ id, departure }];
      });
    },
    /** Records that the store was searched for these. */
    async noteSearched(ids: readonly string[]): Promise<void> {
      for (const id of ids)
        await change(id, (entry) =>
          entry?.left.every(isLater) === true
            ? { ...entry, left: entry.left.filter((name) => name !== 'store') }
            : entry,
        );
    },

    /** Continues the remaining steps. Only for the owner: `check` throws if this process no longer is. Throws `StoreError`. */
    async run(check: () => Promise<void>): Promise<void> {
      const entries = (await buckets.readAll()).flatMap((bucket) => Object.entries(bucket));
      const ids = new Set(entries.map(([id]) => id));
      for (const id of failed.keys()) if (!ids.has(id)) failed.delete(id);
      for (const [id, entry] of entries) {
        const agoMs = Math.abs(now() - entry.beganAt);
        if (entry.left.length === 0 && agoMs >= JOINED_MS) {
          await change(id, (stored) => (stored?.sealed === entry.sealed ? undefined : stored));
          continue;
        }
        const isDue = agoMs >= FIRST_MS && (failed.get(id)?.nextAt ?? -Infinity) <= now();
        const departure = isDue && hasDue(entry) ? opened(entry) : undefined;
        if (departure === undefined) continue;
        await check();
        await carryOut(id, entry, departure).catch((error: unknown) => {
          if (!(error instanceof StoreError)) throw error;
        });
      }
    },
  };
}
