import { StoreError, type Store } from './store.ts';

/** Each failed try is another writer's success, so this many mean a fault. */
const TRIES = 200;

/** A record before and after a change; absent is `undefined`. */
export interface RecordChange<T> {
  before: T | undefined;
  after: T | undefined;
}

/**
 * Applies an edit to the record as it is stored now, whoever else changes it at once: `edit` runs again on what they wrote.
 * It gives `undefined` to remove the record, and the very value it got to leave it. Throws `StoreError`.
 */
export async function changeRecord<T>(
  store: Store<T>,
  key: string,
  edit: (before: T | undefined) => T | undefined,
  /** How long the record then lives. */
  ttlOf: (after: T) => number | undefined = () => undefined,
): Promise<RecordChange<T>> {
  for (let tries = 0; tries < TRIES; tries++) {
    const before = await store.get(key);
    const after = edit(before);
    if (after === before) return { before, after };
    const ttlMs = after === undefined ? undefined : ttlOf(after);
    const done =
      before !== undefined
        ? await store.replace(key, before, after, ttlMs)
        : after !== undefined && (await store.add(key, after, ttlMs));
    if (done) return { before, after };
  }
  throw new StoreError('a record kept changing');
}
