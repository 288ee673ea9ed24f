import { isObject, jsonOf } from '../json.ts';

/**
 * The format of a stored value: keyv's envelope, `{"value":…,"expires":…}` with epoch milliseconds. We write and parse it
 * instead of keyv, because keyv deletes an expired value with a second call: that could delete a value that another process
 * has just written, and a key claimed by `add` could be claimed again.
 */
export interface Envelope {
  value: unknown;
  expires?: number;
}

export const formatEnvelope = (value: unknown, expires: number | undefined): string =>
  JSON.stringify({ value, expires });

/** `undefined` if the text is not an envelope. */
export function parseEnvelope(text: string): Envelope | undefined {
  const parsed = jsonOf(text);
  if (!isObject(parsed) || !('value' in parsed)) return undefined;
  const { value, expires } = parsed;
  return typeof expires === 'number' ? { value, expires } : { value };
}
