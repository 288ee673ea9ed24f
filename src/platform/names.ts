import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { createInFlight } from '../async/in-flight.ts';
import { MINUTE_MS } from '../durations.ts';
import { PlatformError } from './error.ts';
import type { Bracket } from '../reading/records.ts';
import { bracketWithNames, hasAllNames, type NameOf, type NoteName, type Ref } from './unnamed.ts';

/** How long a name needs no look-up. An older name is used until a look-up replaces it. */
const FRESH_MS = 10 * MINUTE_MS;
/** How long a failed look-up is not repeated. */
const RETRY_MS = MINUTE_MS;
/** This many consecutive failures mean that the operation fails, not the ids: then one look-up is tried every `RETRY_MS`. */
const FAILURES_IN_A_ROW = 3;
/** Leaves most connections to the reads that replies wait for. */
const MAX_CONCURRENT = 24;
/** The most players to search on each keystroke. */
const MAX_SEARCHED = 2000;
/** The most names of each kind, and their characters. */
const MAX_NAMES = 10_000;
const MAX_CHARACTERS = 1024 * 1024;

interface NameEntry {
  /** Absent if the look-up failed. */
  name: string | undefined;
  /** When the next look-up is due, epoch milliseconds. */
  until: number;
}

export interface NamesOptions {
  /** Reads the record of an id; `undefined` where it has no name. May reject with `PlatformError`. */
  ask: (ref: Ref) => Promise<string | undefined>;
  /** Epoch milliseconds. */
  now: () => number;
}

/** Caches the names of players and tournaments that other records refer to by id. Stores names only, from reads with the API key. */
export interface Names {
  /** The latest name. */
  of: NameOf;
  /** Players with names, the most recently used first, at most `MAX_SEARCHED`. The same array until a name changes. */
  players(): readonly KnownPlayer[];
  /** The bracket with the cached names. The same object until a name changes. */
  inBracket(bracket: Bracket): Bracket;
  /** Those of the refs that need a look-up: without a name first, then with an old one. */
  wanted(refs: readonly Ref[]): Ref[];
  /** One look-up; concurrent ones are shared. Never rejects; `of` has the result. */
  lookUp(ref: Ref): Promise<void>;
  note: NoteName;
  /** Drops an outdated name, and ignores the result of a look-up in flight. */
  forget(ref: Ref): void;
}

export interface KnownPlayer {
  id: string;
  name: string;
}

const keyOf = ({ kind, id }: Ref): string => `${kind} ${id}`;

const createEntries = () =>
  new LRUCache<string, NameEntry>({
    max: MAX_NAMES,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ name = '' }) => name.length + 1,
  });

export function createNames({ ask, now }: NamesOptions): Names {
  const entries = { player: createEntries(), tournament: createEntries() };
  const operations = {
    player: { failures: 0, nextTryAt: 0 },
    tournament: { failures: 0, nextTryAt: 0 },
  };
  const inFlight = createInFlight<void>();
  const limit = pLimit(MAX_CONCURRENT);
  const brackets = new WeakMap<Bracket, { named: Bracket; version: number }>();
  /** Counts changes of names. */
  let version = 0;

  const of: NameOf = ({ kind, id }) => entries[kind].get(id)?.name;

  function store({ kind, id }: Ref, name: string | undefined, forMs: number): void {
    if (entries[kind].peek(id)?.name !== name) version += 1;
    entries[kind].set(id, { name, until: now() + forMs });
  }

  const isDue = ({ kind, id }: Ref): boolean => now() >= (entries[kind].peek(id)?.until ?? 0);
  const isFailing = ({ kind }: Ref): boolean => operations[kind].failures >= FAILURES_IN_A_ROW;
  const mayLookUp = (ref: Ref): boolean => !isFailing(ref) || now() >= operations[ref.kind].nextTryAt;

  async function tryOnce(ref: Ref, isCurrent: () => boolean): Promise<void> {
    // While it waited, another look-up may have found the name or failed.
    if (!isDue(ref) || !mayLookUp(ref)) return;
    const operation = operations[ref.kind];
    if (isFailing(ref)) operation.nextTryAt = now() + RETRY_MS;
    try {
      const name = await ask(ref);
      if (name === undefined) noteFailure(ref, isCurrent);
      else {
        operation.failures = 0;
        if (isCurrent()) store(ref, name, FRESH_MS);
      }
    } catch (error) {
      noteFailure(ref, isCurrent, error);
    }
  }

  function noteFailure(ref: Ref, isCurrent: () => boolean, error?: unknown): void {
    const operation = operations[ref.kind];
    const kind = error instanceof PlatformError ? error.kind : undefined;
    operation.failures = kind === 'rate-limited' ? FAILURES_IN_A_ROW : operation.failures + 1;
    operation.nextTryAt = now() + RETRY_MS;
    if (isCurrent()) store(ref, kind === 'not-found' ? undefined : of(ref), RETRY_MS);
  }

  let playerList: { players: KnownPlayer[]; version: number } | undefined;

  function listPlayers(): KnownPlayer[] {
    const players: KnownPlayer[] = [];
    for (const [id, { name }] of entries.player.entries()) {
      if (players.length === MAX_SEARCHED) break;
      if (name !== undefined) players.push({ id, name });
    }
    return players;
  }

  return {
    of,
    players() {
      if (playerList?.version !== version) playerList = { players: listPlayers(), version };
      return playerList.players;
    },
    inBracket(bracket) {
      const cached = brackets.get(bracket);
      if (cached !== undefined && cached.version >= version) return cached.named;
      const isComplete = hasAllNames(bracket);
      const withNames = isComplete ? bracket : bracketWithNames(bracket, of);
      brackets.set(bracket, { named: withNames, version: isComplete ? Infinity : version });
      return withNames;
    },
    wanted(refs) {
      const due = refs.filter((ref) => isDue(ref) && mayLookUp(ref));
      const isNameless = (ref: Ref): boolean => of(ref) === undefined;
      return [...due.filter(isNameless), ...due.filter((ref) => !isNameless(ref))];
    },
    lookUp(ref) {
      return inFlight.share(keyOf(ref), (isCurrent) => limit(() => tryOnce(ref, isCurrent)));
    },
    note(kind, record) {
      if (record?.id === undefined || record.name === undefined) return;
      const cached = entries[kind].peek(record.id);
      // Most names are cached: skipping these keeps repeated reads cheap.
      if (cached?.name === record.name && cached.until - now() > FRESH_MS / 2) return;
      store({ kind, id: record.id }, record.name, FRESH_MS);
    },
    forget(ref) {
      inFlight.forget(keyOf(ref));
      if (entries[ref.kind].delete(ref.id)) version += 1;
    },
  };
}
