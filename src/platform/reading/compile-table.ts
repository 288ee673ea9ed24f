import { holders } from './envelopes.ts';
import type { FieldTable, RecordName } from './fields.ts';
import { mayLead, stepsOf } from './folding.ts';
import { foldKey } from './keys.ts';
import { readPhases, type PhaseOf } from './phases.ts';
import { onceForEach, type Shape } from './shapes.ts';

/** The table's names of one record, folded and indexed once instead of for every object read. */
export interface RecordNames {
  /** Those of them that an object of this shape can have something under. */
  within(shape: Shape): NamesWithin;
  /** The record's own name, alone or in the plural. */
  own: ReadonlySet<string>;
  /** Keys that hold any answer. */
  envelopes: ReadonlySet<string>;
  phaseOf: PhaseOf;
}

interface NamesWithin {
  /** By field: its names, the first that fits winning. */
  fields: ReadonlyMap<string, readonly PathWithin[]>;
  /** Keys (as written) that begin the path of fields. */
  telling: readonly { keys: readonly string[]; fields: readonly string[] }[];
  /** Keys (as written) under which the record itself may lie. */
  inner: readonly { key: string; isEnvelope: boolean }[];
  /** Keys under which a part of the record's fields may lie, as they are called and as they are written. */
  parts: { before: readonly Part[]; after: readonly Part[] };
}

export interface Part {
  part: string;
  keys: readonly string[];
}

interface Path {
  name: string;
  steps: readonly string[];
}

/** `keys` are those (as written) of its first step; without any, the path may yet lead on by another way. */
interface PathWithin extends Path {
  keys: readonly string[] | undefined;
  rest: readonly string[];
}

export function compileTable(table: FieldTable): (record: RecordName) => RecordNames {
  const shared = { envelopes: foldedSet(table.envelope.answer), phaseOf: readPhases(table.state) };
  const owns = new Map(Object.entries<readonly string[]>(table.envelope));
  const compile = (record: string, names: Record<string, readonly string[]>): RecordNames => {
    const sets = { own: foldedSet(owns.get(record) ?? []), ...shared };
    const fields = Object.entries(names).map(([field, list]): [string, Path[]] => [
      field,
      list.map((name) => ({ name, steps: stepsOf(name) })),
    ]);
    const byKey = fieldsByKey(fields);
    return {
      ...sets,
      within: onceForEach((shape) => ({
        fields: new Map(fields.map(([field, paths]) => [field, pathsIn(shape, paths)])),
        telling: [...shape.spellings].flatMap(([name, keys]) => {
          const told = byKey.get(name);
          return told ? [{ keys, fields: told }] : [];
        }),
        inner: shape.keys.flatMap(({ key, name }) => {
          const isEnvelope = sets.envelopes.has(name) && !byKey.has(name);
          return isEnvelope || sets.own.has(name) ? [{ key, isEnvelope }] : [];
        }),
        parts: { before: partsIn(shape, before), after: partsIn(shape, after) },
      })),
    };
  };
  const compiled = new Map(
    Object.entries(table).map(([record, names]) => [record, compile(record, names)] as const),
  );
  const nothing = compile('', {});
  return (record) => compiled.get(record) ?? nothing;
}

const pathsIn = (shape: Shape, paths: readonly Path[]): PathWithin[] =>
  paths
    .filter(({ steps }) => mayLead(shape, steps))
    .map((path) => ({
      ...path,
      keys: shape.spellings.get(path.steps[0] ?? ''),
      rest: path.steps.slice(1),
    }));

const foldedParts = (parts: readonly string[]) => parts.map((part) => ({ part, name: foldKey(part) }));
const before = foldedParts(holders.before);
const after = foldedParts(holders.after);

const partsIn = ({ spellings }: Shape, parts: typeof before): Part[] =>
  parts.flatMap(({ part, name }) => {
    const keys = spellings.get(name);
    return keys ? [{ part, keys }] : [];
  });

/** The fields that a key may begin the path of. */
function fieldsByKey(fields: readonly (readonly [string, readonly Path[]])[]): Map<string, string[]> {
  const byKey = new Map<string, string[]>();
  for (const [field, paths] of fields) {
    for (const {
      steps: [key = ''],
    } of paths)
      byKey.set(key, [...(byKey.get(key) ?? []), field]);
  }
  return byKey;
}

const foldedSet = (names: readonly string[]): ReadonlySet<string> => new Set(names.map(foldKey));
