import { isObject, type JsonObject } from '../json.ts';
import { holders } from './envelopes.ts';
import { foldKey, joinPath, type ObjectView, type ViewOf } from './keys.ts';
import type { Fit } from './values.ts';

/** The folded names of one kind of record. */
export interface RecordNames {
  /** The names of each field, the best first. */
  fields: ReadonlyMap<string, { fit: Fit<unknown>; paths: readonly FieldPath[] }>;
  /** The fields whose paths start with a key. */
  byKey: ReadonlyMap<string, readonly string[]>;
  /** Keys that may contain the record: its own name, or an envelope. */
  inner: ReadonlyMap<string, 'own' | 'envelope'>;
  /** The record's name, in the singular and plural. */
  own: ReadonlySet<string>;
  envelopes: ReadonlySet<string>;
}

/** A name of a field with the steps to its value: "games.*.faceit_elo". */
interface FieldPath {
  name: string;
  first: string;
  steps: readonly string[];
}

/** The location of a record in a response: the objects with its fields, the most likely first. */
export interface Location {
  /** "data.rounds[0]", for reports; empty for the whole response. */
  at: string;
  holders: readonly FieldHolder[];
}

interface FieldHolder {
  object: JsonObject;
  view: ObjectView;
  at: string;
}

interface RecordCandidate {
  place: Location;
  /** What certainly belongs to the record, without the objects beside it. */
  core: Location;
}

const DEEPEST = 5;
/** The most envelopes to search for one record. */
const MAX_LOOKS = 64;
// These keys belong to the response rather than to a record in it.
const ANSWER_KEYS: ReadonlySet<string> = new Set(
  'id name title status state url type description message success ok code links meta'.split(' '),
);
const BEFORE = holders.before.map(foldKey);
const AFTER = holders.after.map(foldKey);

/** Finds a record in envelopes, under its own name, in a list of one, or beside other records. */
export function findRecord(
  viewOf: ViewOf,
  names: RecordNames,
  body: unknown,
  at: string,
): Location | undefined {
  let looks = MAX_LOOKS;
  return find(body, at, DEEPEST)?.place;

  function find(value: unknown, at: string, depth: number): RecordCandidate | undefined {
    if (Array.isArray(value)) {
      return value.length === 1 && depth > 0 ? find(value[0], joinPath(at, 0), depth - 1) : undefined;
    }
    if (!isObject(value) || looks === 0) return undefined;
    looks -= 1;
    const core = placeOf(viewOf, value, at);
    const here = { place: core, core };
    if (depth === 0) return here;
    const view = viewOf(value);
    let best: RecordCandidate = here;
    let namedHere: boolean | undefined;
    for (const [name, inner] of view) {
      const kind = names.inner.get(name);
      if (kind === undefined || typeof inner !== 'object' || inner === null) continue;
      const nested = find(inner, joinPath(at, viewOf.keyOf(value, name)), depth - 1);
      const weight = nested ? weigh(names, nested.core) : 0;
      if (!nested || weight === 0) continue;
      // A record may contain another of its kind (a tournament its event), or what a website writes about it (`content`): the one
      // with an id and a name is the record.
      namedHere ??= has(names, core, 'id') && has(names, core, 'name');
      if (namedHere) continue;
      if (kind === 'envelope') return nested;
      const isUnnamed = best === here && !has(names, core, 'id') && !has(names, core, 'name');
      if (weight >= weigh(names, best.core) || isUnnamed) {
        const around = [...nested.place.holders, ...beside(viewOf, value, at)];
        best = { ...nested, place: { ...nested.place, holders: around } };
      }
    }
    return best;
  }
}

/** Every server may send these, even without a record. */
const OF_ANY_ANSWER: ReadonlySet<string> = new Set(['status', 'finished']);

/** Whether the record has any field that not every answer may have. */
export const hasField = (names: RecordNames, { holders }: Location): boolean =>
  holders.some(({ view }) =>
    [...view].some(
      ([name, value]) =>
        value !== null && names.byKey.get(name)?.some((field) => !OF_ANY_ANSWER.has(field)) === true,
    ),
  );

/** How many of the record's fields are present: more in a record than in an envelope around it. */
export function weigh(names: RecordNames, place: Location): number {
  const presentFields = new Set<string>();
  for (const { view } of place.holders) {
    for (const [name, value] of view) {
      if (value !== null) for (const field of names.byKey.get(name) ?? []) presentFields.add(field);
    }
  }
  return presentFields.size;
}

export function placeOf(viewOf: ViewOf, object: JsonObject, at: string): Location {
  const own = { object, view: viewOf(object), at };
  const inner = [...innerHolders(viewOf, own, BEFORE), own];
  return { at, holders: [...inner, ...inner.flatMap((holder) => innerHolders(viewOf, holder, AFTER))] };
}

function innerHolders(
  viewOf: ViewOf,
  { object, view, at }: FieldHolder,
  parts: readonly string[],
): FieldHolder[] {
  const holdersInside: FieldHolder[] = [];
  for (const part of parts) {
    const inner = view.get(part);
    if (isObject(inner))
      holdersInside.push({
        object: inner,
        view: viewOf(inner),
        at: joinPath(at, viewOf.keyOf(object, part)),
      });
  }
  return holdersInside;
}

/** Fields beside a record's own name may belong to it, except for those of the response. */
function beside(viewOf: ViewOf, object: JsonObject, at: string): FieldHolder[] {
  const rest = Object.fromEntries([...viewOf(object)].filter(([name]) => !ANSWER_KEYS.has(name)));
  const holder = { object: rest, view: viewOf(rest), at };
  return [holder, ...innerHolders(viewOf, holder, AFTER)];
}

function has(names: RecordNames, place: Location, field: string): boolean {
  return place.holders.some(({ view }) =>
    names.fields.get(field)?.paths.some(({ first }) => ['string', 'number'].includes(typeof view.get(first))),
  );
}
