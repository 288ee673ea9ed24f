import type { IIdentifyThrottler } from '@discordjs/ws';
import type { Logger } from 'pino';

/** Discord allows one identify per bucket (shard modulo `max_concurrency`) in five seconds. */
const TURN_MS = 5000;
const RETRY_MS = 250;

/** The store where all processes claim turns, by bucket. */
export interface IdentifyTurns {
  /** Claims a turn for `ttlMs`; of several processes, one gets it. */
  add(bucket: string, value: true, ttlMs: number): Promise<boolean>;
  /** Takes the turn even if another process has it. */
  set(bucket: string, value: true, ttlMs: number): Promise<void>;
}

/**
 * Lets shards identify in turn across all processes that share the store. If the store does not answer, each identify waits
 * five seconds, like the library's default throttler. Rejects if the signal aborts. `now`: monotonic milliseconds.
 * Source: Discord, "Gateway", rate limiting of identifies by `max_concurrency`.
 */
export function createIdentifyTurns(options: {
  maxConcurrency: number;
  /** Of all processes. */
  shardCount: number;
  turns: IdentifyTurns;
  now: () => number;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  log: Pick<Logger, 'warn'>;
}): IIdentifyThrottler {
  const { maxConcurrency, shardCount, turns, now, sleep, log } = options;
  // A turn for each shard of the bucket, twice in case another process is taking over, plus the turn in progress.
  const longestMs = TURN_MS * (2 * Math.ceil(shardCount / maxConcurrency) + 1);
  return {
    async waitForIdentify(shardId, signal) {
      const bucket = String(shardId % maxConcurrency);
      const startedAt = now();
      for (;;) {
        signal.throwIfAborted();
        const isOurs = await turns.add(bucket, true, TURN_MS).catch(() => undefined);
        if (isOurs === true) return;
        if (isOurs === undefined) {
          await sleep(TURN_MS, signal);
          return;
        }
        const waitedMs = now() - startedAt;
        if (waitedMs >= longestMs) {
          // A turn expires by the wall clock: if that was set back, it lasts too long.
          log.warn({ shardId, ms: Math.round(waitedMs) }, 'the turn to identify did not expire; taking it');
          await turns.set(bucket, true, TURN_MS).catch(() => undefined);
          return;
        }
        await sleep(RETRY_MS, signal);
      }
    },
  };
}
