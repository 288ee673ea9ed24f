import { notUnderstood, PlatformError, type RawAnswer } from './error.ts';
import { TOKEN_OPERATION, wasNeverSent } from './failure.ts';
import type { ReadCache, Subject } from './read-cache.ts';
import type { WriteResult } from './write-result.ts';

export interface Write<T> {
  send: () => Promise<RawAnswer>;
  /** The cached responses that this write makes old, even if it fails. */
  touches: readonly Subject[];
  /** The record from the response to the write, `undefined` if uncertain. May throw. */
  fromAnswer: (answer: RawAnswer) => T | undefined | Promise<T | undefined>;
  /** Whether the record from the response is used without a read back. */
  trustsAnswer: boolean;
  readBack: () => Promise<T>;
  /** Whether a record shows that the write succeeded. */
  shows: (now: T) => boolean;
  /** Whether a record shows that it did not happen, even if the response said otherwise. */
  contradicts?: (now: T) => boolean;
}

/** Sends a write once and determines its result. Errors of `send` other than `PlatformError`, and those of its token's refresh, reach the caller. */
export async function settleWrite<T>(cache: ReadCache, write: Write<T>): Promise<WriteResult<T>> {
  let answer: RawAnswer;
  try {
    answer = await write.send();
  } catch (error) {
    cache.outdate(write.touches);
    // A refused token is no refusal of the write, which was not sent.
    if (!(error instanceof PlatformError) || error.operation === TOKEN_OPERATION) throw error;
    if (isRefusal(error)) return { outcome: 'refused', failure: error };
    const now = await attempt(write.readBack);
    if (now === undefined) return { outcome: 'unknown', failure: error };
    return write.shows(now) ? { outcome: 'done', now } : { outcome: 'unknown', failure: error, now };
  }
  cache.outdate(write.touches);
  const own = await attempt(async () => write.fromAnswer(answer));
  if (own !== undefined && write.trustsAnswer) return { outcome: 'done', now: own };
  const now = (await attempt(write.readBack)) ?? own;
  if (now === undefined) return { outcome: 'done' };
  // A success that does not show may be a refusal in unknown words, or may still be on its way.
  return write.contradicts?.(now) === true
    ? { outcome: 'unknown', failure: notUnderstood(answer, 'body'), now, isAnswered: true }
    : { outcome: 'done', now };
}

/** The platform refused the write or never received it. Any other failed write may have succeeded. */
function isRefusal(failure: PlatformError): boolean {
  switch (failure.kind) {
    case 'unauthorised':
    case 'forbidden':
    case 'not-found':
    case 'conflict':
    case 'invalid':
    case 'rate-limited':
      return true;
    case 'unavailable':
      return wasNeverSent(failure);
    case 'unexpected-response':
      return false;
  }
}

/** The result of the write is known already: a failure to read the record must not hide it. */
async function attempt<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch {
    return undefined;
  }
}
