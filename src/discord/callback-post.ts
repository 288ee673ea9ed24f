import { Routes } from 'discord-api-types/v10';
import type { FirstAnswer } from '../bot/respond.ts';
import { SECOND_MS } from '../durations.ts';
import { jsonOf, objectOf } from '../json.ts';
import { encodeMultipart } from './multipart.ts';
import type { DirectApi } from './send.ts';

/** Within Discord's 3 s, with time for a retry if the first try fails at once. */
const TIMEOUT_MS = 2500;
const ANSWER_BYTES_MAX = 64 * 1024;

/** Discord's response to a first answer: the status, its JSON error code, and the wait of a 429. */
interface CallbackAnswer {
  status: number;
  code: number | undefined;
  retryAfterMs: number | undefined;
}

/** Posts one first answer. Throws `ShedError`, and if no response arrives. */
export type PostCallback = (
  interaction: { id: string; token: string },
  answer: FirstAnswer,
) => Promise<CallbackAnswer>;

/**
 * Bypasses the REST client, which retries, and creates a queue for each interaction's route, though it is used once. Source:
 * Discord, "Receiving and Responding", create interaction response.
 */
export const createCallbackPost =
  ({ send, api, userAgent }: DirectApi, timeoutMs = TIMEOUT_MS): PostCallback =>
  async ({ id, token }, { body: message, files }) => {
    const { contentType, body } =
      files.length === 0
        ? { contentType: 'application/json', body: JSON.stringify(message) }
        : encodeMultipart(message, files);
    const { status, text } = await send(
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
    const { code, retry_after: seconds } = objectOf(jsonOf(text));
    return {
      status,
      code: typeof code === 'number' ? code : undefined,
      retryAfterMs: typeof seconds === 'number' ? seconds * SECOND_MS : undefined,
    };
  };
