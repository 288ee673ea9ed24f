import { createHash } from 'node:crypto';
import type { FoundRoute, RestReply } from './route.ts';

/** What Discord publishes: 50 requests a second for a bot, interaction routes apart. */
const GLOBAL_LIMIT = 50;
const GLOBAL_WINDOW_MS = 1000;
/** Discord publishes no figure for a bucket; this one is told in headers and never holds anybody up. */
const BUCKET_LIMIT = 30;
const BUCKET_WINDOW_MS = 1000;
const SWEEP_MS = 10_000;

interface Window {
  startedAt: number;
  count: number;
}

/** Counts requests as Discord does: headers for each answer, and a 429 past the global limit. */
export interface Limits {
  headers(found: FoundRoute): Record<string, string>;
  /** The 429 that a request gets, if it is one too many. */
  exceeded(found: FoundRoute): RestReply | undefined;
}

export function createLimits(now: () => number): Limits {
  const windows = new Map<string, Window>();
  let sweptAt = now();

  function count(key: string, windowMs: number): Window {
    const at = now();
    if (at - sweptAt > SWEEP_MS) {
      sweptAt = at;
      for (const [old, { startedAt }] of windows) if (at - startedAt > SWEEP_MS) windows.delete(old);
    }
    const open = windows.get(key);
    const window = open && at - open.startedAt < windowMs ? open : { startedAt: at, count: 0 };
    window.count += 1;
    windows.set(key, window);
    return window;
  }

  return {
    headers: ({ route, ids }) => {
      // The token is part of what a webhook's bucket is bound to, as the application is of the others'.
      const bucket = createHash('sha1').update(`${route.method} ${route.path}`).digest('hex').slice(0, 32);
      const window = count(`${bucket} ${ids.slice(0, 2).join(' ')}`, BUCKET_WINDOW_MS);
      const resetAt = window.startedAt + BUCKET_WINDOW_MS;
      return {
        'x-ratelimit-bucket': bucket,
        'x-ratelimit-limit': String(BUCKET_LIMIT),
        'x-ratelimit-remaining': String(Math.max(1, BUCKET_LIMIT - window.count)),
        'x-ratelimit-reset': (resetAt / 1000).toFixed(3),
        'x-ratelimit-reset-after': (Math.max(0, resetAt - now()) / 1000).toFixed(3),
      };
    },
    exceeded: ({ route }) => {
      if (!route.global) return undefined;
      const window = count('global', GLOBAL_WINDOW_MS);
      if (window.count <= GLOBAL_LIMIT) return undefined;
      const seconds = Math.max(0.001, (window.startedAt + GLOBAL_WINDOW_MS - now()) / 1000);
      return {
        status: 429,
        headers: {
          'retry-after': String(Math.ceil(seconds)),
          'x-ratelimit-global': 'true',
          'x-ratelimit-scope': 'global',
        },
        body: { message: 'You are being rate limited.', retry_after: seconds, global: true },
      };
    },
  };
}
