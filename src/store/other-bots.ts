import type { Clock } from '../async/clock.ts';
import { SECOND_MS } from '../durations.ts';
import type { StoreLog } from './store.ts';

/** The record of the process that does the background work: it changes with every renewal, while any bot uses the store. */
export const LEASE = { namespace: 'jobs', owner: 'owner', last: 'last' } as const;
/** An owner that has not renewed for this long is taken to be gone. */
export const LEASE_MS = 15 * SECOND_MS;
export const RENEW_MS = 4 * SECOND_MS;

const SLACK_MS = 2 * SECOND_MS;
/** By then another process has taken over a lease that was given back, or one whose owner was killed. */
const RELEASED_MS = RENEW_MS + SLACK_MS;
const KILLED_MS = LEASE_MS + 2 * RENEW_MS + SLACK_MS;
const PAUSE_MS = SECOND_MS;

export const LOOKING = 'the store has to be updated: looking whether another bot still uses it';
export const IN_USE = 'another bot still uses the store: stop it, the store is updated once it has ended';

interface OtherBots {
  /** The texts of the lease's two records. */
  read: (key: 'owner' | 'last') => Promise<string | undefined>;
  /** Whether the store still has to be updated. */
  isNeeded: () => Promise<boolean>;
  log: StoreLog;
  clock: Pick<Clock, 'monotonic' | 'sleep'>;
}

/**
 * Resolves once no bot uses the store, or another process has updated it: a bot of an older version would go on writing where no bot
 * reads any more.
 */
export async function untilUnused({ read, isNeeded, log, clock }: OtherBots): Promise<void> {
  let seen = await read('owner');
  if (seen === undefined && (await read('last')) === undefined) return;
  log.info({}, LOOKING);
  let isTold = false;
  for (let since = clock.monotonic(); await isNeeded();) {
    await clock.sleep(PAUSE_MS);
    const text = await read('owner');
    if (text !== seen) {
      since = clock.monotonic();
      if (text !== undefined && !isTold) log.warn({}, IN_USE);
      isTold ||= text !== undefined;
      seen = text;
    }
    if (clock.monotonic() - since >= (text === undefined ? RELEASED_MS : KILLED_MS)) return;
  }
}
