/**
 * How a value is stored: in keyv's own envelope, `{"value":…,"expires":…}` with epoch milliseconds. It is sealed and opened
 * here and not by keyv, because keyv deletes what it finds expired with a second call: a value that another process has put
 * there in between would be deleted, and a key claimed by `add` could be claimed again.
 */
export interface Envelope<T> {
  value: T;
  expires?: number;
}

export const sealEnvelope = (value: unknown, expires: number | undefined): string =>
  JSON.stringify({ value, expires });

/** Throws where the text is none of ours: damage is a failure of the store, never an absent value. */
export function parseEnvelope<T>(text: string): Envelope<T> {
  const parsed = parseJson(text);
  if (typeof parsed !== 'object' || parsed === null || !('value' in parsed))
    throw Object.assign(new Error('no envelope'), { code: 'damaged' });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a namespace holds nothing but its own T
  const value = parsed.value as T;
  const expires = 'expires' in parsed && typeof parsed.expires === 'number' ? parsed.expires : undefined;
  return expires === undefined ? { value } : { value, expires };
}

/** JSON's own error quotes what it stumbles over. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
