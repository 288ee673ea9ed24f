import type { Part, RecordNames } from './compile-table.ts';
import { valueUnder } from './folding.ts';
import type { Folding } from './folding.ts';
import { joinPath } from './keys.ts';
import type { Shape } from './shapes.ts';
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
  shape: Shape;
  at: string;
}

interface FoundRecord {
  place: Place;
  /** What is the record's for certain, without what stands beside it. */
  core: Place;
}

const deepest = 5;
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
): Place | undefined {
  return find(folding, names, value, at, deepest)?.place;
}

function find(
  folding: Folding,
  names: RecordNames,
  value: unknown,
  at: string,
  depth: number,
): FoundRecord | undefined {
  if (Array.isArray(value)) {
    return value.length === 1 ? find(folding, names, value[0], joinPath(at, 0), depth) : undefined;
  }
  if (!isObject(value)) return undefined;
  const core = placeOf(folding, names, value, at);
  const here = { place: core, core };
  const inner = depth === 0 ? [] : names.within(folding.shapeOf(value)).inner;
  // Nearly every record: nothing to weigh it against.
  if (inner.length === 0) return here;
  const hasHere = (field: string) => has(folding, names, core, field);
  let best: FoundRecord = here;
  for (const { key, isEnvelope } of inner) {
    const found = find(folding, names, value[key], joinPath(at, key), depth - 1);
    const weight = found ? weigh(names, found.core) : 0;
    if (!found || weight === 0) continue;
    if (isEnvelope) return found;
    // A record may name another of its kind (a tournament its event): what has an id and a name is the record.
    if (hasHere('id') && hasHere('name')) continue;
    if (weight >= weigh(names, best.core) || (best === here && !hasHere('id') && !hasHere('name'))) {
      const around = [...found.place.holders, ...beside(folding, names, value, at)];
      best = { ...found, place: { ...found.place, holders: around } };
    }
  }
  return best;
}

/** How many of the record's fields are there: what tells a record from an envelope around it. */
export function weigh(names: RecordNames, place: Place): number {
  const found = new Set<string>();
  for (const { object, shape } of place.holders) {
    for (const { keys, fields } of names.within(shape).telling) {
      if (valueUnder(object, keys) !== null) for (const field of fields) found.add(field);
    }
  }
  return found.size;
}

export function placeOf(folding: Folding, names: RecordNames, object: JsonObject, at: string): Place {
  const own = { object, shape: folding.shapeOf(object), at };
  const { parts } = names.within(own.shape);
  if (parts.before.length === 0 && parts.after.length === 0) return { at, holders: [own] };
  const held = [...heldBy(folding, own, parts.before), own];
  return { at, holders: [...held, ...held.flatMap((holder) => heldAfter(folding, names, holder))] };
}

function heldBy(folding: Folding, { object, at }: Holder, parts: readonly Part[]): Holder[] {
  return parts.flatMap(({ part, keys }) => {
    const value = valueUnder(object, keys);
    return isObject(value) ? [{ object: value, shape: folding.shapeOf(value), at: joinPath(at, part) }] : [];
  });
}

const heldAfter = (folding: Folding, names: RecordNames, holder: Holder): Holder[] =>
  heldBy(folding, holder, names.within(holder.shape).parts.after);

/** What stands beside a record under its own name may be a part of it, but for what belongs to the answer. */
function beside(folding: Folding, names: RecordNames, object: JsonObject, at: string): Holder[] {
  const kept = folding.shapeOf(object).keys.filter(({ name }) => !answerKeys.has(name));
  const rest = Object.fromEntries(kept.map(({ key }) => [key, object[key]]));
  const holder = { object: rest, shape: folding.shapeOf(rest), at };
  return [holder, ...heldAfter(folding, names, holder)];
}

function has(folding: Folding, names: RecordNames, { holders: held }: Place, field: string): boolean {
  return held.some(({ object, shape }) =>
    (names.within(shape).fields.get(field) ?? []).some(({ steps }) =>
      ['string', 'number'].includes(typeof folding.walk(object, steps)),
    ),
  );
}
