import { containers, envelopes, holders, ownNames } from './envelopes.ts';
import type { FieldTable, RecordName } from './fields.ts';
import { foldKey, joinPath } from './keys.ts';
import { phaseOf } from './phases.ts';
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

/** Told for every field that was found: which accepted name matched, and where. */
export interface FieldMatch {
  record: RecordName;
  field: string;
  name: string;
  at: string;
}

export interface Reader {
  /** The record of that kind in an answer, or in an entry of a list; `undefined` where there is no object at all. */
  record(value: unknown, record: RecordName, at?: string): Place | undefined;
  /** The entries of the list of such records in an answer; `undefined` where it has no list. */
  list(value: unknown, record: RecordName, at?: string): Entry[] | undefined;
  /** The first value under one of the field's names that `fit` takes. */
  field<R extends RecordName, T>(
    place: Place,
    record: R,
    field: keyof FieldTable[R] & string,
    fit: (value: unknown) => T | undefined,
  ): T | undefined;
  /** What lies under a key (or a path of keys, with dots) of an object. */
  at(object: JsonObject, path: string): unknown;
  /** Whether a key of the object begins or ends with a name. */
  hasKeyAround(object: JsonObject, name: string): boolean;
}

/** An entry of a list. `hints` are what the list itself says of it: the status or the id it was filed under. */
export interface Entry {
  value: unknown;
  at: string;
  hints?: JsonObject;
}

const deepest = 5;

/** Finds records and fields wherever a platform puts them. Knows names from its table and no platform's shape. */
export function createReader(table: FieldTable, onMatch?: (match: FieldMatch) => void): Reader {
  const paths = compile(table);
  const foldedOf = new WeakMap<JsonObject, Map<string, unknown>>();
  const envelopeKeys = new Set(envelopes.map(foldKey));
  const containerKeys = new Set(containers.map(foldKey));
  // The names that the readers ask for: a few hundred, none of them from an answer.
  const stepsOfPath = new Map<string, string[]>();

  /** The object's values by folded key. Of two keys that fold to one, the one that is not null counts. */
  function folded(object: JsonObject): Map<string, unknown> {
    const known = foldedOf.get(object);
    if (known) return known;
    const map = new Map<string, unknown>();
    for (const [key, value] of Object.entries(object)) {
      const name = foldKey(key);
      map.set(name, map.get(name) ?? value);
    }
    foldedOf.set(object, map);
    return map;
  }

  function walk(object: JsonObject, path: readonly string[]): unknown {
    let here: unknown = object;
    for (const step of path) {
      if (Array.isArray(here)) here = here[Number(step)];
      else if (!isObject(here)) return undefined;
      else if (step === '*') here = onlyValue(here);
      else {
        const map = folded(here);
        // A relationship (JSON:API) keeps what it points to under `data`.
        const inner = map.get('data');
        here = map.has(step) || !isObject(inner) ? map.get(step) : folded(inner).get(step);
      }
    }
    return here;
  }

  function placeOf(object: JsonObject, at: string, around: readonly Holder[] = []): Place {
    const before = heldBy(object, at, holders.before);
    const after = [...before, { object, at }].flatMap((holder) =>
      heldBy(holder.object, holder.at, holders.after),
    );
    return { at, holders: [...before, { object, at }, ...after, ...around] };
  }

  function heldBy(object: JsonObject, at: string, keys: readonly string[]): Holder[] {
    return keys.flatMap((key) => {
      const value = folded(object).get(foldKey(key));
      return isObject(value) ? [{ object: value, at: joinPath(at, key) }] : [];
    });
  }

  /** How many of the record's fields an object has: what tells a record from an envelope around it. */
  function weight(place: Place, record: RecordName): number {
    let found = 0;
    for (const names of paths[record].values()) {
      if (
        names.some(({ steps }) => place.holders.some(({ object }) => (walk(object, steps) ?? null) !== null))
      )
        found += 1;
    }
    return found;
  }

  function search(value: unknown, record: RecordName, at: string, depth: number): Found | undefined {
    if (Array.isArray(value))
      return value.length === 1 ? search(value[0], record, joinPath(at, 0), depth) : undefined;
    if (!isObject(value)) return undefined;
    const here = { place: placeOf(value, at), weight: 0 };
    here.weight = weight(here.place, record);
    if (depth === 0) return here;
    const fieldKeys = topKeys(record);
    const own = new Set(ownNames[record].map(foldKey));
    let best: Found = here;
    for (const [key, inner] of Object.entries(value)) {
      const name = foldKey(key);
      const isEnvelope = envelopeKeys.has(name) && !fieldKeys.has(name);
      if (typeof inner !== 'object' || inner === null || !(isEnvelope || own.has(name))) continue;
      const found = search(inner, record, joinPath(at, key), depth - 1);
      if (!found || found.weight === 0) continue;
      if (isEnvelope) return found;
      // A record may name another of its kind (a match its tournament); then it is the one that says more.
      if (found.weight > best.weight || (best === here && !named(here.place, record))) {
        best = {
          ...found,
          place: { ...found.place, holders: [...found.place.holders, ...beside(value, at)] },
        };
      }
    }
    return best;
  }

  /** What stands beside a record under its own name may be a part of it, but for what belongs to the answer. */
  function beside(object: JsonObject, at: string): Holder[] {
    const rest = Object.entries(object).filter(([key]) => !answerKeys.has(foldKey(key)));
    return [{ object: Object.fromEntries(rest), at }];
  }

  function named(place: Place, record: RecordName): boolean {
    return ['id', 'name'].some((field) =>
      paths[record]
        .get(field)
        ?.some(({ steps }) => place.holders.some(({ object }) => asKey(walk(object, steps)))),
    );
  }

  function topKeys(record: RecordName): Set<string> {
    return new Set(
      [...paths[record].values()].flatMap((names) => names.flatMap(({ steps }) => steps.slice(0, 1))),
    );
  }

  /** Arrays on the way down through envelopes; those under the record's own name are marked. */
  function arrays(value: unknown, record: RecordName, at: string, own: boolean, depth: number): Candidate[] {
    if (Array.isArray(value)) return [{ items: value, at, own }];
    if (!isObject(value) || depth === 0) return [];
    const ownKeys = new Set(ownNames[record].map(foldKey));
    return Object.entries(value).flatMap(([key, inner]) => {
      const name = foldKey(key);
      const isOwn = ownKeys.has(name);
      if (!isOwn && !envelopeKeys.has(name) && !containerKeys.has(name)) return [];
      // Some servers write an empty list as null.
      if (inner === null && !containerKeys.has(name))
        return [{ items: [], at: joinPath(at, key), own: isOwn }];
      return arrays(inner, record, joinPath(at, key), own || isOwn, depth - 1);
    });
  }

  /** `{ "created": [], "started": [] }`: lists by status, taken together. */
  function byStatus(value: JsonObject, at: string): Entry[] | undefined {
    const lists = Object.entries(value).filter(
      ([key, inner]) => phaseOf(key) !== undefined && Array.isArray(inner),
    );
    if (lists.length === 0) return undefined;
    return lists.flatMap(([key, inner]) =>
      Array.isArray(inner) ? entries(inner, joinPath(at, key), { status: key }) : [],
    );
  }

  /** `{ "17": {}, "23": {} }`: records by id. */
  function byId(value: unknown, record: RecordName, at: string): Entry[] | undefined {
    if (!isObject(value)) return undefined;
    const all = Object.entries(value);
    for (const [key, inner] of all) {
      if (!isObject(inner) || foldKey(key) === 'error') return undefined;
      if (weight(placeOf(inner, ''), record) < 2) return undefined;
    }
    return all.length === 0
      ? undefined
      : all.map(([key, inner]) => ({ value: inner, at: joinPath(at, key), hints: { id: key } }));
  }

  function unwrap(value: unknown, record: RecordName): { value: unknown; at: string } {
    let here = value;
    let at = '';
    const keys = new Set([...envelopeKeys, ...ownNames[record].map(foldKey)]);
    for (let depth = 0; depth < deepest && isObject(here); depth += 1) {
      const inner: [string, unknown] | undefined = Object.entries(here).find(
        ([key, child]) => keys.has(foldKey(key)) && isObject(child),
      );
      if (!inner) break;
      at = joinPath(at, inner[0]);
      here = inner[1];
    }
    return { value: here, at };
  }

  return {
    record: (value, record, at = '') => search(value, record, at, deepest)?.place,
    at(object, path) {
      const steps = stepsOfPath.get(path) ?? stepsOf(path);
      stepsOfPath.set(path, steps);
      return walk(object, steps);
    },
    hasKeyAround(object, name) {
      const folded_ = foldKey(name);
      for (const key of folded(object).keys())
        if (key.startsWith(folded_) || key.endsWith(folded_)) return true;
      return false;
    },
    field(place, record, field, fit) {
      const names = paths[record].get(field) ?? [];
      for (const holder of place.holders) {
        for (const { name, steps } of names) {
          const value = walk(holder.object, steps);
          const read = value === undefined || value === null ? undefined : fit(value);
          if (read === undefined) continue;
          onMatch?.({ record, field, name, at: holder.at });
          return read;
        }
      }
      return undefined;
    },
    list(value, record, at = '') {
      const found = arrays(value, record, at, false, deepest).toSorted(
        (a, b) => rank(b) - rank(a) || b.items.length - a.items.length,
      )[0];
      if (found) return entries(found.items, found.at);
      const inner = unwrap(value, record);
      if (isObject(inner.value)) {
        return (
          byStatus(inner.value, inner.at) ?? byId(inner.value, record, inner.at) ?? byId(value, record, at)
        );
      }
      return undefined;
    },
  };
}

