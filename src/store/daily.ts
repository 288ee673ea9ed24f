import { DAY_MS, HOUR_MS } from '../durations.ts';
import type { Store } from './store.ts';

/**
 * Returns a function that may be called at any time in any process and runs `work` once a day or `everyMs`, or an hour after a failure.
 * While the key exists in `checks`, no run is due. Throws what `work` throws, and `StoreError`.
 */
export const createDaily =
  (
    checks: Pick<Store<true>, 'add' | 'set'>,
    key: string,
    work: () => Promise<void>,
    everyMs: number = DAY_MS,
  ) =>
  async (): Promise<void> => {
    if (!(await checks.add(key, true, everyMs))) return;
    try {
      await work();
    } catch (error) {
      await checks.set(key, true, HOUR_MS);
      throw error;
    }
  };
