import { LRUCache } from 'lru-cache';
import type { PlatformError } from './error.ts';

/** A platform that says "next year" by mistake is called again all the same. */
const MAX_PAUSE_MS = 10 * 60_000;

/** Who calls, and where. */
export interface Caller {
  route: 'reads' | 'writes' | 'tokens';
  /** The bearer token; at the token endpoint the grant type. */
  credential: string | undefined;
}

export interface Pauses {
  /** Milliseconds until this caller may call again; 0 for at once. */
  leftMs(caller: Caller): number;
  /** Takes note of a failure that asks callers to stay away. */
  note(caller: Caller, failure: PlatformError): void;
}

/**
 * `Retry-After` holds for every caller that it means, not only for the one who met it. A 429 counts whose token it was:
 * the API key's stops all public reads, a member's stops that member. At the token endpoint it counts the grant type,
 * so that codes anybody may send never stop a member's refresh. A 503 is of the route.
 * Source: RFC 9110 section 10.2.3, RFC 6585 section 4.
 */
export function createPauses(now: () => number): Pauses {
  const until = new LRUCache<string, number>({ max: 10_000 });
  const routeKey = ({ route }: Caller) => route;
  const callerKey = ({ route, credential = '' }: Caller) =>
    `${route === 'tokens' ? 'grant' : 'token'} ${credential}`;
  return {
    leftMs(caller) {
      const end = Math.max(until.get(routeKey(caller)) ?? 0, until.get(callerKey(caller)) ?? 0);
      return Math.max(0, end - now());
    },
    note(caller, { status, retryAfterMs }) {
      if (retryAfterMs === undefined || (status !== 429 && status !== 503)) return;
      const key = status === 503 ? routeKey(caller) : callerKey(caller);
      const end = now() + Math.min(retryAfterMs, MAX_PAUSE_MS);
      // Of calls that were on their way together, a shorter answer may come last.
      until.set(key, Math.max(until.get(key) ?? 0, end));
    },
  };
}
