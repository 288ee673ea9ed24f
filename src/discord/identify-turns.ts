import type { IIdentifyThrottler } from '@discordjs/ws';

/** Discord's: identifies of one bucket (shard modulo `max_concurrency`) keep five seconds between them. */
const TURN_MS = 5000;
const ASK_AGAIN_MS = 250;

/** Claims a turn for `ms`; of several processes, one gets it. */
export type ClaimTurn = (bucket: string, ms: number) => Promise<boolean>;

/**
 * Lets shards identify in turn over all processes that share the store; those of one that does not answer wait as long
 * as the library's own brake would let them. Rejects where the signal aborts.
 * Source: Discord, "Gateway", rate limiting of identifies by `max_concurrency`.
 */
export function createIdentifyTurns(options: {
  maxConcurrency: number;
  claim: ClaimTurn;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}): IIdentifyThrottler {
  const { maxConcurrency, claim, sleep } = options;
  return {
    async waitForIdentify(shardId, signal) {
      const bucket = String(shardId % maxConcurrency);
      for (;;) {
        signal.throwIfAborted();
        const turn = await claim(bucket, TURN_MS).catch(() => undefined);
        if (turn === true) return;
        await sleep(turn === undefined ? TURN_MS : ASK_AGAIN_MS, signal);
        if (turn === undefined) return;
      }
    },
  };
}
