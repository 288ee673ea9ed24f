import type { Dispatcher } from 'undici';
import { exchange, type Answer, type Limits } from '../exchange.ts';
import type { InvalidRequests } from './invalid-requests.ts';

/**
 * Sends one request to Discord's API. Throws `ShedError` where a refusal could lead to a ban, and what `exchange` throws.
 */
export type Send = (request: Omit<Dispatcher.DispatchOptions, 'origin'>, limits: Limits) => Promise<Answer>;

/** Every request to Discord goes through this, so that every refusal is counted. */
export const createSend =
  ({ pool, origin, invalid }: { pool: Dispatcher; origin: string; invalid: InvalidRequests }): Send =>
  async (request, limits) => {
    invalid.check();
    const answer = await exchange(pool, { ...request, origin }, limits);
    invalid.note(answer.status, headerOf(answer, 'x-ratelimit-scope'));
    return answer;
  };

/** `name`: in lower case. Of a header that came several times, the first. */
export function headerOf({ headers }: Answer, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Sends past the REST client, to a route of Discord's API; otherwise as `Send`. */
export type SendDirect = (
  request: {
    method: 'GET' | 'POST';
    route: string;
    headers: Record<string, string>;
    body?: string | Buffer;
  },
  limits: Limits,
) => Promise<Answer>;

/** `api`: where the API is, with its version, without a slash at its end. */
export const createSendDirect =
  ({ send, api, userAgent }: { send: Send; api: URL; userAgent: string }): SendDirect =>
  ({ route, headers, ...request }, limits) =>
    send(
      { ...request, path: `${api.pathname}${route}`, headers: { ...headers, 'user-agent': userAgent } },
      limits,
    );
