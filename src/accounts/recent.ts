import { LRUCache } from 'lru-cache';

/** How long a value is cached. Changes by another replica have to show within 15 s. */
const FRESH_MS = 10_000;
const MAX_ENTRIES = 20_000;

/** Caches reads from the store, for lists that name the same people repeatedly. */
export function createRecent<T>(now: () => number) {
  const entries = new LRUCache<string, { value: T; until: number }>({ max: MAX_ENTRIES });
  const set = (key: string, value: T): void => void entries.set(key, { value, until: now() + FRESH_MS });
  return {
    async get(key: string, read: () => Promise<T>): Promise<T> {
      const entry = entries.get(key);
      if (entry !== undefined && entry.until > now()) return entry.value;
      const value = await read();
      // An absent value is not cached: somebody who has just linked expects to be on the next leaderboard.
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
    delete: (key: string) => void entries.delete(key),
  };
}
