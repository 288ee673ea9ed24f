import type { RecordNames } from './compile-table.ts';
import { holders } from './envelopes.ts';
import type { Folding } from './folding.ts';
import { foldKey, joinPath } from './keys.ts';
import { isObject } from './values.ts';
import type { JsonObject } from './values.ts';

/** Where in an answer a record lies: the objects that may hold its fields, the likeliest first. */
export interface Place {
  /** "data.rounds[0]", for reports; empty for the answer itself. */
  at: string;
  holders: readonly Holder[];
}

interface Holder {
  object: JsonObject;
  at: string;
}

export interface FoundRecord {
  place: Place;
  /** How many of the record's fields are there: what tells a record from an envelope around it. */
  weight: number;
}

const deepest = 5;
const before = holders.before.map((key) => ({ key, name: foldKey(key) }));
const after = holders.after.map((key) => ({ key, name: foldKey(key) }));
// Of the answer rather than of the record that lies in it.
const answerKeys: ReadonlySet<string> = new Set(
  'id name title status state url type description message success ok code links meta'.split(' '),
);

/** Finds a record under envelopes, under its own name, alone in a list of one, or beside others. */
export function findRecord(
  folding: Folding,
  names: RecordNames,
  value: unknown,
  at: string,
  depth: number = deepest,
): FoundRecord | undefined {
  if (Array.isArray(value)) {
    return value.length === 1 ? findRecord(folding, names, value[0], joinPath(at, 0), depth) : undefined;
  }
  if (!isObject(value)) return undefined;
  const here = weigh(folding, names, placeOf(folding, value, at));
  let best = here;
  const isWhole = ['id', 'name'].every((field) => has(folding, names, here.place, field));
  for (const [key, inner] of depth === 0 ? [] : Object.entries(value)) {
    if (typeof inner !== 'object' || inner === null) continue;
    const name = foldKey(key);
    const isEnvelope = names.envelopes.has(name) && !names.byKey.has(name);
    if (!isEnvelope && !names.own.has(name)) continue;
    const found = findRecord(folding, names, inner, joinPath(at, key), depth - 1);
    if (!found || found.weight === 0) continue;
    if (isEnvelope) return found;
    // A record may name another of its kind (a tournament its event): what has an id and a name is the record.
    if (isWhole) continue;
    if (
      found.weight >= best.weight ||
      (best === here && !has(folding, names, here.place, 'id') && !has(folding, names, here.place, 'name'))
    ) {
      const around = [...found.place.holders, ...beside(folding, value, at)];
      best = { ...found, place: { ...found.place, holders: around } };
    }
  }
  return best;
}

export function weigh(folding: Folding, { byKey }: RecordNames, place: Place): FoundRecord {
  const found = new Set<string>();
  for (const { object } of place.holders) {
    for (const [key, value] of folding.of(object)) {
      if (value !== null) for (const field of byKey.get(key) ?? []) found.add(field);
    }
  }
  return { place, weight: found.size };
}

export function placeOf(folding: Folding, object: JsonObject, at: string): Place {
  const first = heldBy(folding, { object, at }, before);
  const own = [...first, { object, at }];
  return { at, holders: [...own, ...own.flatMap((holder) => heldBy(folding, holder, after))] };
}

function heldBy(
  folding: Folding,
  { object, at }: Holder,
  keys: readonly { key: string; name: string }[],
): Holder[] {
  const map = folding.of(object);
  return keys.flatMap(({ key, name }) => {
    const value = map.get(name);
    return isObject(value) ? [{ object: value, at: joinPath(at, key) }] : [];
  });
}

/** What stands beside a record under its own name may be a part of it, but for what belongs to the answer. */
function beside(folding: Folding, object: JsonObject, at: string): Holder[] {
  const rest = Object.fromEntries(Object.entries(object).filter(([key]) => !answerKeys.has(foldKey(key))));
  return [{ object: rest, at }, ...heldBy(folding, { object: rest, at }, after)];
}

function has(folding: Folding, { fields }: RecordNames, { holders: held }: Place, field: string): boolean {
  return (fields.get(field) ?? []).some(({ steps }) =>
    held.some(({ object }) => ['string', 'number'].includes(typeof folding.walk(object, steps))),
  );
}
