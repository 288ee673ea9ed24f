import { createHash } from 'node:crypto';
import type { Bucket, FoundRoute, RestReply } from './route.ts';

/** What Discord publishes: 50 requests a second for a bot, interaction routes apart. */
const GLOBAL: Bucket = { limit: 50, windowMs: 1000 };
/** Discord publishes no figure for a bucket; a route without one sends this in headers and never limits. */
const UNLIMITED: Bucket = { limit: 30, windowMs: 1000 };
const SWEEP_MS = 60_000;

interface Window {
  startedAt: number;
  windowMs: number;
  count: number;
}

/** Counts requests as Discord does: headers for each answer, and a 429 past the limit of the bot or of a route. */
export interface Limits {
  headers(found: FoundRoute): Record<string, string>;
  /** Counts a request, and gives the 429 that it gets, if it is one too many. */
  exceeded(found: FoundRoute): RestReply | undefined;
}

export function createLimits(now: () => number): Limits {
  const windows = new Map<string, Window>();
  let sweptAt = now();

  function windowOf(key: string, { windowMs }: Bucket): Window {
    const at = now();
    if (at - sweptAt > SWEEP_MS) {
      sweptAt = at;
      for (const [old, { startedAt, windowMs: lastsMs }] of windows)
        if (at - startedAt > lastsMs) windows.delete(old);
    }
    const open = windows.get(key);
    const window = open && at - open.startedAt < windowMs ? open : { startedAt: at, windowMs, count: 0 };
    windows.set(key, window);
    return window;
  }

  /** What a bucket is bound to: of a webhook id and token, else the channel or server. */
  function bucketOf({ route, ids }: FoundRoute) {
    const bucket = route.bucket ?? UNLIMITED;
    const name = createHash('sha1').update(`${route.method} ${route.path}`).digest('hex').slice(0, 32);
    const major = ids.slice(0, /^\/(?:webhooks|interactions)\//.test(route.path) ? 2 : 1).join(' ');
    return { ...bucket, name, window: windowOf(`${name} ${major}`, bucket) };
  }

  const secondsLeft = ({ startedAt, windowMs }: Window): number =>
    Math.max(0.001, (startedAt + windowMs - now()) / 1000);

  function refusal(seconds: number, global: boolean, headers: Record<string, string>): RestReply {
    return {
      status: 429,
      headers: {
        ...headers,
        'retry-after': String(Math.ceil(seconds)),
        'x-ratelimit-scope': global ? 'global' : 'user',
        ...(global ? { 'x-ratelimit-global': 'true' } : {}),
      },
      body: { message: 'You are being rate limited.', retry_after: seconds, global },
    };
  }

  function headers(found: FoundRoute): Record<string, string> {
    const { limit, name, window } = bucketOf(found);
    const remaining = Math.max(found.route.bucket ? 0 : 1, limit - window.count);
    return {
      'x-ratelimit-bucket': name,
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-reset': ((window.startedAt + window.windowMs) / 1000).toFixed(3),
      'x-ratelimit-reset-after': secondsLeft(window).toFixed(3),
    };
  }

  return {
    headers,
    exceeded: (found) => {
      if (found.route.global) {
        const window = windowOf('global', GLOBAL);
        window.count += 1;
        if (window.count > GLOBAL.limit) return refusal(secondsLeft(window), true, {});
      }
      const bucket = bucketOf(found);
      bucket.window.count += 1;
      return found.route.bucket && bucket.window.count > bucket.limit
        ? refusal(secondsLeft(bucket.window), false, headers(found))
        : undefined;
    },
  };
}
