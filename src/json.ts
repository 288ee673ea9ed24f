/** Untrusted JSON: its fields are read with these functions, never with a cast. */
export type JsonObject = { readonly [key: string]: unknown };

/** Not for lists. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
export const objectsOf = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** `undefined` if the text is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a record has under a key that comes from outside: `constructor` and `__proto__` are in every object. */
export const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

/** Makes a value of JSON unchangeable, with all that is in it. */
export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
