import { PlatformError, type RawAnswer } from './error.ts';
import { wasNeverSent } from './failure.ts';
import type { ReadCache, Subject } from './read-cache.ts';
import type { WriteResult } from './records.ts';

export interface Write<T> {
  send: () => Promise<RawAnswer>;
  /** The cached answers that this write may change, however it ends. */
  touches: readonly Subject[];
  /** The record as the write's own answer shows it, `undefined` where that is not certain. May throw. */
  fromAnswer: (answer: RawAnswer) => T | undefined | Promise<T | undefined>;
  /** Whether the answer's own record is shown without reading it back. */
  trustsAnswer: boolean;
  readBack: () => Promise<T>;
  /** Whether a record shows that the write was done. */
  shows: (now: T) => boolean;
}

/** Makes a write once and finds out how it ended. What `send` throws besides `PlatformError` reaches the caller. */
export async function settleWrite<T>(cache: ReadCache, write: Write<T>): Promise<WriteResult<T>> {
  let answer: RawAnswer;
  try {
    answer = await write.send();
  } catch (error) {
    cache.drop(write.touches);
    if (!(error instanceof PlatformError)) throw error;
    if (isRefusal(error)) return { outcome: 'refused', failure: error };
    const now = await attempt(write.readBack);
    if (now === undefined) return { outcome: 'unknown', failure: error };
    return write.shows(now) ? { outcome: 'done', now } : { outcome: 'unknown', failure: error, now };
  }
  cache.drop(write.touches);
  const own = await attempt(async () => write.fromAnswer(answer));
  if (own !== undefined && write.trustsAnswer) return { outcome: 'done', now: own };
  const now = (await attempt(write.readBack)) ?? own;
  return now === undefined ? { outcome: 'done' } : { outcome: 'done', now };
}

/** The platform said no, or never heard of it. Anything else may have been done. */
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

/** How the write ended stands already; that it cannot be shown must not hide it. */
async function attempt<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch {
    return undefined;
  }
}
