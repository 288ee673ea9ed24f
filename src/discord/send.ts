import type { Dispatcher } from 'undici';
import { exchange, type Answer, type Limits } from '../exchange.ts';
import type { InvalidRequests } from './invalid-requests.ts';

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
