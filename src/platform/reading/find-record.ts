import { holders } from './envelopes.ts';
import { foldKey, joinPath, type View, type ViewOf } from './keys.ts';
import { isObject, type Fit, type JsonObject } from './values.ts';

/** The names of one record, folded. */
export interface RecordNames {
  /** By field: its names, the first that fits winning. */
  fields: ReadonlyMap<string, { fit: Fit<unknown>; paths: readonly Path[] }>;
  /** The fields that a key begins the path of. */
  byKey: ReadonlyMap<string, readonly string[]>;
  /** Keys under which the record itself may lie: its own name, or what is around any answer. */
  inner: ReadonlyMap<string, 'own' | 'envelope'>;
  /** The record's own name, alone or in the plural. */
  own: ReadonlySet<string>;
  envelopes: ReadonlySet<string>;
}

/** A name of a field, and the steps to its value: "games.*.faceit_elo". */
interface Path {
  name: string;
  first: string;
  steps: readonly string[];
}

/** Where in an answer a record lies: the objects that may hold its fields, the likeliest first. */
export interface Location {
  /** "data.rounds[0]", for reports; empty for the answer itself. */
  at: string;
  holders: readonly Holder[];
}

interface Holder {
  object: JsonObject;
  view: View;
  at: string;
}

interface Candidate {
  place: Location;
  /** What is the record's for certain, without what stands beside it. */
  core: Location;
}

const DEEPEST = 5;
/** Envelopes looked into for one record. */
const MAX_LOOKS = 64;
// Of the answer rather than of the record that lies in it.
const ANSWER_KEYS: ReadonlySet<string> = new Set(
  'id name title status state url type description message success ok code links meta'.split(' '),
);
const BEFORE = holders.before.map(foldKey);
const AFTER = holders.after.map(foldKey);

/** Finds a record under envelopes, under its own name, alone in a list of one, or beside others. */
export function findRecord(
  viewOf: ViewOf,
  names: RecordNames,
  body: unknown,
  at: string,
): Location | undefined {
  let looks = MAX_LOOKS;
  return find(body, at, DEEPEST)?.place;

  function find(value: unknown, at: string, depth: number): Candidate | undefined {
    if (Array.isArray(value)) {
      return value.length === 1 && depth > 0 ? find(value[0], joinPath(at, 0), depth - 1) : undefined;
    }
    if (!isObject(value) || looks === 0) return undefined;
    looks -= 1;
    const core = placeOf(viewOf, value, at);
    const here = { place: core, core };
    if (depth === 0) return here;
    const view = viewOf(value);
    let best: Candidate = here;
    let namedHere: boolean | undefined;
    for (const [name, inner] of view) {
      const kind = names.inner.get(name);
      if (kind === undefined || typeof inner !== 'object' || inner === null) continue;
      const found = find(inner, joinPath(at, viewOf.keyOf(value, name)), depth - 1);
      const weight = found ? weigh(names, found.core) : 0;
      if (!found || weight === 0) continue;
      if (kind === 'envelope') return found;
      // A record may name another of its kind (a tournament its event): what has an id and a name is the record.
      namedHere ??= has(names, core, 'id') && has(names, core, 'name');
      if (namedHere) continue;
      const isUnnamed = best === here && !has(names, core, 'id') && !has(names, core, 'name');
      if (weight >= weigh(names, best.core) || isUnnamed) {
        const around = [...found.place.holders, ...beside(viewOf, value, at)];
        best = { ...found, place: { ...found.place, holders: around } };
      }
    }
    return best;
  }
}

/** How many of the record's fields are there: a record has more of them than an envelope around it. */
export function weigh(names: RecordNames, place: Location): number {
  const found = new Set<string>();
  for (const { view } of place.holders) {
    for (const [name, value] of view) {
      if (value !== null) for (const field of names.byKey.get(name) ?? []) found.add(field);
    }
  }
  return found.size;
}

export function placeOf(viewOf: ViewOf, object: JsonObject, at: string): Location {
  const own = { object, view: viewOf(object), at };
  const held = [...heldBy(viewOf, own, BEFORE), own];
  return { at, holders: [...held, ...held.flatMap((holder) => heldBy(viewOf, holder, AFTER))] };
}

function heldBy(viewOf: ViewOf, { object, view, at }: Holder, parts: readonly string[]): Holder[] {
  const held: Holder[] = [];
  for (const part of parts) {
    const inner = view.get(part);
    if (isObject(inner))
      held.push({ object: inner, view: viewOf(inner), at: joinPath(at, viewOf.keyOf(object, part)) });
  }
  return held;
}

/** What stands beside a record under its own name may be a part of it, but for what belongs to the answer. */
function beside(viewOf: ViewOf, object: JsonObject, at: string): Holder[] {
  const rest = Object.fromEntries([...viewOf(object)].filter(([name]) => !ANSWER_KEYS.has(name)));
  const holder = { object: rest, view: viewOf(rest), at };
  return [holder, ...heldBy(viewOf, holder, AFTER)];
}

function has(names: RecordNames, place: Location, field: string): boolean {
  return place.holders.some(({ view }) =>
    names.fields.get(field)?.paths.some(({ first }) => ['string', 'number'].includes(typeof view.get(first))),
  );
}
