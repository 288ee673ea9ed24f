import { StoreError } from '../../store/errors.ts';
import { NotOwnerError } from './lease.ts';

/** Works on one after another. A failure stops no other: the first is thrown at the end, but `NotOwnerError` and `StoreError` at once. */
export async function inTurn<T>(all: Iterable<T>, work: (one: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const one of all)
    try {
      await work(one);
    } catch (error) {
      if (error instanceof NotOwnerError || error instanceof StoreError) throw error;
      failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
}
