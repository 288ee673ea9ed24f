import { z } from 'zod';

/** What a record of a namespace is. Without transforms: what is read is what was written. */
export type Schema<T> = z.ZodType<T>;

/** An object with these fields. Others stay in it, though its type does not name them: another version may have written them. */
export const storedObject = <Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape> =>
  // Only the type forgets that it is loose: with an index signature, misspelt fields would compile.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  z.looseObject(shape) as unknown as z.ZodObject<Shape>;

type Path = readonly PropertyKey[];

/**
 * The value as its schema describes it, `undefined` where it is something else. Lists and dictionaries lose the entries that
 * do not fit, and keep the others: one record may hold what belongs to many. `damaged` says so. Changes the value given.
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

/** The entry of the outermost list or dictionary on the path; `undefined` where there is none. */
function entryPath(schema: z.core.$ZodType, path: Path): Path | undefined {
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

/** Stands in a list for an entry that goes: the others' places must not move while paths name them. */
const GAP = Symbol('gap');

function removeEntry(value: unknown, path: Path): void {
  const name = path.at(-1) ?? '';
  const holder = path.slice(0, -1).reduce<unknown>((at, step) => Object(at)[step], value);
  if (Array.isArray(holder)) holder[Number(name)] = GAP;
  else Reflect.deleteProperty(Object(holder), name);
}

function closeGaps(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== GAP).map(closeGaps);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, closeGaps(field)]));
}
