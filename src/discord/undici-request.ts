import { STATUS_CODES } from 'node:http';
import type { REST } from '@discordjs/rest';
import type { Headers } from 'undici';
import type { Answer } from '../exchange.ts';
import { headerOf, type Send } from './send.ts';

/** A hundred messages, the longest answer, are far below. */
const ANSWER_BYTES_MAX = 16 * 1024 * 1024;

type MakeRequest = REST['options']['makeRequest'];

/** The library reads headers by `get` alone; a whole `Headers` for every answer would cost more than the request. */
function headersOf(answer: Answer): Headers {
  const get = (name: string): string | null => headerOf(answer, name.toLowerCase()) ?? null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as said above
  return { get, has: (name: string) => get(name) !== null } as Headers;
}

function bodyOf(body: unknown): string | Uint8Array | null {
  if (body === null || body === undefined) return null;
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  throw new TypeError('bodies are text or bytes: files are encoded before they come here');
}

/**
 * How discord.js's REST client sends: over our own pool of connections to Discord's API, at half of what its default costs.
 * `origin`: the API's. `onAnswer` gets the milliseconds until each answer. Throws what `send` throws.
 */
export function createMakeRequest(options: {
  send: Send;
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
      { maxBytes: ANSWER_BYTES_MAX, signal: init.signal },
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
