import type { PlatformError } from './error.ts';

/** Repetitions after the first try. */
const MAX_RETRIES = 2;
const BASE_MS = 200;

export interface RetryState {
  /** Repetitions made so far. */
  retries: number;
  failure: PlatformError;
  /** What is left of the whole call. */
  remainingMs: number;
  /** From 0 to 1. */
  random: number;
}

/**
 * How long to wait before a GET is made again, `undefined` for not at all. Full jitter: all of the wait is random, so
 * that callers who failed together do not come back together. `Retry-After` is obeyed, or the call is given up.
 */
export function retryDelayMs({ retries, failure, remainingMs, random }: RetryState): number | undefined {
  const mayPass = failure.kind === 'unavailable' || failure.kind === 'rate-limited';
  if (!mayPass || retries >= MAX_RETRIES || failure.status === 501 || failure.status === 505)
    return undefined;
  const delayMs = failure.retryAfterMs ?? random * BASE_MS * 2 ** (retries + 1);
  return delayMs < remainingMs ? delayMs : undefined;
}
