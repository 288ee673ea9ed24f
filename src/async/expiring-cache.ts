import { LRUCache } from 'lru-cache';
import { atMost } from './at-most.ts';

interface ExpiringCacheOptions {
  ttlMs: number;
  /** The most entries; those used least recently go first. */
  max: number;
  now: () => number;
}

/**
 * A cache whose entries expire by the given clock, and when it is set back behind them. Unlike lru-cache's own `ttl`, it never sets a timer.
 */
export function createExpiringCache<T>({ ttlMs, max, now }: ExpiringCacheOptions) {
  const entries = new LRUCache<string, { value: T; setAt: number; expiresAt: number }>(atMost(max));
  return {
    /** `undefined` for an entry that is absent or has expired. */
    get(key: string): T | undefined {
      const entry = entries.get(key);
      const time = now();
      return entry !== undefined && entry.setAt <= time && time < entry.expiresAt ? entry.value : undefined;
    },
    set(key: string, value: T, expiresAt = now() + ttlMs): void {
      entries.set(key, { value, setAt: now(), expiresAt });
    },
    delete: (key: string): void => void entries.delete(key),
    clear: (): void => entries.clear(),
  };
}
