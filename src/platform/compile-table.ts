import type { FieldTable, RecordName } from './fields.ts';
import { stepsOf } from './folding.ts';
import { foldKey } from './keys.ts';
import { readPhases, type PhaseOf } from './phases.ts';

/** The table's names of one record, folded and indexed once instead of for every object read. */
export interface RecordNames {
  fields: ReadonlyMap<string, readonly { name: string; steps: readonly string[] }[]>;
  /** The fields that a key may begin the path of. */
  byKey: ReadonlyMap<string, readonly string[]>;
  /** The record's own name, alone or in the plural. */
  own: ReadonlySet<string>;
  /** Keys that hold any answer. */
  envelopes: ReadonlySet<string>;
  phaseOf: PhaseOf;
}

export function compileTable(table: FieldTable): (record: RecordName) => RecordNames {
  const shared = { envelopes: foldedSet(table.envelope.answer), phaseOf: readPhases(table.state) };
  const own = new Map(Object.entries<readonly string[]>(table.envelope));
  const compiled = new Map<string, RecordNames>();
  for (const [record, names] of Object.entries(table)) {
    const fields = new Map<string, { name: string; steps: string[] }[]>();
    const byKey = new Map<string, string[]>();
    for (const [field, list] of Object.entries<readonly string[]>(names)) {
      const paths = list.map((name) => ({ name, steps: stepsOf(name) }));
      fields.set(field, paths);
      for (const [key] of paths.map(({ steps }) => steps)) {
        if (key !== undefined) byKey.set(key, [...(byKey.get(key) ?? []), field]);
      }
    }
    compiled.set(record, { fields, byKey, own: foldedSet(own.get(record) ?? []), ...shared });
  }
  const nothing: RecordNames = { fields: new Map(), byKey: new Map(), own: new Set(), ...shared };
  return (record) => compiled.get(record) ?? nothing;
}

const foldedSet = (names: readonly string[]): ReadonlySet<string> => new Set(names.map(foldKey));
