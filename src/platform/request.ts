import type { Dispatcher } from 'undici';
import { exchange, type Answer } from '../http/exchange.ts';
import { pathSegment } from '../http/path-segment.ts';
import { present } from '../present.ts';
import { failureOfTransport } from './failure.ts';
import { PlatformError } from './error.ts';

/** In milliseconds. `bodyMs`: between two chunks of a body; `callMs`: a whole call with its retries. */
export interface Timeouts {
  connectMs: number;
  headersMs: number;
  bodyMs: number;
  callMs: number;
}

export const DEFAULT_TIMEOUTS: Timeouts = { connectMs: 3000, headersMs: 5000, bodyMs: 8000, callMs: 10_000 };

const MAX_BODY_BYTES = 2 * 1024 * 1024;
const MAX_REDIRECTS = 3;

export interface HttpRequest {
  /** "GET /v1/users/:id", for errors. */
  operation: string;
  method: 'GET' | 'POST' | 'PATCH';
  /** Path with query, relative to the base URL. */
  path: string;
  /** Absent for the token endpoint, which takes the credentials in the form. */
  bearer?: string;
  /** Only for the token endpoint. */
  grantType?: string;
  body?: { type: 'application/json' | 'application/x-www-form-urlencoded'; text: string };
}

/** One exchange, including redirects within the origin. Throws `PlatformError` for transport failures. */
export type SendRequest = (request: HttpRequest, remainingMs: number) => Promise<Answer>;

/** `baseUrl` may have a path, with or without a trailing slash. */
export function createSend(dispatcher: Dispatcher, baseUrl: URL, timeouts: Timeouts): SendRequest {
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
    ...present({
      authorization: bearer === undefined ? undefined : `Bearer ${bearer}`,
      'content-type': body?.type,
    }),
  };
}

/** The path of an operation ("GET /v1/users/:id"). Throws `not-found` without a request for an id that cannot be part of a path. */
export function pathOf(operation: string, id?: string): string {
  const path = operation.slice(operation.indexOf('/'));
  if (id === undefined) return path;
  const segment = pathSegment(id);
  if (segment === undefined) throw new PlatformError('not-found', { operation });
  return path.replace(':id', () => segment);
}
