import { isObject, type JsonObject } from '../json.ts';
import { onceFor } from '../once-for.ts';
import { bracketKeysWith } from './bracket-words.ts';
import type { FieldName, FieldTable, FieldValue, PlainName, RecordName } from './fields.ts';
import { findList } from './find-list.ts';
import { findRecord, hasField, type Location, type RecordNames } from './find-record.ts';
import { createViews, foldedSet, foldKey, isPlain, onlyOf, type Field } from './keys.ts';
import { readPhases } from './phases.ts';
import { ShapeError } from './shape-error.ts';
import { sideNames } from './side-keys.ts';
import type { Phase } from './records.ts';
import { asInteger, asWord, type Fit } from './values.ts';

/** A field that was read, with the accepted name that matched. */
export interface FieldMatch {
  record: RecordName;
  field: string;
  name: string;
  /** Where it was found, if in one object. */
  object?: JsonObject;
}

/** The location of a record of a kind. */
export interface RecordPlace<R extends RecordName> extends Location {
  record: R;
}

type Picked<R extends RecordName, F extends FieldName<R>> = {
  [K in F]?: Exclude<FieldValue<R, K>, undefined>;
};

/** Finds records and fields anywhere in a response, by the names in a table, without knowing the shape of a platform. */
export type RecordReader = ReturnType<typeof createReader>;

