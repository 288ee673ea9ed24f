import { changeEntries } from './change-record.ts';
import type { Store } from './store.ts';

interface BucketsOptions<T> {
  store: Store<T>;
  /** An empty bucket. It is not stored. */
  empty: T;
  count: number;
  /** A number that an entry's id determines, and it the bucket. It must not change between versions. */
  numberOf: (id: string) => number | bigint;
  /** How long a bucket lives after its last change. */
  ttlMs?: number;
}

/** The bucket of an entry with this number. */
export const bucketOf = (number: number | bigint, count: number): string =>
  String(BigInt(number) % BigInt(count));

/**
 * Many entries in a fixed number of records, so that all can be read without a search and few writers meet. `scope`, for lists of
 * several owners in one namespace, begins the keys. Every method throws `StoreError`.
 */
export function createBuckets<T extends object>({ store, empty, count, numberOf, ttlMs }: BucketsOptions<T>) {
  const keys = (scope = ''): string[] => Array.from({ length: count }, (_, bucket) => `${scope}${bucket}`);
  return {
    keys,
    /** Of the bucket with this entry. */
    keyOf: (id: string, scope = ''): string => `${scope}${bucketOf(numberOf(id), count)}`,
    /** Applies an edit to a bucket. It returns the same value to leave it. */
    change: async (key: string, edit: (bucket: T) => T): Promise<void> =>
      void (await changeEntries(store, key, { empty, edit, ttlOf: () => ttlMs })),
    readAll: async (scope?: string): Promise<T[]> => {
      const buckets = await Promise.all(keys(scope).map((key) => store.get(key)));
      return buckets.filter((bucket) => bucket !== undefined);
    },
  };
}
