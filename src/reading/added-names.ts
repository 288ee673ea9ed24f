import { z } from 'zod';
import { fields, type FieldTable } from './fields.ts';
import { foldKey, type Field } from './keys.ts';

/** More names, or longer ones, are a mistake. */
const MAX_NAMES = 50;
const MAX_LENGTH = 100;

/** A key or a path of keys with dots; `*` is the only entry of an object. */
const Name = z
  .string()
  .trim()
  .max(MAX_LENGTH)
  .refine((name) => name.split('.').every((step) => step === '*' || foldKey(step) !== ''));
const Names = z.array(Name).min(1).max(MAX_NAMES);
/** States may be numbers. */
const States = z
  .array(z.union([Name, z.int().transform(String)]))
  .min(1)
  .max(MAX_NAMES);
const AddedNames = z
  .object({ state: z.record(z.string(), States).exactOptional() })
  .catchall(z.record(z.string(), Names));

/**
 * The table with a platform's own names in it, or why its file cannot be used: `named` are the records and fields at
 * fault, as the file writes them ("tournament.startsAt"); no other text of the file is in it.
 */
export type NamesResult =
  | { table: FieldTable }
  | { fault: 'fieldsJson' | 'fieldsShape' | 'fieldsUnknown' | 'fieldsPair' | 'fieldsState'; named: string[] };

/**
 * Reads `{ "tournament": { "startsAt": ["kickoff_at"] }, "state": { "upcoming": ["programada"] } }`. Added
 * names come before the built-in ones, which may mean something else on this platform (`date` may be when a record was created).
 */
export function addNames(text: string): NamesResult {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { fault: 'fieldsJson', named: [] };
  }
  const parsed = AddedNames.safeParse(json);
  if (!parsed.success) {
    const paths = parsed.error.issues.map(({ path }) => path.slice(0, 2).map(String));
    return { fault: 'fieldsShape', named: displayNames(paths) };
  }
  const added = parsed.data;
  const unknown = Object.entries(added).flatMap(([record, names]) => {
    if (!Object.hasOwn(fields, record)) return [[record]];
    const declared = Object.entries(fields).find(([name]) => name === record)?.[1] ?? {};
    return Object.keys(names)
      .filter((field) => !Object.hasOwn(declared, field))
      .map((field) => [record, field]);
  });
  if (unknown.length > 0) return { fault: 'fieldsUnknown', named: displayNames(unknown) };
  const { first = [], second = [] } = added['pair'] ?? {};
  const twice = twiceUsed(added['state'] ?? {});
  if (twice.length > 0) return { fault: 'fieldsState', named: displayNames(twice) };
  if (first.length !== second.length) return { fault: 'fieldsPair', named: ['pair.first', 'pair.second'] };
  return { table: merged(added) };
}

export interface AddedField {
  record: string;
  field: string;
  names: readonly string[];
}

/** The names that a table has before the built-in ones. Without states: a state may be one that no tournament has now. */
export function addedIn(table: FieldTable): AddedField[] {
  const builtIn = new Map(Object.entries<Record<string, Field<unknown>>>(fields));
  return Object.entries<Record<string, Field<unknown>>>(table).flatMap(([record, declared]) =>
    Object.entries(declared).flatMap(([field, { names }]) => {
      const count = names.length - (builtIn.get(record)?.[field]?.names.length ?? 0);
      return record === 'state' || count <= 0 ? [] : [{ record, field, names: names.slice(0, count) }];
    }),
  );
}

/** The states that share a word. */
function twiceUsed(states: Record<string, readonly string[]>): string[][] {
  const claims = Object.entries(states).flatMap(([state, list]) =>
    [...new Set(list.map(foldKey))].map((word) => ({ state, word })),
  );
  return claims
    .filter(({ state, word }) => claims.some((other) => other.word === word && other.state !== state))
    .map(({ state }) => ['state', state]);
}

function merged(added: Record<string, Record<string, readonly string[]>>): FieldTable {
  // A word means one state: an added word is removed from the others.
  const words = new Set(Object.values(added['state'] ?? {}).flatMap((list) => list.map(foldKey)));
  const table = Object.entries(fields).map(([record, declared]) => [
    record,
    Object.fromEntries(
      Object.entries<Field<unknown>>(declared).map(([field, { names, ...rest }]) => [
        field,
        {
          ...rest,
          names: [...(added[record]?.[field] ?? []), ...(record === 'state' ? without(names, words) : names)],
        },
      ]),
    ),
  ]);
  // The same records and fields as the table it is made from; Object.fromEntries cannot know.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(table) as FieldTable;
}

const without = (list: readonly string[], words: ReadonlySet<string>): string[] =>
  list.filter((word) => !words.has(foldKey(word)));

/** Names to show, without duplicates. Other text is omitted: the file may be a wrong one with secrets in it. */
function displayNames(paths: readonly (readonly string[])[]): string[] {
  const names = paths.map((path) => path.filter((step) => /^\w{1,40}$/.test(step)).join('.'));
  const unique = [...new Set(names)].filter((name) => name !== '').slice(0, 10);
  return unique.length === 0 ? ['…'] : unique;
}
