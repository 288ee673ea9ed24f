import type { Dispatcher } from 'undici';
import { exchange, type Answer, type Limits } from '../exchange.ts';
import { ANSWER, type RequestOwners } from './request-owners.ts';

/** Discord bans an address for a while after 10,000 of these in ten minutes. */
const WINDOW_MS = 10 * 60_000;
const SHED_ABOVE = 8000;
/** Answers to interactions are hardly ever refused: they go on for longer. */
const SHED_ANSWERS_ABOVE = 9500;
/** Of one server, or one user in direct messages: eighty would have to work together. */
const SHARE = 100;

/** Work was given up before it was sent, since Discord refused too much and would soon ban this address. */
export class ShedError extends Error {
  override readonly name = 'ShedError';

  constructor(whose: 'our' | 'this server’s') {
    super(`too many of ${whose} requests were refused by Discord in the last ten minutes`);
  }
}

type InvalidRequests = ReturnType<typeof createInvalidRequests>;

/**
 * Counts what Discord counts: answers of 401, 403 and 429, but for 429s of a limit that others share. `now`: monotonic
 * milliseconds. Source: Discord, "Rate Limits", invalid request limit.
 */
export function createInvalidRequests(now: () => number) {
  let startedAt = -Infinity;
  let counted = 0;
  let shares = new Map<string, number>();
  const count = (): number => {
    if (now() - startedAt >= WINDOW_MS) {
      counted = 0;
      shares = new Map();
    }
    return counted;
  };
  return {
    /** Throws `ShedError` where one more refusal could lead to a ban, or would be the owner's own one too many. */
    check(owner?: string): void {
      if (count() >= (owner === ANSWER ? SHED_ANSWERS_ABOVE : SHED_ABOVE)) throw new ShedError('our');
      if (owner !== undefined && (shares.get(owner) ?? 0) >= SHARE) throw new ShedError('this server’s');
    },
    /** `scope`: of a 429, whose limit it was (`x-ratelimit-scope`). */
    note(
      status: number,
      { scope, owner }: { scope?: string | undefined; owner?: string | undefined } = {},
    ): void {
      if (status !== 401 && status !== 403 && status !== 429) return;
      if (status === 429 && scope === 'shared') return;
      counted = count() + 1;
      if (counted === 1) startedAt = now();
      // The bot's token, and the limit of all its requests, are nobody's own doing.
      const isOwn = status === 403 || (status === 429 && scope !== 'global');
      if (isOwn && owner !== undefined && owner !== ANSWER) shares.set(owner, (shares.get(owner) ?? 0) + 1);
    },
    /** In the window that runs. */
    count,
  };
}

/** Sends one request to Discord. Throws `ShedError` where a refusal could lead to a ban, and what `exchange` throws. */
export type Send = (request: Dispatcher.DispatchOptions, limits: Limits) => Promise<Answer>;

/** Every request to Discord goes through this, so that every refusal is counted. */
export const createSend =
  (pool: Dispatcher, invalid: InvalidRequests, owners: Pick<RequestOwners, 'of'>): Send =>
  async (request, limits) => {
    const owner = owners.of(request);
    invalid.check(owner);
    const answer = await exchange(pool, request, limits);
    invalid.note(answer.status, { owner, scope: headerOf(answer, 'x-ratelimit-scope') });
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
