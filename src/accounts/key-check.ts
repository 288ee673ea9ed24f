import { repeat, type Background } from '../async/repeat.ts';
import { MINUTE_MS } from '../durations.ts';
import { StoreError } from '../store/errors.ts';
import { countReadable } from './count-readable.ts';
import { failureFields } from './failure-fields.ts';
import type { Log } from './ports.ts';

/** Two pages of a store: enough to tell, and read in some milliseconds. */
const SAMPLE = 1000;
const AGAIN_MS = MINUTE_MS;

type KeyCheckOptions = Parameters<typeof countReadable>[0] & { log: Pick<Log, 'error'>; setting: string };

/** Looks once, when the bot has started, whether its keys read what is stored. While the store is down it tries again. */
export function createKeyCheck({ log, setting, ...parts }: KeyCheckOptions): Background {
  async function check(signal: AbortSignal): Promise<void | 'done'> {
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
  }

  return repeat(check, { everyMs: AGAIN_MS, firstAfterMs: 0 });
}
