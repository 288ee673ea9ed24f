import { StoreError, type Store } from './store.ts';

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
