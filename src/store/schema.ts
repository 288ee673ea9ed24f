import { z } from 'zod';
import { isObject } from '../json.ts';

/** The schema of a namespace's records, without transforms: a read returns what was written. */
export type Schema<T> = z.ZodType<T>;

/** An object with these fields. It keeps unknown fields, which another version may have written. */
export const storedObject = <Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape> =>
  // Typed as strict: with the index signature of a loose object, misspelled fields would compile.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  z.looseObject(shape) as unknown as z.ZodObject<Shape>;

type ValuePath = readonly PropertyKey[];

/**
 * The value if it fits the schema, else `undefined`. Lists and dictionaries lose only the entries that do not fit, because one
 * record may contain the data of many; `damaged` reports that. Modifies the value.
 */
export function checkValue<T>(schema: Schema<T>, value: unknown): { value: T; damaged: boolean } | undefined {
  const first = schema.safeParse(value);
  if (first.success) return { value: first.data, damaged: false };
  const entries = first.error.issues.map(({ path }) => entryPath(schema, path));
  if (!entries.every((entry) => entry !== undefined)) return undefined;
  for (const entry of entries) removeEntry(value, entry);
  const again = schema.safeParse(closeGaps(value));
  return again.success ? { value: again.data, damaged: true } : undefined;
}

/** The path of the entry in the outermost list or dictionary; otherwise `undefined`. */
function entryPath(schema: z.core.$ZodType, path: ValuePath): ValuePath | undefined {
  let outer = schema;
  for (const [at, name] of path.entries()) {
    if (outer instanceof z.ZodExactOptional || outer instanceof z.ZodOptional) outer = outer.unwrap();
    if (outer instanceof z.ZodRecord || outer instanceof z.ZodArray) return path.slice(0, at + 1);
    const inner: z.core.$ZodType | undefined =
      outer instanceof z.ZodObject ? outer.shape[String(name)] : undefined;
    if (inner === undefined) return undefined;
    outer = inner;
  }
  return undefined;
}

/** Replaces a removed list entry, so that the indexes of the others stay valid. */
const GAP = Symbol('gap');

function removeEntry(value: unknown, path: ValuePath): void {
  const name = path.at(-1) ?? '';
  const holder = path.slice(0, -1).reduce<unknown>((at, step) => Object(at)[step], value);
  if (Array.isArray(holder)) holder[Number(name)] = GAP;
  else Reflect.deleteProperty(Object(holder), name);
}

function closeGaps(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== GAP).map(closeGaps);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, closeGaps(field)]));
}
