import { StoreError } from './errors.ts';
import type { Store } from './store.ts';

/** Each failed try means that another writer succeeded, so this many indicate a bug. */
const TRIES = 200;

/** A record before and after a change; absent is `undefined`. */
export interface RecordChange<T> {
  before: T | undefined;
  after: T | undefined;
}

/**
 * Reads a record, applies an edit and writes it back; if another process changed the record meanwhile, `edit` runs again on
 * the new value. `edit` returns `undefined` to delete the record, and the same value to leave it. Throws `StoreError`.
 */
export async function changeRecord<T>(
  store: Store<T>,
  key: string,
  edit: (before: T | undefined) => T | undefined,
  /** The lifetime of the edited record. */
  ttlOf: (after: T) => number | undefined = () => undefined,
): Promise<RecordChange<T>> {
  for (let tries = 0; tries < TRIES; tries++) {
    const before = await store.get(key);
    const after = edit(before);
    if (after === before) return { before, after };
    const ttlMs = after === undefined ? undefined : ttlOf(after);
    const isStored =
      before !== undefined
        ? await store.replace(key, before, after, ttlMs)
        : after !== undefined && (await store.add(key, after, ttlMs));
    if (isStored) return { before, after };
  }
  throw new StoreError('a record kept changing');
}

interface EntriesChange<T> {
  /** A list or dictionary without entries. */
  empty: T;
  /** Returns the same value to leave it. */
  edit: (before: T) => T;
  ttlOf?: (after: T) => number | undefined;
}

/** Like `changeRecord`, for a list or dictionary that is not stored while it is empty. */
export async function changeEntries<T extends object>(
  store: Store<T>,
  key: string,
  { empty, edit, ttlOf }: EntriesChange<T>,
): Promise<{ before: T; after: T }> {
  const { before = empty, after = empty } = await changeRecord(
    store,
    key,
    (stored) => {
      const entries = edit(stored ?? empty);
      return Object.keys(entries).length === 0 ? undefined : entries;
    },
    ttlOf,
  );
  return { before, after };
}
