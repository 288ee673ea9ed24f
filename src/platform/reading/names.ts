import type { Field } from './field.ts';
import type { FieldTable, RecordName } from './fields.ts';
import { foldedSet, foldKey } from './keys.ts';
import type { Fit } from './values.ts';

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
  steps: readonly string[];
}

/** Folds the table's names once instead of for every object that is read. */
export function foldTable(table: FieldTable): (record: RecordName) => RecordNames {
  const envelopes = foldedSet(table.envelope.answer.names);
  const owns = new Map(Object.entries<Field<unknown>>(table.envelope));
  const fold = ([record, declared]: [string, Record<string, Field<unknown>>]): [string, RecordNames] => {
    const own = foldedSet(owns.get(record)?.names ?? []);
    const fields = new Map(
      Object.entries(declared).map(([field, { fit, names }]) => [
        field,
        { fit, paths: names.map((name) => ({ name, steps: stepsOf(name) })) },
      ]),
    );
    const byKey = new Map<string, string[]>();
    for (const [field, { paths }] of fields) {
      for (const key of new Set(paths.map(({ steps }) => steps[0] ?? '')))
        byKey.set(key, [...(byKey.get(key) ?? []), field]);
    }
    const inner = new Map<string, 'own' | 'envelope'>();
    for (const name of own) inner.set(name, 'own');
    for (const name of envelopes) if (!byKey.has(name)) inner.set(name, 'envelope');
    return [record, { fields, byKey, inner, own, envelopes }];
  };
  const folded = new Map(Object.entries(table).map(fold));
  const nothing = fold(['', {}])[1];
  return (record) => folded.get(record) ?? nothing;
}

/** "games.*.faceit_elo" as folded steps. */
function stepsOf(path: string): string[] {
  return path.split('.').map((step) => (step === '*' ? step : foldKey(step)));
}
