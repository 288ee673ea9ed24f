import { RateLimitError, type RateLimitData } from '@discordjs/rest';
import { LRUCache } from 'lru-cache';
import { atMost } from '../async/at-most.ts';

/** The client waits itself for a limit that passes sooner. */
const PATIENCE_MS = 5000;
const CHANNELS_MAX = 5000;

/** Discord limits the start of threads for minutes: the client would wait them out, and all else in the channel with it. */
export const isThreadLimit = ({
  method,
  retryAfter,
  route,
}: Pick<RateLimitData, 'method' | 'retryAfter' | 'route'>): boolean =>
  method.toUpperCase() === 'POST' && route.endsWith('/threads') && retryAfter > PATIENCE_MS;

/** The channels where Discord starts no threads for a while. `monotonic`: milliseconds that never go back or jump. */
export function createThreadLimits(monotonic: () => number) {
  const openAt = new LRUCache<string, number>(atMost(CHANNELS_MAX));
  return {
    /** Milliseconds until it may be asked again, or 0. */
    leftMs: (channelId: string): number => Math.max(0, (openAt.get(channelId) ?? 0) - monotonic()),
    /** Stores the limit that an error states. Rethrows any other error. */
    note(channelId: string, error: unknown): void {
      if (!(error instanceof RateLimitError)) throw error;
      openAt.set(channelId, monotonic() + error.retryAfter);
    },
  };
}
