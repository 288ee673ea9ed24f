import type { StoreLog } from '../store/store.ts';
import { NotOwnerError } from './owner/lease.ts';
import type { JobPart } from './part.ts';

interface EveryOptions {
  everyMs: number;
  /** Never runs twice at once. Errors are logged, once until it works again. */
  work: (epoch: number) => Promise<void>;
  /** The log message of a failure. */
  failure: string;
  log: Pick<StoreLog, 'warn'>;
  monotonic: () => number;
}

/** Periodic work of the owner, beside its other parts. */
export function every({ everyMs, work, failure, log, monotonic }: EveryOptions): JobPart {
  let startedAt = -Infinity;
  let running: Promise<void> | undefined;
  let isFailing = false;

  async function run(epoch: number): Promise<void> {
    try {
      await work(epoch);
      isFailing = false;
    } catch (error) {
      if (error instanceof NotOwnerError) return;
      if (!isFailing) log.warn({ err: error }, failure);
      isFailing = true;
    }
  }

  return {
    first(epoch) {
      if (running !== undefined || monotonic() - startedAt < everyMs) return;
      startedAt = monotonic();
      running = run(epoch).finally(() => (running = undefined));
    },
    last: () => undefined,
    idle: async () => running,
    clear() {
      startedAt = -Infinity;
    },
  };
}
