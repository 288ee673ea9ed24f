import type { Store } from '../store/store.ts';
import { sha256 } from '../store/sha256.ts';

/** Results that a channel was just told by whoever reported them: what follows the tournament there tells them no more. */
export interface Announced {
  /**
   * Makes a post that tells a result. The result is noted before, so that nobody tells it meanwhile, and not where the post
   * fails. Throws what `post` throws.
   */
  during<T>(channelId: string, result: string, post: () => Promise<T>): Promise<T>;
  /** Throws `StoreError`. */
  has(channelId: string, result: string): Promise<boolean>;
}

const TTL_MS = 24 * 60 * 60_000;

/** Results go by `resultName`. */
export function createAnnounced(store: Store<true>): Announced {
  const keyOf = (channelId: string, result: string): string => sha256(`${channelId}:${result}`);
  // A store that is down costs a result told twice at most.
  const ignore = (): undefined => undefined;
  return {
    async during(channelId, result, post) {
      const key = keyOf(channelId, result);
      await store.set(key, true, TTL_MS).catch(ignore);
      try {
        return await post();
      } catch (error) {
        await store.delete(key).catch(ignore);
        throw error;
      }
    },
    has: async (channelId, result) => (await store.get(keyOf(channelId, result))) === true,
  };
}
