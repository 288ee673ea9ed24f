/** Discord's payloads before they are trusted: what is there is read by these, never by a cast. */
export type Loose = Record<string, unknown>;

export const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const objectOf = (value: unknown): Loose => (isObject(value) ? value : {});
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
export const objectsOf = (value: unknown): Loose[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** `undefined` where the text is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A permission set, which Discord writes as a decimal string. */
export const permissionsOf = (value: unknown): bigint | undefined =>
  typeof value === 'string' && /^\d{1,30}$/.test(value) ? BigInt(value) : undefined;
