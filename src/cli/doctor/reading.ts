import type { RawAnswer } from '../../platform/error.ts';
import { expectedFields, type AnswerKind } from '../../platform/reading/expected-fields.ts';
import type { FieldTable, RecordName } from '../../platform/reading/fields.ts';
import { createReader, type FieldMatch } from '../../platform/reading/reader.ts';
import { unusedNames } from '../../platform/reading/unused-names.ts';

/** What was understood of one operation's answer. Names alone: values may be private. */
export interface Reading {
  /** What the operation is about. */
  record: RecordName;
  /** Fields that were found; those of another record than the operation's own have its name in front. */
  found: { field: string; names: string[] }[];
  missing: string[];
  /** Keys of the answer that nobody reads, and those that are null wherever they stand. */
  unused: string[];
  empty: string[];
}

export interface Trace {
  onAnswer: (answer: RawAnswer) => void;
  onMatch: (match: FieldMatch) => void;
  /** The last answer's body. */
  body(): unknown;
  /** How many entries the list in it has, readable or not. */
  entries(record: RecordName): number;
  /** Whether any of these was found ("match.sides"). */
  found(...fields: string[]): boolean;
  reading(kind: AnswerKind): Reading;
}

/** Listens to one operation. `table` is the one that its answer is read with. */
export function createTrace(table: FieldTable): Trace {
  let body: unknown;
  const matches = new Map<string, FieldMatch>();
  const of = (field: string) =>
    [...matches.values()].filter((match) => `${match.record}.${match.field}` === field);

  return {
    onAnswer(answer) {
      body = answer.body;
      // A window that was refused is asked for again.
      matches.clear();
    },
    onMatch(match) {
      matches.set(`${match.record}.${match.field} ${match.name}`, match);
    },
    body: () => body,
    entries: (record) => createReader(table).list(body, record)?.length ?? 0,
    found: (...fields) => fields.some((field) => of(field).length > 0),
    reading(kind) {
      const { record, fields } = expectedFields[kind];
      const shown = (field: string) =>
        field.startsWith(`${record}.`) ? field.slice(record.length + 1) : field;
      const all = new Set([...matches.values()].map((match) => `${match.record}.${match.field}`));
      const ordered = [...new Set([...fields.flat().filter((field) => all.has(field)), ...all])];
      return {
        record,
        found: ordered.map((field) => ({
          field: shown(field),
          names: of(field).map(({ name }) => name),
        })),
        missing: fields
          .filter((names) => names.every((name) => !all.has(name)))
          .map(([name = '']) => shown(name)),
        ...unusedNames(table, body, matches.values()),
      };
    },
  };
}