export function createReader(table: FieldTable, onMatch?: (match: FieldMatch) => void) {
  const namesOf = foldedTable(table);
  const viewOf = createViews();
  const phaseOf = readPhases(table.state);
  const sides = sideNames(table.pair);

  /** The value under a folded key or an index. */
  function at(here: unknown, name: string): unknown {
    if (Array.isArray(here)) return /^\d+$/.test(name) ? here[Number(name)] : at(onlyOf(here), name);
    if (!isObject(here)) return undefined;
    const view = viewOf(here);
    if (name === '*') return view.size === 1 ? [...view.values()][0] : undefined;
    const value = view.get(name);
    if (value !== undefined) return value;
    // The target of a relationship (JSON:API) is under `data`.
    const data = view.get('data');
    return isObject(data) ? viewOf(data).get(name) : undefined;
  }

  const walk = (from: unknown, steps: readonly string[]): unknown => {
    let here = from;
    for (const name of steps) here = at(here, name);
    return here;
  };

  /** The record of a kind in a response or in an entry of a list; `undefined` if there is no object. */
  function record<R extends RecordName>(value: unknown, kind: R, path = ''): RecordPlace<R> | undefined {
    const location = findRecord(viewOf, namesOf(kind), value, path);
    return location && { record: kind, ...location };
  }

  /** Whether the record has any field; `status` may occur without a record. */
  const isKnown = (place: RecordPlace<RecordName>): boolean =>
    hasField(namesOf(place.record), place) ||
    (place.record === 'match' &&
      place.holders.some(({ view }) => [...view.keys()].some((key) => sides.keys.has(key))));

  /** The record that a whole response is about. Throws `ShapeError` if it has none of the record's fields. */
  function required<R extends RecordName>(value: unknown, kind: R): RecordPlace<R> {
    const found = record(value, kind);
    if (!found || !isKnown(found)) throw new ShapeError(found?.at ?? '');
    return found;
  }

  /** The object itself as a record, without envelopes or nested objects. */
  function own<R extends RecordName>(value: unknown, kind: R): RecordPlace<R> | undefined {
    if (!isObject(value)) return undefined;
    return { record: kind, at: '', holders: [{ object: value, view: viewOf(value), at: '' }] };
  }

  /** The first value under one of the field's names that fits its kind, or `fit`. */
  function get<R extends RecordName, F extends FieldName<R>>(
    place: RecordPlace<R> | undefined,
    field: F,
  ): FieldValue<R, F>;
  function get<R extends RecordName, T>(
    place: RecordPlace<R> | undefined,
    field: FieldName<R>,
    fit: Fit<T>,
  ): T | undefined;
  // The table determines the type; the compiler cannot follow a name into it.
  // oxlint-disable-next-line typescript/no-explicit-any
  function get(place: RecordPlace<RecordName> | undefined, field: string, fit?: Fit<any>): any {
    const declared = place && namesOf(place.record).fields.get(field);
    if (!declared) return undefined;
    const kind = fit ?? declared.fit;
    for (const { object, view } of place.holders) {
      const hasData = view.has('data');
      for (const { name, first, steps } of declared.paths) {
        // Most names are not in the object, which the view shows at once.
        if (!hasData && first !== '*' && !view.has(first)) continue;
        const value = steps.length === 1 && !hasData ? view.get(first) : walk(object, steps);
        // After a null or a value that does not fit, the next name is tried.
        const fitting = value === undefined || value === null ? undefined : fitOrOnly(kind, value);
        if (fitting === undefined) continue;
        onMatch?.({ record: place.record, field, name, object });
        return fitting;
      }
    }
    return undefined;
  }

  /** The fields that have a value. */
  function pick<R extends RecordName, F extends FieldName<R>>(
    place: RecordPlace<R>,
    ...fields: F[]
  ): Picked<R, F> {
    const values: Partial<Record<string, unknown>> = {};
    for (const field of fields) {
      const value = get(place, field);
      if (value !== undefined) values[field] = value;
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return values as never;
  }

  const plainNames = new Map(
    Object.entries(table).map(([name, declared]) => [
      name,
      Object.entries<Field<unknown>>(declared).flatMap(([field, one]) => (isPlain(one) ? [field] : [])),
    ]),
  );

  /** The `plain` fields that the record has. */
  function pickPlain<R extends RecordName>(place: RecordPlace<R>): Picked<R, PlainName<R>> {
    // The names come from the record's own part of the table.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return pick(place, ...((plainNames.get(place.record) ?? []) as PlainName<R>[]));
  }

  /** The status word with its phase; a number counts if the operator has added it. */
  function state(place: RecordPlace<'tournament' | 'match' | 'ending'>): {
    status: string | undefined;
    phase: Phase | undefined;
  } {
    const status = get(place, 'status', asWord);
    const ofNumber = (value: unknown) => phaseOf(asInteger(value)?.toString());
    return { status, phase: status === undefined ? get(place, 'status', ofNumber) : phaseOf(status) };
  }

  /** Whether an object has one of the field's names, even with null as its value. */
  function has<R extends RecordName>(object: JsonObject, kind: R, field: FieldName<R>): boolean {
    const paths = namesOf(kind).fields.get(field)?.paths ?? [];
    return paths.some(({ steps }) => walk(object, steps) !== undefined);
  }

  return {
    at,
    walk,
    record,
    required,
    isKnown,
    own,
    get,
    pick,
    pickPlain,
    has,
    state,
    /** The entries of a list of records in a response; `undefined` without a list. */
    list: (value: unknown, kind: RecordName) => findList(viewOf, phaseOf, namesOf(kind), value),
    viewOf,
    /** The phase that a status word means. */
    phaseOf,
    /** The names of the two sides of a match. */
    sides,
    /** The folded keys of a bracket's rounds and matches. */
    bracketKeys: bracketKeysWith(table.envelope),
    /** To report matches that did not come from `get`. */
    matched: onMatch,
  };
}

/** Folds a table's names once, not for every reader or object. */
const foldedTable = onceFor(foldTable);

function foldTable(table: FieldTable): (record: RecordName) => RecordNames {
  const envelopes = foldedSet(table.envelope.answer.names);
  const ownNames = new Map(Object.entries<Field<unknown>>(table.envelope));
  const fold = (record: string, declared: Record<string, Field<unknown>>): RecordNames => {
    const own = foldedSet(ownNames.get(record)?.names ?? []);
    const fields: RecordNames['fields'] = new Map(
      Object.entries(declared).map(([field, { fit, names }]) => [field, { fit, paths: names.map(foldPath) }]),
    );
    const byKey = new Map<string, string[]>();
    for (const [field, { paths }] of fields) {
      for (const key of new Set(paths.map(({ first }) => first)))
        byKey.set(key, [...(byKey.get(key) ?? []), field]);
    }
    const inner = new Map<string, 'own' | 'envelope'>();
    for (const name of own) inner.set(name, 'own');
    for (const name of envelopes) if (!byKey.has(name)) inner.set(name, 'envelope');
    return { fields, byKey, inner, own, envelopes };
  };
  const folded = new Map(Object.entries(table).map(([record, declared]) => [record, fold(record, declared)]));
  const nothing = fold('', {});
  return (record) => folded.get(record) ?? nothing;
}

/** A list with one record is read as the record if it does not fit as a list. */
function fitOrOnly(fit: Fit<unknown>, value: unknown): unknown {
  const fitting = fit(value);
  const only = fitting === undefined ? onlyOf(value) : undefined;
  return isObject(only) ? fit(only) : fitting;
}

function foldPath(name: string) {
  const steps = name.split('.').map(foldKey);
  return { name, first: steps[0] ?? '', steps };
}
