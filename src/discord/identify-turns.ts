import type { IIdentifyThrottler } from '@discordjs/ws';
import type { Logger } from 'pino';

/** Discord's: identifies of one bucket (shard modulo `max_concurrency`) keep five seconds between them. */
const TURN_MS = 5000;
const ASK_AGAIN_MS = 250;

/** Where all processes claim their turns, by bucket. */
export interface IdentifyTurns {
  /** Claims a turn for `ttlMs`; of several processes, one gets it. */
  add(bucket: string, value: true, ttlMs: number): Promise<boolean>;
  /** Takes the turn, whoever has it. */
  set(bucket: string, value: true, ttlMs: number): Promise<void>;
}

/**
 * Lets shards identify in turn over all processes that share the store; those of one that does not answer wait as long
 * as the library's own brake would let them. Rejects where the signal aborts. `now`: monotonic milliseconds.
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
  // Each shard of the bucket, twice where another process is about to take over, and the turn that has just begun.
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
          // A turn ends by the wall clock: where that was set back, it would last longer by as much.
          log.warn({ shardId, ms: Math.round(waitedMs) }, 'a turn to identify does not end: taking it');
          await turns.set(bucket, true, TURN_MS).catch(() => undefined);
          return;
        }
        await sleep(ASK_AGAIN_MS, signal);
      }
    },
  };
}
