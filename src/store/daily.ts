import type { Store } from './store.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Gives a check that may be called at any time, in any process, and works once a day, and an hour after it failed. `checks`:
 * as long as the key is there, no check is due. Throws what the work throws, and `StoreError`.
 */
export const createDaily =
  (checks: Pick<Store<true>, 'add' | 'set'>, key: string, work: () => Promise<void>) =>
  async (): Promise<void> => {
    if (!(await checks.add(key, true, DAY_MS))) return;
    try {
      await work();
    } catch (error) {
      await checks.set(key, true, HOUR_MS);
      throw error;
    }
  };
