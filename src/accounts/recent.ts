import { LRUCache } from 'lru-cache';

/** How long a value is cached. Changes by another replica have to show within 15 s. */
const FRESH_MS = 10_000;
const MAX_ENTRIES = 20_000;

/** Caches reads from the store, absent values too, for answers that name the same people repeatedly. Equal ones are shared. */
export function createRecent<T>(now: () => number) {
  const entries = new LRUCache<string, { value: T; until: number }>({ max: MAX_ENTRIES });
  const reading = new Map<string, Promise<T>>();

  function begin(key: string, read: () => Promise<T>): Promise<T> {
    const until = now() + FRESH_MS;
    // What was changed while it was read may be older than the change.
    const isCurrent = (): boolean => reading.get(key) === work;
    const work: Promise<T> = read()
      .then((value) => {
        if (isCurrent()) entries.set(key, { value, until });
        return value;
      })
      .finally(() => {
        if (isCurrent()) reading.delete(key);
      });
    reading.set(key, work);
    return work;
  }

  return {
    async get(key: string, read: () => Promise<T>): Promise<T> {
      const entry = entries.get(key);
      if (entry !== undefined && entry.until > now()) return entry.value;
      return reading.get(key) ?? begin(key, read);
    },
    set(key: string, value: T): void {
      reading.delete(key);
      entries.set(key, { value, until: now() + FRESH_MS });
    },
    delete(key: string): void {
      reading.delete(key);
      entries.delete(key);
    },
    clear(): void {
      reading.clear();
      entries.clear();
    },
  };
}
