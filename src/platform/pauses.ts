import { LRUCache } from 'lru-cache';
import type { PlatformError } from './error.ts';

/** A platform that says "next year" by mistake is asked again all the same. */
const longestMs = 10 * 60_000;
const everybody = '';

export interface Pauses {
  /** Milliseconds until whoever holds this token may call again; 0 for at once. */
  leftMs(bearer: string | undefined): number;
  /** Takes note of a failure that asks callers to stay away. */
  note(bearer: string | undefined, failure: PlatformError): void;
}

/**
 * `Retry-After` holds for every caller that it means, not only for the one who met it. A 429 counts whose token it was: the
 * API key's stops all public reads, a member's stops that member. A 503 is of the whole platform.
 * Source: RFC 9110 section 10.2.3, RFC 6585 section 4.
 */
export function createPauses(now: () => number): Pauses {
  const until = new LRUCache<string, number>({ max: 10_000 });
  const whoOf = (bearer: string | undefined): string => `by ${bearer ?? ''}`;
  return {
    leftMs(bearer) {
      const end = Math.max(until.get(everybody) ?? 0, until.get(whoOf(bearer)) ?? 0);
      return Math.max(0, end - now());
    },
    note(bearer, { status, retryAfterMs }) {
      if (retryAfterMs === undefined || (status !== 429 && status !== 503)) return;
      const who = status === 503 ? everybody : whoOf(bearer);
      const end = now() + Math.min(retryAfterMs, longestMs);
      until.set(who, Math.max(until.get(who) ?? 0, end));
    },
  };
}
