import type { Store } from '../../store/store.ts';
import { NotOwnerError } from './lease.ts';

/** A record that the background work alone writes. */
export interface OwnedRecord<T> {
  /** As it was read or last saved; `undefined`: nothing is stored. */
  read(this: void): T | undefined;
  /** Throws `NotOwnerError` if another process has changed it meanwhile, and `StoreError`. */
  save(this: void, next: T): Promise<void>;
}

interface Place {
  key: string;
  ttlMs?: number;
  /** What the log says if another process has changed it. */
  lost: string;
}

/** Reads such a record. Throws `StoreError`. */
export async function openRecord<T>(
  store: Pick<Store<T>, 'add' | 'get' | 'replace'>,
  { key, ttlMs, lost }: Place,
): Promise<OwnedRecord<T>> {
  let stored: T | undefined = await store.get(key);
  return {
    read: () => stored,
    async save(next) {
      const isSaved =
        stored === undefined
          ? await store.add(key, next, ttlMs)
          : await store.replace(key, stored, next, ttlMs);
      if (!isSaved) throw new NotOwnerError(lost);
      stored = next;
    },
  };
}
