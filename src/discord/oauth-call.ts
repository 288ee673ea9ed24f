import type { Dispatcher } from 'undici';
import { exchange } from '../exchange.ts';
import type { InvalidRequests } from './invalid-requests.ts';
import { headersOf } from './undici-request.ts';

/** For the exchange and the one read after it, each. */
const TIMEOUT_MS = 4000;
const ANSWER_BYTES_MAX = 64 * 1024;

/** Gives the status and what the body says, undefined where that is no JSON. Throws where no answer came in time. */
export type OauthCall = (request: {
  method: 'GET' | 'POST';
  route: string;
  headers: Record<string, string>;
  body?: string;
}) => Promise<{ status: number; body: unknown }>;

/**
 * Calls that carry a member's own code or token, past the REST client: that sends one after the other to a route and waits
 * where Discord says so, and one member's codes would hold up everybody else's.
 */
export function createOauthCall({
  pool,
  api,
  userAgent,
  invalid,
  timeoutMs = TIMEOUT_MS,
}: {
  pool: Dispatcher;
  /** Where the API is, with its version, without a slash at its end. */
  api: URL;
  userAgent: string;
  invalid: InvalidRequests;
  timeoutMs?: number;
}): OauthCall {
  return async ({ method, route, headers, body }) => {
    invalid.check();
    const answer = await exchange(
      pool,
      {
        origin: api.origin,
        path: `${api.pathname}${route}`,
        method,
        headers: { ...headers, 'user-agent': userAgent },
        body: body ?? null,
      },
      { timeoutMs, maxBytes: ANSWER_BYTES_MAX },
    );
    invalid.note(answer.status, headersOf(answer.headers));
    return { status: answer.status, body: parsed(answer.text) };
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