interface Found {
  place: Place;
  weight: number;
}

interface Candidate {
  items: readonly unknown[];
  at: string;
  own: boolean;
}

// Of the answer rather than of the record that lies in it.
const answerKeys = new Set([
  'id',
  'name',
  'title',
  'status',
  'state',
  'url',
  'type',
  'description',
  'message',
  'success',
  'ok',
  'code',
  'links',
  'meta',
]);

function rank({ items, own }: Candidate): number {
  return (items.length > 0 ? 2 : 0) + (own ? 1 : 0);
}

function entries(items: readonly unknown[], at: string, hints?: JsonObject): Entry[] {
  return items.map((value, index) => ({ value, at: joinPath(at, index), ...(hints && { hints }) }));
}

function onlyValue(object: JsonObject): unknown {
  const all = Object.values(object);
  return all.length === 1 ? all[0] : undefined;
}

function asKey(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

function stepsOf(name: string): string[] {
  return name.split('.').map((step) => (step === '*' ? step : foldKey(step)));
}

type Paths = Record<RecordName, Map<string, { name: string; steps: string[] }[]>>;

function compile(table: FieldTable): Paths {
  const compiled = Object.entries(table).map(([record, names]) => [
    record,
    new Map(
      Object.entries<readonly string[]>(names).map(([field, list]) => [
        field,
        list.map((name) => ({ name, steps: stepsOf(name) })),
      ]),
    ),
  ]);
  // Object.fromEntries widens the keys that FieldTable names.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(compiled) as Paths;
}
