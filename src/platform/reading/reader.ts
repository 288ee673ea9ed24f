import { bracketKeysWith, type BracketKeys } from './bracket-words.ts';
import type { FieldTable, RecordName } from './fields.ts';
import { findList, type Entry } from './find-list.ts';
import { findRecord, placeOf, type Place } from './find-record.ts';
import { createViews, type ViewOf } from './keys.ts';
import { foldTable, stepsOf } from './names.ts';
import { readPhases, type PhaseOf } from './phases.ts';
import { sideNames, type SideNames } from './side-keys.ts';
import { isObject, type JsonObject } from './values.ts';

export type { Place } from './find-record.ts';

/** Told for every field that was found: which accepted name matched, and where. */
export interface FieldMatch {
  record: RecordName;
  field: string;
  name: string;
  at: string;
}

/** Finds records and fields wherever a platform puts them. Knows names from its table, and no platform's shape. */
export interface Reader {
  /** The record of that kind in an answer, or in an entry of a list; `undefined` where there is no object at all. */
  record(value: unknown, record: RecordName, at?: string): Place | undefined;
  /** The object itself as a record, what it says on its own first. */
  itself(object: JsonObject): Place;
  /** The same record, of which an object that lies elsewhere holds what is missing. */
  also(place: Place, object: JsonObject, at: string): Place;
  /** The entries of the list of such records in an answer; `undefined` where it has no list. */
  list(value: unknown, record: RecordName, at?: string): Entry[] | undefined;
  /** The first value under one of the field's names that `fit` takes. */
  field<R extends RecordName, T>(
    place: Place,
    record: R,
    field: keyof FieldTable[R] & string,
    fit: (value: unknown) => T | undefined,
  ): T | undefined;
  /** Whether an object has one of the field's names, be it with null under it. */
  has<R extends RecordName>(object: JsonObject, record: R, field: keyof FieldTable[R] & string): boolean;
  viewOf: ViewOf;
  /** How platforms call the two sides of a match. */
  sides: SideNames;
  /** What a status word means. */
  phaseOf: PhaseOf;
  /** Keys under which a bracket keeps its rounds and its matches, folded. */
  bracketKeys: BracketKeys;
  /** Only where somebody listens: for what is found by other ways than `field`. */
  matched: ((match: FieldMatch) => void) | undefined;
  /** What lies under a key (or a path of keys, with dots) of an object. */
  at(object: JsonObject, path: string): unknown;
}

export function createReader(table: FieldTable, onMatch?: (match: FieldMatch) => void): Reader {
  const namesOf = foldTable(table);
  const viewOf = createViews();
  const phaseOf = readPhases(table.state);
  // The paths that the readers look up: a few hundred, none of them from an answer.
  const stepsOfPath = new Map<string, string[]>();

  function step(here: unknown, name: string): unknown {
    if (Array.isArray(here)) return here[Number(name)];
    if (!isObject(here)) return undefined;
    const view = viewOf(here);
    if (name === '*') return view.size === 1 ? [...view.values()][0] : undefined;
    const value = view.get(name);
    if (value !== undefined) return value;
    // A relationship (JSON:API) keeps what it points to under `data`.
    const data = view.get('data');
    return isObject(data) ? viewOf(data).get(name) : undefined;
  }

  const walk = (from: unknown, steps: readonly string[]): unknown => {
    let here = from;
    for (const name of steps) here = step(here, name);
    return here;
  };

  return {
    record: (value, record, at = '') => findRecord(viewOf, namesOf(record), value, at),
    itself(object) {
      const { at, holders } = placeOf(viewOf, object, '');
      // What lies under `data` is another object's.
      const view = new Map([...viewOf(object)].filter(([name]) => name !== 'data'));
      return { at, holders: [{ object, view, at }, ...holders.filter((held) => held.object !== object)] };
    },
    also: ({ at: own, holders }, object, at) => ({
      at: own,
      holders: [...holders, { object, view: viewOf(object), at }],
    }),
    list: (value, record, at = '') => findList({ viewOf, phaseOf }, namesOf(record), value, at),
    field(place, record, field, fit) {
      const paths = namesOf(record).fields.get(field) ?? [];
      for (const { object, view, at } of place.holders) {
        const hasData = view.has('data');
        for (const { name, steps } of paths) {
          const first = steps[0] ?? '';
          // Most names are in no object: the view alone tells that.
          if (!hasData && first !== '*' && !view.has(first)) continue;
          const value = steps.length === 1 && !hasData ? view.get(first) : walk(object, steps);
          // A null under one name gives way to the next, and so does what does not fit.
          const read = value === undefined || value === null ? undefined : fit(value);
          if (read === undefined) continue;
          onMatch?.({ record, field, name, at });
          return read;
        }
      }
      return undefined;
    },
    has: (object, record, field) =>
      (namesOf(record).fields.get(field) ?? []).some(({ steps }) => walk(object, steps) !== undefined),
    viewOf,
    sides: sideNames(table.pair),
    phaseOf,
    bracketKeys: bracketKeysWith(table.envelope),
    matched: onMatch,
    at(object, path) {
      const steps = stepsOfPath.get(path) ?? stepsOf(path);
      stepsOfPath.set(path, steps);
      return walk(object, steps);
    },
  };
}
