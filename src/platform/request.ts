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
  /** Path with its query, from the base URL. */
  path: string;
  /** Absent for the token endpoint, which authenticates by its form. */
  bearer?: string;
  /** Of the token endpoint alone. */
  grantType?: string;
  body?: { type: 'application/json' | 'application/x-www-form-urlencoded'; text: string };
}

/** One exchange, redirects within the origin included; a failure of the transport is a `PlatformError`. */
export type Send = (request: HttpRequest, remainingMs: number) => Promise<Answer>;

/** `baseUrl` may carry a path, with or without a slash at its end. */
export function createSend(dispatcher: Dispatcher, baseUrl: URL, timeouts: Timeouts): Send {
  const { origin } = baseUrl;
  const prefix = baseUrl.pathname.replace(/\/+$/, '');

  return async (request, remainingMs) => {
    try {
      return await follow(request, performance.now() + remainingMs);
    } catch (error) {
      throw error instanceof PlatformError ? error : failureOfTransport(request.operation, error);
    }
  };

  async function follow(request: HttpRequest, until: number): Promise<Answer> {
    const { operation, method } = request;
    for (let path = prefix + request.path, redirects = 0; ; redirects++) {
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

/**
 * The path of an operation ("GET /v1/users/:id") with the id as one segment. URL parsers fold `.` and `..`, however they
 * are encoded, and an empty one is another operation's path: these cannot be anybody's id, so they are not found before a
 * request is made.
 */
export function pathOf(operation: string, id?: string): string {
  if (id === '' || id === '.' || id === '..') throw new PlatformError('not-found', { operation });
  // A lone surrogate would make encodeURIComponent throw.
  const segment = encodeURIComponent((id ?? '').replaceAll(/\p{Surrogate}/gu, '\uFFFD'));
  return operation.slice(operation.indexOf('/')).replace(':id', () => segment);
}
