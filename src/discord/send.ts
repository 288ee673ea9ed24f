import type { Dispatcher } from 'undici';
import { exchange, type Answer, type Limits } from '../exchange.ts';

/** Discord bans an address for a while after 10,000 of these in ten minutes. */
const WINDOW_MS = 10 * 60_000;
const SHED_ABOVE = 8000;

/** Work was given up before it was sent, since Discord would soon ban this address. */
export class ShedError extends Error {
  override readonly name = 'ShedError';

  constructor() {
    super('too many of our requests were refused by Discord in the last ten minutes');
  }
}

type InvalidRequests = ReturnType<typeof createInvalidRequests>;

/**
 * Counts what Discord counts: answers of 401, 403 and 429, but for 429s of a limit that others share.
 * Source: Discord, "Rate Limits", invalid request limit.
 */
export function createInvalidRequests(now: () => number) {
  let startedAt = -Infinity;
  let counted = 0;
  const current = (): number => (now() - startedAt >= WINDOW_MS ? 0 : counted);
  return {
    /** Throws `ShedError` where one more refusal could lead to a ban. */
    check(): void {
      if (current() >= SHED_ABOVE) throw new ShedError();
    },
    /** `scope`: of a 429, whose limit it was (`x-ratelimit-scope`). */
    note(status: number, scope?: string): void {
      if (status !== 401 && status !== 403 && status !== 429) return;
      if (status === 429 && scope === 'shared') return;
      counted = current() + 1;
      if (counted === 1) startedAt = now();
    },
    /** In the window that runs. */
    count: current,
  };
}

/** Sends one request to Discord. Throws `ShedError` where a refusal could lead to a ban, and what `exchange` throws. */
export type Send = (request: Dispatcher.DispatchOptions, limits: Limits) => Promise<Answer>;

/** Every request to Discord goes through this, so that every refusal is counted. */
export const createSend =
  (pool: Dispatcher, invalid: InvalidRequests): Send =>
  async (request, limits) => {
    invalid.check();
    const answer = await exchange(pool, request, limits);
    invalid.note(answer.status, headerOf(answer, 'x-ratelimit-scope'));
    return answer;
  };

/** `name`: in lower case. Of a header that came several times, the first. */
export function headerOf({ headers }: Answer, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** For requests that go past the REST client. */
export interface DirectApi {
  send: Send;
  /** Where the API is, with its version, without a slash at its end. */
  api: URL;
  userAgent: string;
}
