import { setTimeout as sleep } from 'node:timers/promises';

/** The one clock of a process. Tests bring their own. */
export interface Clock {
  /** Epoch milliseconds: may jump. */
  now: () => number;
  /** Milliseconds that never go back or jump. */
  monotonic: () => number;
  sleep: (ms: number) => Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms) => sleep(ms),
};
