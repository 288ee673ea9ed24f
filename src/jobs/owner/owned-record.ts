import type { Store } from '../../store/store.ts';
import { NotOwnerError } from './lease.ts';

/** A record that only the background work writes. */
export interface OwnedRecord<T> {
  /** As last read or saved; `undefined` if nothing is stored. */
  read(this: void): T | undefined;
  /** Throws `NotOwnerError` if another process has changed the record, and `StoreError`. */
  save(this: void, next: T): Promise<void>;
}

interface RecordOptions {
  key: string;
  ttlMs?: number;
  /** The log message if another process has changed it. */
  lost: string;
}

/** Reads an owned record. Throws `StoreError`. */
export async function openRecord<T>(
  store: Pick<Store<T>, 'add' | 'get' | 'replace'>,
  { key, ttlMs, lost }: RecordOptions,
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
