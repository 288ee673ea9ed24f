import { StoreError } from '../store/errors.ts';
import { countReadable } from './count-readable.ts';
import { failureFields } from './failure-fields.ts';
import type { Log } from './ports.ts';

/** Two pages of a store: enough to tell, and read in some milliseconds. */
const SAMPLE = 1000;

type KeyCheckOptions = Parameters<typeof countReadable>[0] & { log: Pick<Log, 'error'>; setting: string };

/** Looks whether the keys read what is stored. Not done while the store is down. Never rejects. */
export const createKeyCheck =
  ({ log, setting, ...parts }: KeyCheckOptions) =>
  async (signal: AbortSignal): Promise<void | 'done'> => {
    try {
      const { tried, unreadable } = await countReadable(parts, { limit: SAMPLE, signal });
      if (unreadable > 0)
        log.error(
          { unreadable, of: tried, settings: [setting] },
          `${unreadable} of the ${tried} links that were looked at don't open with these keys; they are kept`,
        );
    } catch (error) {
      if (error instanceof StoreError) return;
      log.error(failureFields(error), 'the keys could not be tried');
    }
    return 'done';
  };
