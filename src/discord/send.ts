import type { Dispatcher } from 'undici';
import { MINUTE_MS } from '../durations.ts';
import { exchange, type Answer, type Limits } from '../http/exchange.ts';
import { ANSWER, type RequestSubjects } from './request-subjects.ts';

/** Discord bans an address temporarily after 10,000 refused requests in ten minutes. */
const WINDOW_MS = 10 * MINUTE_MS;
const SHED_ABOVE = 8000;
/** Answers to interactions are rarely refused, so they continue for longer. */
const SHED_ANSWERS_ABOVE = 9500;
/** Per server, or per user in direct messages: eighty of them would have to collude. */
const SUBJECT_MAX = 100;

/** A request was not sent, because Discord refused too many and would soon ban this address. */
export class ShedError extends Error {
  override readonly name = 'ShedError';

  constructor(whose: 'our' | 'this server’s') {
    super(`too many of ${whose} requests were refused by Discord in the last ten minutes`);
  }
}

type InvalidRequests = ReturnType<typeof createInvalidRequests>;

/**
 * Counts the responses that Discord counts: 401, 403 and 429, except 429s of shared limits. `now`: monotonic milliseconds.
 * Source: Discord, "Rate Limits", invalid request limit.
 */
export function createInvalidRequests(now: () => number) {
  let startedAt = -Infinity;
  let refusals = 0;
  let countsBySubject = new Map<string, number>();
  const count = (): number => {
    if (now() - startedAt >= WINDOW_MS) {
      refusals = 0;
      countsBySubject = new Map();
    }
    return refusals;
  };
  return {
    /** Throws `ShedError` if one more refusal could lead to a ban, or if the subject is at its limit. */
    check(subject?: string): void {
      if (count() >= (subject === ANSWER ? SHED_ANSWERS_ABOVE : SHED_ABOVE)) throw new ShedError('our');
      if (subject !== undefined && (countsBySubject.get(subject) ?? 0) >= SUBJECT_MAX)
        throw new ShedError('this server’s');
    },
    /** `scope`: the `x-ratelimit-scope` of a 429. */
    note(
      status: number,
      { scope, subject }: { scope?: string | undefined; subject?: string | undefined } = {},
    ): void {
      if (status !== 401 && status !== 403 && status !== 429) return;
      if (status === 429 && scope === 'shared') return;
      refusals = count() + 1;
      if (refusals === 1) startedAt = now();
      // A refused token and the global limit are not the subject's fault.
      const countsForSubject = status === 403 || (status === 429 && scope !== 'global');
      if (countsForSubject && subject !== undefined && subject !== ANSWER)
        countsBySubject.set(subject, (countsBySubject.get(subject) ?? 0) + 1);
    },
    /** In the current window. */
    count,
  };
}

/** Sends one request to Discord. Throws `ShedError`, and what `exchange` throws. */
export type SendToDiscord = (request: Dispatcher.DispatchOptions, limits: Limits) => Promise<Answer>;

/** Every request to Discord goes through this function, so that every refusal is counted. */
export const createSend =
  (pool: Dispatcher, invalid: InvalidRequests, subjects: Pick<RequestSubjects, 'of'>): SendToDiscord =>
  async (request, limits) => {
    const subject = subjects.of(request);
    invalid.check(subject);
    const answer = await exchange(pool, request, limits);
    invalid.note(answer.status, { subject, scope: headerOf(answer, 'x-ratelimit-scope') });
    return answer;
  };

/** `name`: in lower case. Returns the first of several values. */
export function headerOf({ headers }: Answer, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** For requests that bypass the REST client. */
export interface DirectApi {
  send: SendToDiscord;
  /** The API's address with its version, without a trailing slash. */
  api: URL;
  userAgent: string;
}
