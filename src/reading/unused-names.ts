import { isObject, type JsonObject } from '../json.ts';
import { bracketKeys } from './bracket-words.ts';
import { containers, holders, rosters } from './envelopes.ts';
import { fieldOf, type FieldTable } from './fields.ts';
import { foldedSet, foldKey, joinPath } from './keys.ts';
import type { FieldMatch } from './reader.ts';
import { asRecords } from './values.ts';

/** Limits for the report: names, depth of records, and items per list. */
const MAX_NAMES = 60;
const DEEPEST = 10;
const MAX_ITEMS = 50;

/** Envelope keys beyond those of the table: the names in them count, they do not. */
const BUILT_IN = foldedSet([
  ...holders.before,
  ...holders.after,
  ...containers,
  ...rosters,
  ...bracketKeys.rounds,
  ...bracketKeys.matches,
  ...bracketKeys.parts,
  ...bracketKeys.around,
]);

/** `empty`: keys that were null everywhere. */
export interface UnusedNames {
  unused: string[];
  empty: string[];
}

/**
 * The keys of a response that were not read, with their parent key if it is a field ("player1.country"). Only keys that look like
 * field names: ids and people's names as keys are private, as are all values.
 */
export function unusedNames(table: FieldTable, body: unknown, matches: Iterable<FieldMatch>): UnusedNames {
  const around = new Set([
    ...BUILT_IN,
    ...Object.values(table.envelope).flatMap(({ names }) => names.map(foldKey)),
  ]);
  const used = new Set<string>();
  const records = new Set<string>();
  for (const { record, field, name } of matches) {
    const steps = name.split('.').map(foldKey);
    for (const step of steps) used.add(step);
    if (fieldOf(table, record, field)?.fit === asRecords) records.add(steps.at(-1) ?? '');
  }
  const unused = new Set<string>();
  const empty = new Set<string>();
  collect(body, '', DEEPEST);
  return {
    unused: [...unused].slice(0, MAX_NAMES),
    empty: [...empty].filter((name) => !unused.has(name)).slice(0, MAX_NAMES),
  };

  function collect(value: unknown, above: string, depth: number): void {
    if (depth === 0) return;
    if (Array.isArray(value) || (isObject(value) && isMap(value))) {
      for (const item of Object.values(value).slice(0, MAX_ITEMS)) collect(item, above, depth - 1);
      return;
    }
    if (!isObject(value)) return;
    for (const [key, inner] of Object.entries(value)) {
      const name = foldKey(key);
      const isContainer = typeof inner === 'object' && inner !== null;
      if (records.has(name)) collect(inner, key, depth - 1);
      else if (used.has(name)) continue;
      else if (isContainer && around.has(name)) collect(inner, above, depth - 1);
      else if (isName(key)) (inner === null ? empty : unused).add(joinPath(above, key));
    }
  }
}

function isName(key: string): boolean {
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
