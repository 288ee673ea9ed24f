import { sha256 } from '../store/sha256.ts';
import type { Store } from '../store/store.ts';

const TTL_MS = 24 * 60 * 60_000;

/**
 * Results that were just posted in a channel by their reporter, so that a follow of the tournament there does not tell them
 * again. Results go by `resultName`.
 */
export function createAnnounced(store: Store<true>) {
  const keyOf = (channelId: string, result: string): string => sha256(`${channelId}:${result}`);
  // A store that is down costs a result told twice at most.
  const ignore = (): undefined => undefined;
  return {
    /**
     * Makes a post that tells a result. The result is stored before, so that nobody tells it meanwhile, and removed where the
     * post fails. Throws what `post` throws.
     */
    async during<T>(channelId: string, result: string, post: () => Promise<T>): Promise<T> {
      const key = keyOf(channelId, result);
      await store.set(key, true, TTL_MS).catch(ignore);
      try {
        return await post();
      } catch (error) {
        await store.delete(key).catch(ignore);
        throw error;
      }
    },
    /** Throws `StoreError`. */
    has: async (channelId: string, result: string): Promise<boolean> =>
      (await store.get(keyOf(channelId, result))) === true,
  };
}
