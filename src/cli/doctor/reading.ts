import { isObject } from '../../json.ts';
import type { RawAnswer } from '../../platform/error.ts';
import { expectedFields, type AnswerKind } from '../../reading/expected-fields.ts';
import { namesOf, type FieldTable, type RecordName } from '../../reading/fields.ts';
import { foldKey } from '../../reading/keys.ts';
import { createReader, type FieldMatch } from '../../reading/reader.ts';
import { isName, unusedNames } from '../../reading/unused-names.ts';

/** How one operation's answer was read. Only names: values may be private. */
export interface AnswerReading {
  /** The kind of record that the operation returns. */
  record: RecordName;
  /** Fields that were found; those of other records are prefixed with the record's name. */
  found: { field: string; names: string[] }[];
  missing: string[];
  /** Of the missing ones, those whose name is there with values of another kind. */
  unfit: { field: string; name: string }[];
  /** `unused`: keys that are not read. `empty`: keys that are null everywhere. */
  unused: string[];
  /** The unused ones as entries of PLATFORM_FIELDS, without the field that they may mean. */
  entries: string[];
  empty: string[];
}

/** The name of a field with its record: "tournament.startsAt". */
export const fullName = (record: string, field: string): string =>
  field.includes('.') ? field : `${record}.${field}`;

/** `"side": { "…": ["tally"] }`: a path into a side or a player is an entry of that record. */
function entriesOf(record: RecordName, unused: readonly string[], matches: readonly FieldMatch[]): string[] {
  const inner = record === 'match' ? 'side' : 'player';
  const holders = new Set(
    matches.flatMap(({ record: of, field, name }) =>
      of === 'pair' || (of === 'match' && field === 'sides') || (of === 'rankingEntry' && field === 'player')
        ? foldKey(name)
        : [],
    ),
  );
  const byRecord = new Map<string, string[]>();
  for (const path of unused) {
    const [first = '', ...rest] = path.split('.');
    const within = rest[0] !== undefined && /^\d+$/.test(rest[0]) ? rest.slice(1) : rest;
    const isInner = holders.has(foldKey(first)) && within.length > 0;
    const key = isInner ? inner : record;
    byRecord.set(key, [...(byRecord.get(key) ?? []), isInner ? within.join('.') : path]);
  }
  return [...byRecord].map(([key, names]) => {
    const entries = [...new Set(names)].map((name) => `"…": ["${name}"]`);
    return `"${key}": { ${entries.join(', ')} }`;
  });
}

/** The accepted name of a field that a record has, although its value did not fit. */
function presentName(table: FieldTable, all: readonly FieldMatch[], full: string): string | undefined {
  const [record = '', field = ''] = full.split('.');
  const reader = createReader(table);
  const objects = new Set(all.flatMap((match) => (match.record === record ? (match.object ?? []) : [])));
  return namesOf(table, record, field).find((name) =>
    [...objects].some((object) => (reader.walk(object, name.split('.').map(foldKey)) ?? null) !== null),
  );
}

/** All keys of an answer, folded. */
function keysIn(body: unknown): ReadonlySet<string> {
  const keys = new Set<string>();
  const queue = [body];
  for (const value of queue) {
    if (isObject(value)) for (const key of Object.keys(value)) keys.add(foldKey(key));
    if (isObject(value) || Array.isArray(value)) queue.push(...Object.values(value).slice(0, MAX_VALUES));
  }
  return keys;
}

const MAX_VALUES = 10_000;
const MAX_HOLDERS = 8;

export interface Trace {
  onAnswer: (answer: RawAnswer) => void;
  onMatch: (match: FieldMatch) => void;
  /** The body of the last answer. */
  body(): unknown;
  /** Its keys, folded. */
  keys(): ReadonlySet<string>;
  /** The keys at its top that hold lists or records. */
  holders(): string[];
  /** The entries of its list, readable or not. */
  list(record: RecordName): unknown[];
  /** Whether any of these fields was found ("match.sides"). */
  found(...fields: string[]): boolean;
  reading(kind: AnswerKind): AnswerReading;
}

/** Records how one operation's answer is read. `table`: the field table that it is read with. */
export function createTrace(table: FieldTable): Trace {
  let body: unknown;
  const matches = new Map<string, FieldMatch>();
  let all: FieldMatch[] = [];
  const of = (field: string) =>
    [...matches.values()].filter((match) => `${match.record}.${match.field}` === field);

  return {
    onAnswer(answer) {
      body = answer.body;
      // A refused time window is requested again.
      matches.clear();
      all = [];
    },
    onMatch(match) {
      all.push(match);
      matches.set(`${match.record}.${match.field} ${match.name}`, match);
    },
    body: () => body,
    keys: () => keysIn(body),
    holders: () =>
      Object.entries(isObject(body) ? body : {})
        .filter(([key, value]) => isName(key) && typeof value === 'object' && value !== null)
        .map(([key]) => key)
        .slice(0, MAX_HOLDERS),
    list: (record) =>
      createReader(table)
        .list(body, record)
        ?.map(({ value }) => value) ?? [],
    found: (...fields) => fields.some((field) => of(field).length > 0),
    reading(kind) {
      const { record, fields } = expectedFields[kind];
      const shortName = (field: string) =>
        field.startsWith(`${record}.`) ? field.slice(record.length + 1) : field;
      const found = new Set([...matches.values()].map((match) => `${match.record}.${match.field}`));
      const missing = fields.filter((names) => names.every((name) => !found.has(name)));
      const ordered = [...new Set([...fields.flat().filter((field) => found.has(field)), ...found])];
      return {
        record,
        found: ordered.map((field) => ({
          field: shortName(field),
          names: of(field).map(({ name }) => name),
        })),
        missing: missing.map(([name = '']) => shortName(name)),
        unfit: missing.flat().flatMap((field) => {
          const name = presentName(table, all, field);
          return name === undefined ? [] : [{ field: shortName(field), name }];
        }),
        ...unusedNames(table, body, all),
        entries: entriesOf(record, unusedNames(table, body, all).unused, [...matches.values()]),
      };
    },
  };
}
