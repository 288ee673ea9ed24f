import type { Dispatcher } from 'undici';
import { exchange, type Answer } from '../exchange.ts';
import { failureOfTransport } from './failure.ts';
import { PlatformError } from './error.ts';

/** In milliseconds. `bodyMs` is the longest silence within a body, `callMs` the whole of a call with its repetitions. */
export interface Timeouts {
  connectMs: number;
  headersMs: number;
  bodyMs: number;
  callMs: number;
}

export const DEFAULT_TIMEOUTS: Timeouts = { connectMs: 3000, headersMs: 5000, bodyMs: 8000, callMs: 10_000 };

/** What an answer may weigh. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;
const MAX_REDIRECTS = 3;

export interface HttpRequest {
  /** "GET /v1/users/:id", for errors. */
  operation: string;
  method: 'GET' | 'POST' | 'PATCH';
  /** Path with its query, from the origin's root. */
  path: string;
  /** Absent for the token endpoint, which authenticates by its form. */
  bearer?: string;
  /** Of the token endpoint alone. */
  grantType?: string;
  body?: { type: 'application/json' | 'application/x-www-form-urlencoded'; text: string };
}

export interface HttpClient {
  /** One exchange, redirects within the origin included; a failure of the transport is a `PlatformError`. */
  send(request: HttpRequest, remainingMs: number): Promise<Answer>;
}

export function createHttpClient(dispatcher: Dispatcher, origin: string, timeouts: Timeouts): HttpClient {
  return {
    async send(request, remainingMs) {
      try {
        return await follow(request, performance.now() + remainingMs);
      } catch (error) {
        throw error instanceof PlatformError ? error : failureOfTransport(request.operation, error);
      }
    },
  };

  async function follow(request: HttpRequest, until: number): Promise<Answer> {
    const { operation, method } = request;
    for (let { path } = request, redirects = 0; ; redirects++) {
      const answer = await exchange(
        dispatcher,
        {
          origin,
          path,
          method,
          headers: headersOf(request),
          body: request.body?.text ?? null,
          headersTimeout: timeouts.headersMs,
          bodyTimeout: timeouts.bodyMs,
        },
        { timeoutMs: Math.max(1, until - performance.now()), maxBytes: MAX_BODY_BYTES },
      );
      const { status, headers } = answer;
      if (status < 300 || status >= 400) return answer;
      const next =
        method === 'GET' && redirects < MAX_REDIRECTS ? pathWithin(headers['location'], path) : undefined;
      // Another origin must not see the Authorization header, and a write must not happen twice.
      if (next === undefined) throw new PlatformError('unexpected-response', { operation, status });
      path = next;
    }
  }

  function pathWithin(location: string | string[] | undefined, from: string): string | undefined {
    const base = new URL(from, origin);
    if (typeof location !== 'string' || !URL.canParse(location, base.href)) return undefined;
    const target = new URL(location, base);
    return target.origin === origin ? `${target.pathname}${target.search}` : undefined;
  }
}

function headersOf({ bearer, body }: HttpRequest): Record<string, string> {
  return {
    accept: 'application/json',
    'user-agent': 'Matchpoint',
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    ...(body && { 'content-type': body.type }),
  };
}
