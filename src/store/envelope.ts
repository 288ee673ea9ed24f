/**
 * How a value is stored: in keyv's own envelope, `{"value":…,"expires":…}` with epoch milliseconds. It is sealed and opened
 * here and not by keyv, because keyv deletes what it finds expired with a second call: a value that another process has put
 * there in between would be deleted, and a key claimed by `add` could be claimed again.
 */
export interface Envelope {
  value: unknown;
  expires?: number;
}

export const sealEnvelope = (value: unknown, expires: number | undefined): string =>
  JSON.stringify({ value, expires });

/** `undefined` where the text is none of ours. */
export function parseEnvelope(text: string): Envelope | undefined {
  const parsed = parseJson(text);
  if (typeof parsed !== 'object' || parsed === null || !('value' in parsed)) return undefined;
  const { value } = parsed;
  const expires = 'expires' in parsed && typeof parsed.expires === 'number' ? parsed.expires : undefined;
  return expires === undefined ? { value } : { value, expires };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
