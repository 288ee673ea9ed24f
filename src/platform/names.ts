import pLimit from 'p-limit';
import { MINUTE_MS } from '../durations.ts';
import type { Bracket } from '../reading/records.ts';
import { createLookUps, type LookUps } from './look-ups.ts';
import { bracketWithNames, hasAllNames, type NameOf, type NoteName, type Ref } from './unnamed.ts';

/** How long a name needs no look-up. An older name is used until a look-up replaces it. */
const FRESH_MS = 10 * MINUTE_MS;
/** Leaves most connections to the reads that replies wait for. */
const MAX_CONCURRENT = 24;
/** The most players to search on each keystroke. */
const MAX_SEARCHED = 2000;
/** The most characters of all names of a kind. */
const MAX_CHARACTERS = 1_000_000;
/** What a name counts at least, so that there are never more than 10,000. */
const MIN_CHARACTERS = 100;

export interface NamesOptions {
  /** Reads the record of an id; `undefined` where it has no name. May reject with `PlatformError`. */
  ask: (ref: Ref) => Promise<string | undefined>;
  /** Monotonic milliseconds. */
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

export function createNames({ ask, now }: NamesOptions): Names {
  const limit = pLimit(MAX_CONCURRENT);
  const brackets = new WeakMap<Bracket, { named: Bracket; version: number }>();
  /** Counts changes of names. */
  let version = 0;

  const lookUpsOf = (kind: Ref['kind']): LookUps<string> =>
    createLookUps({
      ask: (id) => ask({ kind, id }),
      now,
      limit,
      freshMs: () => FRESH_MS,
      maxSize: MAX_CHARACTERS,
      sizeOf: (name = '') => Math.max(MIN_CHARACTERS, name.length),
      onChange: () => (version += 1),
    });
  const lookUps = { player: lookUpsOf('player'), tournament: lookUpsOf('tournament') };

  const of: NameOf = ({ kind, id }) => lookUps[kind].of(id);

  let playerList: { players: KnownPlayer[]; version: number } | undefined;

  function listPlayers(): KnownPlayer[] {
    const players: KnownPlayer[] = [];
    for (const [id, { value: name }] of lookUps.player.entries()) {
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
      const due = refs.filter(({ kind, id }) => lookUps[kind].isDue(id));
      const isNameless = (ref: Ref): boolean => of(ref) === undefined;
      return [...due.filter(isNameless), ...due.filter((ref) => !isNameless(ref))];
    },
    lookUp: ({ kind, id }) => lookUps[kind].lookUp(id),
    note(kind, record) {
      if (record?.id !== undefined && record.name !== undefined) lookUps[kind].note(record.id, record.name);
    },
    forget: ({ kind, id }) => lookUps[kind].forget(id),
  };
}
