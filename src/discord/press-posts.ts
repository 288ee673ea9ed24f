import { DiscordAPIError } from '@discordjs/rest';
import { LRUCache } from 'lru-cache';

const RETRY_AFTER_MS = 60_000;
const CHANNELS_MAX = 5000;

/**
 * For posts that members trigger: after a 403, posts to that channel fail for a minute with the same error, without a request.
 * `now`: monotonic milliseconds.
 */
export function createPressPosts(now: () => number) {
  const refused = new LRUCache<string, { error: DiscordAPIError; until: number }>({ max: CHANNELS_MAX });
  /** Throws what `send` throws. */
  return async function post<T>(channelId: string, send: () => Promise<T>): Promise<T> {
    const last = refused.get(channelId);
    if (last !== undefined && now() < last.until) throw last.error;
    try {
      return await send();
    } catch (error) {
      if (error instanceof DiscordAPIError && error.status === 403)
        refused.set(channelId, { error, until: now() + RETRY_AFTER_MS });
      throw error;
    }
  };
}
