import { MINUTE_MS } from '../durations.ts';
import type { JobPart } from './part.ts';

/** Work of another room, once a minute: in the owner alone, so that several replicas do it once. `work` never rejects. */
export function createMinutely(work: () => Promise<void>, monotonic: () => number): JobPart {
  let startedAt = -Infinity;
  let running: Promise<void> | undefined;
  return {
    first() {
      if (running !== undefined || monotonic() - startedAt < MINUTE_MS) return;
      startedAt = monotonic();
      running = work().finally(() => {
        running = undefined;
      });
    },
    last: () => undefined,
    idle: () => running ?? Promise.resolve(),
    clear() {
      startedAt = -Infinity;
    },
  };
}
