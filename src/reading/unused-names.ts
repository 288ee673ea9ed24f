import { isObject, type JsonObject } from '../json.ts';
import { bracketKeys } from './bracket-words.ts';
import { containers, holders, rosters } from './envelopes.ts';
import { fieldOf, type FieldTable } from './fields.ts';
import { foldedSet, foldKey } from './keys.ts';
import type { FieldMatch } from './reader.ts';
import { asRecords } from './values.ts';

/** Limits for the report: names, depth of records, and items per list. */
const MAX_NAMES = 60;
const DEEPEST = 10;
const MAX_ITEMS = 50;
const MAX_TEXTS = 10_000;

/** Keys around a response's records: only the names in them count. */
const AROUND = foldedSet([
  ...holders.before,
  ...bracketKeys.rounds,
  ...bracketKeys.matches,
  ...bracketKeys.parts,
  ...bracketKeys.around,
  ...rosters,
]);
/** Objects around a list or with a part of a record's fields: never unknown themselves. */
const PARTS = foldedSet([...holders.before, ...holders.after]);
const KNOWN = new Set([...AROUND, ...PARTS, ...foldedSet(containers)]);

/** `empty`: keys that were null everywhere. */
export interface UnusedNames {
  unused: string[];
  empty: string[];
}

/** The place of a value in a record, or in the envelopes around it. */
interface Position {
  /** The path from the record, as it can be added: "league.tr". */
  path: string;
  /** The same, folded and without indices, from the nearest object whose fields are read. */
  folded: string;
  isInRecord: boolean;
  /** In an object whose name is unknown: its keys may be people. */
  isUnknown: boolean;
}

const OUTSIDE: Position = { path: '', folded: '', isInRecord: false, isUnknown: false };
const INSIDE: Position = { ...OUTSIDE, isInRecord: true };
const isContainer = (value: unknown): boolean => typeof value === 'object' && value !== null;
const foldPath = (path: string): string =>
  path
    .split('.')
    .filter((step) => !/^(\d+|\*)$/.test(step))
    .map(foldKey)
    .join('.');
const joinFolded = (above: string, name: string): string => (above === '' ? name : `${above}.${name}`);

/**
 * The keys of a response that were not read, as paths from their record ("player1.country", "league.tr", "seats.0.pilot"), which
 * can be added as they are. Only keys that look like field names: ids and people's names as keys are private, as are all values.
 */
export function unusedNames(table: FieldTable, body: unknown, matches: Iterable<FieldMatch>): UnusedNames {
  const around = new Set([
    ...AROUND,
    ...Object.values(table.envelope).flatMap(({ names }) => names.map(foldKey)),
  ]);
  const used = new Set<string>();
  const records = new Set<string>();
  /** Objects with fields that were read: of a record, and of players and sides in one. */
  const read = { record: new Set<unknown>(), within: new Set<unknown>() };
  for (const { record, field, name, object } of matches) {
    const path = foldPath(name);
    used.add(path);
    if (fieldOf(table, record, field)?.fit === asRecords) records.add(path);
    if (record === 'player' || record === 'side') read.within.add(object);
    else if (record !== 'round') read.record.add(object);
  }
  const values = textsIn(body);
  const unused = new Map<string, string>();
  const empty = new Map<string, string>();
  collect(body, OUTSIDE, DEEPEST);
  return {
    unused: [...unused.values()].slice(0, MAX_NAMES),
    empty: [...empty]
      .filter(([key]) => !unused.has(key))
      .map(([, path]) => path)
      .slice(0, MAX_NAMES),
  };

  /** By its whole path: an added name may lead through what is passed over, or into a player. */
  function isUsed({ path }: Position, key: string): boolean {
    return used.has(foldPath(joinFolded(path, key)));
  }

  /** Whether there was anything to name in it. */
  function collect(value: unknown, position: Position, depth: number): boolean {
    if (depth === 0 || !isContainer(value)) return false;
    if (Array.isArray(value)) {
      const found = value
        .slice(0, MAX_ITEMS)
        .map((item, at) =>
          collect(item, position.isInRecord ? inner(position, String(at)) : OUTSIDE, depth - 1),
        );
      return found.includes(true);
    }
    if (!isObject(value)) return false;
    if (isMap(value) && !Object.keys(value).some((key) => isUsed(position, key))) {
      if (position.isUnknown) return false;
      for (const item of Object.values(value).slice(0, MAX_ITEMS)) collect(item, position, depth - 1);
      return true;
    }
    const here = placeIn(value, position);
    const entries = Object.entries(value);
    const found = entries.map(([key, child]) => note(key, child, here, depth, entries.length === 1));
    return found.includes(true);
  }

  function placeIn(object: JsonObject, position: Position): Position {
    if (read.record.has(object)) return INSIDE;
    if (!read.within.has(object)) return position;
    return position.isInRecord ? { ...position, folded: '', isUnknown: false } : INSIDE;
  }

  function note(key: string, value: unknown, position: Position, depth: number, isOnly: boolean): boolean {
    const name = foldKey(key);
    const folded = joinFolded(position.folded, name);
    if (records.has(folded) && isContainer(value)) {
      collect(value, { ...INSIDE, path: joinFolded(position.path, key) }, depth - 1);
      return true;
    }
    if (used.has(folded) || isUsed(position, key)) return true;
    if (isContainer(value)) {
      if (!position.isInRecord && around.has(name)) return collect(value, OUTSIDE, depth - 1);
      const isKnown = KNOWN.has(name) || around.has(name);
      // The name of an only entry may be anybody's.
      const step = position.isUnknown && isOnly && !isKnown ? '*' : key;
      const below = {
        ...inner(position, step),
        folded: PARTS.has(name) || step === '*' ? position.folded : folded,
        isUnknown: !isKnown,
      };
      if (collect(value, below, depth - 1)) return true;
      if (isKnown) return false;
    }
    if (!isName(key) || (position.isUnknown && values.has(name))) return false;
    const names = value === null ? empty : unused;
    const id = joinFolded(position.path.replace(/\.\d+/g, ''), key);
    if (!names.has(id)) names.set(id, joinFolded(position.path, key));
    return true;
  }
}

const inner = (position: Position, step: string): Position => ({
  ...position,
  path: joinFolded(position.path, step),
});

/** All texts of a response, folded: people's names and ids among them may be keys elsewhere. */
function textsIn(body: unknown): ReadonlySet<string> {
  const texts = new Set<string>();
  const queue = [body];
  for (const value of queue) {
    if (typeof value === 'string' || typeof value === 'number') texts.add(foldKey(String(value)));
    else if (Array.isArray(value) || isObject(value)) queue.push(...Object.values(value).slice(0, MAX_TEXTS));
  }
  return texts;
}

/** Whether a key looks like the name of a field: others may be people's, or ids. */
export function isName(key: string): boolean {
  return /^[a-z_$][\w$-]{0,39}$/i.test(key) && !/\d{4}/.test(key);
}

/** Records by id or by name: several objects with the same keys. */
function isMap(value: JsonObject): boolean {
  const all = Object.values(value);
  const [first] = all;
  if (all.length < 2 || !isObject(first)) return false;
  const keys = Object.keys(first);
  return (
    keys.length > 1 && all.every((item) => isObject(item) && keys.every((key) => Object.hasOwn(item, key)))
  );
}
