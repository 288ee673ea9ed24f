import { Routes } from 'discord-api-types/v10';
import type { Dispatcher } from 'undici';
import type { FirstAnswer } from '../bot/respond.ts';
import { exchange } from '../exchange.ts';
import type { InvalidRequests } from './invalid-requests.ts';
import { encodeMultipart } from './multipart.ts';
import { headersOf } from './undici-request.ts';

/** Within Discord's 3 s, with time for a second try where the first fails at once. */
const TIMEOUT_MS = 2500;
const ANSWER_BYTES_MAX = 64 * 1024;

/** What Discord said to a first answer: the status, its own error code, and when to come again (429). */
interface CallbackAnswer {
  status: number;
  code: number | undefined;
  retryAfterMs: number | undefined;
}

/** Posts one first answer. Throws where no answer came, or `ShedError`. */
export type PostCallback = (
  interaction: { id: string; token: string },
  answer: FirstAnswer,
) => Promise<CallbackAnswer>;

/**
 * The callback route, past the REST client: that repeats by itself, and keeps a queue for each interaction's own route, which
 * is used once. Source: Discord, "Receiving and Responding", create interaction response.
 */
export function createCallbackPost(options: {
  pool: Dispatcher;
  /** Where the API is, with its version, without a slash at its end. */
  api: URL;
  userAgent: string;
  invalid: InvalidRequests;
  timeoutMs?: number;
}): PostCallback {
  const { pool, api, userAgent, invalid, timeoutMs = TIMEOUT_MS } = options;
  return async ({ id, token }, { body: message, files }) => {
    invalid.check();
    const { contentType, body } =
      files.length === 0
        ? { contentType: 'application/json', body: JSON.stringify(message) }
        : encodeMultipart(message, files);
    const { status, headers, text } = await exchange(
      pool,
      {
        origin: api.origin,
        path: `${api.pathname}${Routes.interactionCallback(id, token)}`,
        method: 'POST',
        headers: { 'content-type': contentType, 'user-agent': userAgent },
        body,
      },
      { timeoutMs, maxBytes: ANSWER_BYTES_MAX },
    );
    if (status < 300) return { status, code: undefined, retryAfterMs: undefined };
    invalid.note(status, headersOf(headers));
    return { status, ...readRefusal(text) };
  };
}

function readRefusal(text: string): Pick<CallbackAnswer, 'code' | 'retryAfterMs'> {
  try {
    const parsed: unknown = JSON.parse(text);
    const numberOf = (name: string): number | undefined => {
      const value: unknown =
        typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, name) : undefined;
      return typeof value === 'number' ? value : undefined;
    };
    const seconds = numberOf('retry_after');
    return { code: numberOf('code'), retryAfterMs: seconds === undefined ? undefined : seconds * 1000 };
  } catch {
    return { code: undefined, retryAfterMs: undefined };
  }
}
