import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { createInFlight } from '../in-flight.ts';
import { PlatformError } from './error.ts';
import type { Bracket } from './records.ts';
import { bracketWithNames, hasAllNames, type NameOf, type NoteName, type Ref } from './unnamed.ts';

/** How long a name is used without asking again; after that it is used until a look-up brings another. */
const FRESH_MS = 10 * 60_000;
/** How long a look-up that failed is not repeated. */
const RETRY_MS = 60_000;
/** So many failures one after another mean the operation, not the ids: then one look-up is tried every `RETRY_MS`. */
const FAILURES_IN_A_ROW = 3;
/** Leaves most connections to the reads that answers are made of. */
const AT_ONCE = 24;
/** Players among whom a name is searched, for each keystroke. */
const MAX_SEARCHED = 2000;
/** Names of each kind, and their characters. */
const MAX_NAMES = 10_000;
const MAX_CHARACTERS = 1024 * 1024;

interface Entry {
  /** Absent where a look-up failed. */
  name: string | undefined;
  /** No look-up before, epoch milliseconds. */
  until: number;
}

export interface NamesOptions {
  /** Reads the record of an id; `undefined` where it has no name. May reject with `PlatformError`. */
  ask: (ref: Ref) => Promise<string | undefined>;
  /** Epoch milliseconds. */
  now: () => number;
}

/** Names of what records refer to by ids alone. Names and nothing else are kept, of what the API key reads. */
export interface Names {
  /** The last known name. */
  of: NameOf;
  /** Players whose names are known, those used last first, some thousands at most: the same list as long as no name changes. */
  players(): readonly KnownPlayer[];
  /** The bracket with the names that are known: the same object as long as these do not change. */
  inBracket(bracket: Bracket): Bracket;
  /** Of these, what is worth a look-up now: those without any name first, then those whose name is old. */
  wanted(refs: readonly Ref[]): Ref[];
  /** One look-up, shared with whoever makes the same one. Never rejects; `of` tells what came of it. */
  lookUp(ref: Ref): Promise<void>;
  note: NoteName;
  /** A name that is no longer true; a look-up that is under way may still bring it, and does not count. */
  forget(ref: Ref): void;
}

export interface KnownPlayer {
  id: string;
  name: string;
}

const keyOf = ({ kind, id }: Ref): string => `${kind} ${id}`;

const createEntries = () =>
  new LRUCache<string, Entry>({
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
  const limit = pLimit(AT_ONCE);
  const brackets = new WeakMap<Bracket, { named: Bracket; version: number }>();
  /** Counts changes of names. */
  let version = 0;

  const of: NameOf = ({ kind, id }) => entries[kind].get(id)?.name;

  function keep({ kind, id }: Ref, name: string | undefined, forMs: number): void {
    if (entries[kind].peek(id)?.name !== name) version += 1;
    entries[kind].set(id, { name, until: now() + forMs });
  }

  const isDue = ({ kind, id }: Ref): boolean => now() >= (entries[kind].peek(id)?.until ?? 0);
  const isFailing = ({ kind }: Ref): boolean => operations[kind].failures >= FAILURES_IN_A_ROW;
  const mayAsk = (ref: Ref): boolean => !isFailing(ref) || now() >= operations[ref.kind].nextTryAt;

  async function tryOnce(ref: Ref, isCurrent: () => boolean): Promise<void> {
    // It may have waited for others, which told its name or that the operation fails.
    if (!isDue(ref) || !mayAsk(ref)) return;
    const operation = operations[ref.kind];
    if (isFailing(ref)) operation.nextTryAt = now() + RETRY_MS;
    try {
      const name = await ask(ref);
      if (name === undefined) noteFailure(ref, isCurrent);
      else {
        operation.failures = 0;
        if (isCurrent()) keep(ref, name, FRESH_MS);
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
    if (isCurrent()) keep(ref, kind === 'not-found' ? undefined : of(ref), RETRY_MS);
  }

  let listed: { players: KnownPlayer[]; version: number } | undefined;

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
      if (listed?.version !== version) listed = { players: listPlayers(), version };
      return listed.players;
    },
    inBracket(bracket) {
      const known = brackets.get(bracket);
      if (known !== undefined && known.version >= version) return known.named;
      const isComplete = hasAllNames(bracket);
      const named = isComplete ? bracket : bracketWithNames(bracket, of);
      brackets.set(bracket, { named, version: isComplete ? Infinity : version });
      return named;
    },
    wanted(refs) {
      const due = refs.filter((ref) => isDue(ref) && mayAsk(ref));
      const isNameless = (ref: Ref): boolean => of(ref) === undefined;
      return [...due.filter(isNameless), ...due.filter((ref) => !isNameless(ref))];
    },
    lookUp(ref) {
      return inFlight.share(keyOf(ref), (isCurrent) => limit(() => tryOnce(ref, isCurrent)));
    },
    note(kind, record) {
      if (record?.id === undefined || record.name === undefined) return;
      const known = entries[kind].peek(record.id);
      // Most are known already: a list that is read again and again costs next to nothing.
      if (known?.name === record.name && known.until - now() > FRESH_MS / 2) return;
      keep({ kind, id: record.id }, record.name, FRESH_MS);
    },
    forget(ref) {
      inFlight.forget(keyOf(ref));
      if (entries[ref.kind].delete(ref.id)) version += 1;
    },
  };
}
