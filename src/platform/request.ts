import type { Dispatcher } from 'undici';
import { failureOfTransport } from './failure.ts';
import { PlatformError } from './error.ts';

/** In milliseconds. `bodyMs` is the longest silence within a body, `callMs` the whole of a call with its repetitions. */
export interface Timeouts {
  connectMs: number;
  headersMs: number;
  bodyMs: number;
  callMs: number;
}

export const defaultTimeouts: Timeouts = { connectMs: 3000, headersMs: 5000, bodyMs: 8000, callMs: 10_000 };

/** What an answer may weigh; the pool ends those that weigh more. */
export const maxBodyBytes = 2 * 1024 * 1024;
const maxRedirects = 3;

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

export interface HttpAnswer {
  status: number;
  headers: Dispatcher.ResponseData['headers'];
  text: string;
}

export interface HttpClient {
  /** One exchange, redirects within the origin included; a failure of the transport is a `PlatformError`. */
  send(request: HttpRequest, remainingMs: number): Promise<HttpAnswer>;
}

export function createHttpClient(dispatcher: Dispatcher, origin: string, timeouts: Timeouts): HttpClient {
  return {
    async send(request, remainingMs) {
      // Not AbortSignal.timeout: its timer would outlive every quick call by ten seconds.
      const deadline = new AbortController();
      const timer = setTimeout(
        () => deadline.abort(new Error('no answer in time')),
        Math.max(1, remainingMs),
      );
      try {
        return await exchange(request, request.path, deadline.signal, maxRedirects);
      } catch (error) {
        throw error instanceof PlatformError ? error : failureOfTransport(request.operation, error);
      } finally {
        clearTimeout(timer);
      }
    },
  };

  async function exchange(
    request: HttpRequest,
    path: string,
    signal: AbortSignal,
    redirects: number,
  ): Promise<HttpAnswer> {
    const { statusCode, headers, body } = await dispatcher.request({
      origin,
      path,
      method: request.method,
      headers: headersOf(request),
      body: request.body?.text ?? null,
      headersTimeout: timeouts.headersMs,
      bodyTimeout: timeouts.bodyMs,
      signal,
    });
    const text = await body.text();
    if (statusCode < 300 || statusCode >= 400) return { status: statusCode, headers, text };
    const next =
      request.method === 'GET' && redirects > 0 ? pathWithin(headers['location'], path) : undefined;
    // Another origin must not see the Authorization header, and a write must not happen twice.
    if (next === undefined) {
      throw new PlatformError('unexpected-response', { operation: request.operation, status: statusCode });
    }
    return exchange(request, next, signal, redirects - 1);
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
