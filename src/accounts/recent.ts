import { createExpiringCache } from '../async/expiring-cache.ts';
import { createInFlight } from '../async/in-flight.ts';

/** How long a value is cached. Changes by another replica have to show within 15 s. */
const FRESH_MS = 10_000;
const MAX_ENTRIES = 20_000;

/** Caches reads from the store, absent values too, for answers that name the same people repeatedly. Equal ones are shared. */
export function createRecent<T>(now: () => number) {
  const entries = createExpiringCache<{ value: T }>({ ttlMs: FRESH_MS, max: MAX_ENTRIES, now });
  const reads = createInFlight<T>();

  return {
    async get(key: string, read: () => Promise<T>): Promise<T> {
      const entry = entries.get(key);
      if (entry !== undefined) return entry.value;
      return reads.share(key, async (isCurrent) => {
        const expiresAt = now() + FRESH_MS;
        const value = await read();
        // A value that changed during the read may be older than the change.
        if (isCurrent()) entries.set(key, { value }, expiresAt);
        return value;
      });
    },
    set(key: string, value: T): void {
      reads.forget(key);
      entries.set(key, { value });
    },
    delete(key: string): void {
      reads.forget(key);
      entries.delete(key);
    },
    clear(): void {
      reads.clear();
      entries.clear();
    },
  };
}
