import { setTimeout as sleep } from 'node:timers/promises';
import { DiscordAPIError } from '@discordjs/rest';
import type { Logger } from 'pino';
import { DiscordRefusedError } from './gateway.ts';

const RETRY_AFTER_MS = [1000, 2000, 5000, 10_000, 30_000];

/** Whether Discord refuses the bot's token: at the gateway, or with a 401 at the REST API. */
export const isTokenRefusal = (error: unknown): boolean =>
  (error instanceof DiscordRefusedError && error.refusal === 'token') ||
  (error instanceof DiscordAPIError && error.status === 401);

/** An answer of Discord's that repeating the request won't change: it is of another application, say. */
const isRefusal = (error: unknown): boolean =>
  error instanceof DiscordAPIError && error.status >= 400 && error.status < 500 && error.status !== 429;

/**
 * Retries the Discord part of the start until Discord answers. Rejects with `DiscordRefusedError` if Discord refuses the
 * bot for good: retrying would only risk a ban.
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
      if (error instanceof DiscordRefusedError) throw error;
      if (isTokenRefusal(error)) throw new DiscordRefusedError('token');
      const ms = waitMs[Math.min(attempt, waitMs.length - 1)] ?? 30_000;
      if (isRefusal(error))
        log.error(
          { err: error, ms },
          'Discord refuses this bot; `npm run doctor` says what to fix; retrying',
        );
      else log.warn({ err: error, ms }, 'Discord does not answer; retrying');
      await sleep(ms, undefined, { signal }).catch(() => undefined);
    }
  }
}
