import { STATUS_CODES } from 'node:http';
import type { REST } from '@discordjs/rest';
import type { Headers } from 'undici';
import type { Answer } from '../http/exchange.ts';
import { headerOf, type SendToDiscord } from './send.ts';

/** Far above the longest response, a list of a hundred messages. */
const RESPONSE_BYTES_MAX = 16 * 1024 * 1024;

type MakeRequest = REST['options']['makeRequest'];

/** The library only calls `get` and `has`; a real `Headers` object for every response would cost more than the request. */
function headersOf(answer: Answer): Headers {
  const get = (name: string): string | null => headerOf(answer, name.toLowerCase()) ?? null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return { get, has: (name: string) => get(name) !== null } as Headers;
}

function bodyOf(body: unknown): string | Uint8Array | null {
  if (body === null || body === undefined) return null;
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  throw new TypeError('a body must be text or bytes: files are encoded earlier');
}

/**
 * The transport of the REST client: uses our connection pool, at half the cost of its default. `origin`: of the API.
 * `onAnswer`: called with the duration of each request in milliseconds. Throws what `send` throws.
 */
export function createMakeRequest(options: {
  send: SendToDiscord;
  origin: string;
  onAnswer: (ms: number) => void;
}): MakeRequest {
  const { send, origin, onAnswer } = options;
  return async (url, init) => {
    const startedAt = performance.now();
    const answer = await send(
      {
        origin,
        path: url.slice(origin.length),
        method: init.method ?? 'GET',
        headers: init.headers ?? null,
        body: bodyOf(init.body),
      },
      { maxBytes: RESPONSE_BYTES_MAX, signal: init.signal },
    );
    onAnswer(performance.now() - startedAt);
    const { status, text } = answer;
    return {
      body: null,
      bodyUsed: false,
      arrayBuffer: async () => new TextEncoder().encode(text).buffer,
      json: async (): Promise<unknown> => JSON.parse(text),
      text: async () => text,
      headers: headersOf(answer),
      status,
      statusText: STATUS_CODES[status] ?? '',
      ok: status >= 200 && status < 300,
    };
  };
}
