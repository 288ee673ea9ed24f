import { setTimeout as sleep } from 'node:timers/promises';
import { DiscordAPIError } from '@discordjs/rest';
import type { Logger } from 'pino';
import { TokenRefusedError } from './gateway.ts';

const RETRY_AFTER_MS = [1000, 2000, 5000, 10_000, 30_000];

/** Whether Discord refuses the bot's token: at the gateway, or with a 401 at the REST API. */
export const isTokenRefusal = (error: unknown): boolean =>
  error instanceof TokenRefusedError || (error instanceof DiscordAPIError && error.status === 401);

/**
 * Retries the Discord part of the start until Discord answers. Rejects with `TokenRefusedError` if Discord refuses the bot's
 * token: retrying would only risk a ban.
 */
export async function untilAnswered(
  work: () => Promise<void>,
  { log, signal, waitMs = RETRY_AFTER_MS }: { log: Logger; signal: AbortSignal; waitMs?: readonly number[] },
): Promise<void> {
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      await work();
      return;
    } catch (error) {
      if (isTokenRefusal(error)) throw new TokenRefusedError();
      const ms = waitMs[Math.min(attempt, waitMs.length - 1)] ?? 30_000;
      log.warn({ err: error, ms }, 'Discord does not answer; retrying');
      await sleep(ms, undefined, { signal }).catch(() => undefined);
    }
  }
}
