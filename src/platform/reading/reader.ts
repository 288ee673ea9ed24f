import { bracketKeysWith } from './bracket-words.ts';
import type { FieldName, FieldTable, FieldValue, PlainName, RecordName } from './fields.ts';
import { findList } from './find-list.ts';
import { findRecord, type Location, type RecordNames } from './find-record.ts';
import { createViews, foldedSet, foldKey, isPlain, type Field } from './keys.ts';
import { readPhases } from './phases.ts';
import { sideNames } from './side-keys.ts';
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
export type Reader = ReturnType<typeof createReader>;

export function createReader(table: FieldTable, onMatch?: (match: FieldMatch) => void) {
  const namesOf = foldTable(table);
  const viewOf = createViews();
  const phaseOf = readPhases(table.state);

  /** What lies under a folded key of an object. */
  function at(here: unknown, name: string): unknown {
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
    for (const name of steps) here = at(here, name);
    return here;
  };

  /** The record of that kind in an answer, or in an entry of a list; `undefined` where there is no object at all. */
  function record<R extends RecordName>(value: unknown, kind: R, path = ''): Place<R> | undefined {
    const found = findRecord(viewOf, namesOf(kind), value, path);
    return found && { record: kind, ...found };
  }

  /** The object alone as such a record, without what lies around or in it. */
  function own<R extends RecordName>(value: unknown, kind: R): Place<R> | undefined {
    if (!isObject(value)) return undefined;
    return { record: kind, at: '', holders: [{ object: value, view: viewOf(value), at: '' }] };
  }

  /** The first value under one of the field's names that is of its kind, or of another kind that the field has here. */
  function get<R extends RecordName, F extends FieldName<R>>(
    place: Place<R> | undefined,
    field: F,
  ): FieldValue<R, F>;
  function get<R extends RecordName, T>(
    place: Place<R> | undefined,
    field: FieldName<R>,
    fit: Fit<T>,
  ): T | undefined;
  // What the table declares is what a field is read as; the compiler cannot follow a name into it.
  // oxlint-disable-next-line typescript/no-explicit-any
  function get(place: Place<RecordName> | undefined, field: string, fit?: Fit<any>): any {
    const declared = place && namesOf(place.record).fields.get(field);
    if (!declared) return undefined;
    const kind = fit ?? declared.fit;
    for (const { object, view } of place.holders) {
      const hasData = view.has('data');
      for (const { name, first, steps } of declared.paths) {
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

  /** Those of these fields that are there. */
  function pick<R extends RecordName, F extends FieldName<R>>(place: Place<R>, ...fields: F[]): Picked<R, F> {
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

  /** The `plain` fields of the record that are there. */
  function pickPlain<R extends RecordName>(place: Place<R>): Picked<R, PlainName<R>> {
    // The names come from the record's own part of the table.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return pick(place, ...((plainNames.get(place.record) ?? []) as PlainName<R>[]));
  }

  /** Whether an object has one of the field's names, be it with null under it. */
  function has<R extends RecordName>(object: JsonObject, kind: R, field: FieldName<R>): boolean {
    const paths = namesOf(kind).fields.get(field)?.paths ?? [];
    return paths.some(({ steps }) => walk(object, steps) !== undefined);
  }

  return {
    at,
    record,
    own,
    get,
    pick,
    pickPlain,
    has,
    /** The entries of the list of such records in an answer; `undefined` where it has no list. */
    list: (value: unknown, kind: RecordName) => findList(viewOf, phaseOf, namesOf(kind), value),
    viewOf,
    /** What a status word means. */
    phaseOf,
    /** How platforms call the two sides of a match. */
    sides: sideNames(table.pair),
    /** Keys under which a bracket keeps its rounds and its matches, folded. */
    bracketKeys: bracketKeysWith(table.envelope),
    /** For what is found by other ways than `get`. */
    matched: onMatch,
  };
}

/** Folds the table's names once instead of for every object that is read. */
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

function foldPath(name: string) {
  const steps = name.split('.').map(foldKey);
  return { name, first: steps[0] ?? '', steps };
}
