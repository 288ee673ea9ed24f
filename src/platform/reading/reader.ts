import { bracketKeysWith, type BracketKeys } from './bracket-words.ts';
import type { FieldName, FieldTable, FieldValue, RecordName } from './fields.ts';
import { findList, type Entry } from './find-list.ts';
import { findRecord, placeOf, type Location } from './find-record.ts';
import { createViews, type ViewOf } from './keys.ts';
import { foldTable } from './names.ts';
import { readPhases, type PhaseOf } from './phases.ts';
import { sideNames, type SideNames } from './side-keys.ts';
import { isObject, type Fit, type JsonObject } from './values.ts';

/** A field that was found, and the accepted name under which it was. */
export interface FieldMatch {
  record: RecordName;
  field: string;
  name: string;
}

/** Where a record of that kind lies. */
export interface Place<R extends RecordName> extends Location {
  record: R;
}

type Picked<R extends RecordName, F extends FieldName<R>> = {
  [K in F]?: Exclude<FieldValue<R, K>, undefined>;
};

/** Finds records and fields wherever a platform puts them. Knows names from its table, and no platform's shape. */
export interface Reader {
  /** The record of that kind in an answer, or in an entry of a list; `undefined` where there is no object at all. */
  record<R extends RecordName>(value: unknown, record: R, at?: string): Place<R> | undefined;
  /** The first value under one of the field's names that is of its kind. */
  get<R extends RecordName, F extends FieldName<R>>(place: Place<R> | undefined, field: F): FieldValue<R, F>;
  /** The same, of a kind that the field has here. */
  get<R extends RecordName, T>(place: Place<R> | undefined, field: FieldName<R>, fit: Fit<T>): T | undefined;
  /** Those of these fields that are there. */
  pick<R extends RecordName, F extends FieldName<R>>(place: Place<R>, ...fields: F[]): Picked<R, F>;
  /** The object alone as such a record, without what lies around or in it. */
  own<R extends RecordName>(value: unknown, record: R): Place<R> | undefined;
  /** The object itself, what it says on its own first. */
  itself<R extends RecordName>(object: JsonObject, record: R): Place<R>;
  /** The same place, with an object that lies elsewhere and holds what is missing. */
  also<R extends RecordName>(place: Place<R>, object: JsonObject, at: string): Place<R>;
  /** The entries of the list of such records in an answer; `undefined` where it has no list. */
  list(value: unknown, record: RecordName, at?: string): Entry[] | undefined;
  /** Whether an object has one of the field's names, be it with null under it. */
  has<R extends RecordName>(object: JsonObject, record: R, field: FieldName<R>): boolean;
  viewOf: ViewOf;
  /** How platforms call the two sides of a match. */
  sides: SideNames;
  /** What a status word means. */
  phaseOf: PhaseOf;
  /** Keys under which a bracket keeps its rounds and its matches, folded. */
  bracketKeys: BracketKeys;
  /** The reader's `onMatch`, for what is found by other ways than `get`. */
  matched: ((match: FieldMatch) => void) | undefined;
  /** What lies under a folded key of an object. */
  at(object: JsonObject, name: string): unknown;
}

export function createReader(table: FieldTable, onMatch?: (match: FieldMatch) => void): Reader {
  const namesOf = foldTable(table);
  const viewOf = createViews();
  const phaseOf = readPhases(table.state);

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

  // What the table declares is what a field is read as; the compiler cannot follow a name into it.
  // oxlint-disable-next-line typescript/no-explicit-any
  function get(place: Place<RecordName> | undefined, field: string, fit?: Fit<any>) {
    const declared = place && namesOf(place.record).fields.get(field);
    if (!declared) return undefined;
    const kind = fit ?? declared.fit;
    for (const { object, view } of place.holders) {
      const hasData = view.has('data');
      for (const { name, steps } of declared.paths) {
        const first = steps[0] ?? '';
        // Most names are in no object: the view alone tells that.
        if (!hasData && first !== '*' && !view.has(first)) continue;
        const value = steps.length === 1 && !hasData ? view.get(first) : walk(object, steps);
        // A null under one name gives way to the next, and so does what does not fit.
        const read = value === undefined || value === null ? undefined : kind(value);
        if (read === undefined) continue;
        onMatch?.({ record: place.record, field, name });
        return read;
      }
    }
    return undefined;
  }

  return {
    record(value, record, at = '') {
      const place = findRecord(viewOf, namesOf(record), value, at);
      return place && { record, at: place.at, holders: place.holders };
    },
    get,
    pick(place, ...fields) {
      const values: Partial<Record<string, unknown>> = {};
      for (const field of fields) {
        const value = get(place, field);
        if (value !== undefined) values[field] = value;
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return values as never;
    },
    own: (value, record) =>
      isObject(value)
        ? { record, at: '', holders: [{ object: value, view: viewOf(value), at: '' }] }
        : undefined,
    itself(object, record) {
      const { at, holders } = placeOf(viewOf, object, '');
      // What lies under `data` is another object's.
      const view = new Map([...viewOf(object)].filter(([name]) => name !== 'data'));
      return {
        record,
        at,
        holders: [{ object, view, at }, ...holders.filter((held) => held.object !== object)],
      };
    },
    also: (place, object, at) => ({
      ...place,
      holders: [...place.holders, { object, view: viewOf(object), at }],
    }),
    list: (value, record, at = '') => findList({ viewOf, phaseOf }, namesOf(record), value, at),
    has: (object, record, field) =>
      (namesOf(record).fields.get(field)?.paths ?? []).some(({ steps }) => walk(object, steps) !== undefined),
    viewOf,
    sides: sideNames(table.pair),
    phaseOf,
    bracketKeys: bracketKeysWith(table.envelope),
    matched: onMatch,
    at: step,
  };
}
