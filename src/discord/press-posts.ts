import { DiscordAPIError } from '@discordjs/rest';
import { createExpiringCache } from '../async/expiring-cache.ts';
import { MINUTE_MS } from '../durations.ts';

const RETRY_AFTER_MS = MINUTE_MS;
const CHANNELS_MAX = 5000;

/**
 * For posts that members trigger: after a 403, posts to that channel fail for a minute with the same error, without a request.
 * `now`: monotonic milliseconds.
 */
export function createPressPosts(now: () => number) {
  const refusals = createExpiringCache<DiscordAPIError>({ ttlMs: RETRY_AFTER_MS, max: CHANNELS_MAX, now });
  /** Throws what `send` throws. */
  return async function post<T>(channelId: string, send: () => Promise<T>): Promise<T> {
    const refusal = refusals.get(channelId);
    if (refusal !== undefined) throw refusal;
    try {
      return await send();
    } catch (error) {
      if (error instanceof DiscordAPIError && error.status === 403) refusals.set(channelId, error);
      throw error;
    }
  };
}
