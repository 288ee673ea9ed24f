import { LRUCache } from 'lru-cache';

/** As long as what was read from the store counts: what another replica changed holds here within 15 s. */
const FRESH_MS = 10_000;
const MAX_ENTRIES = 20_000;

/** What the store said a moment ago, for lists that name many people again and again. */
export function createRecent<T>(now: () => number) {
  const entries = new LRUCache<string, { value: T; until: number }>({ max: MAX_ENTRIES });
  const set = (key: string, value: T): void => void entries.set(key, { value, until: now() + FRESH_MS });
  return {
    /** The value as it was read at most 10 s ago; `read` fetches it otherwise. */
    async get(key: string, read: () => Promise<T>): Promise<T> {
      const entry = entries.get(key);
      if (entry !== undefined && entry.until > now()) return entry.value;
      const value = await read();
      // What is not there yet counts from the moment it is: somebody who has just linked looks at the board next.
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
    delete: (key: string) => void entries.delete(key),
  };
}
