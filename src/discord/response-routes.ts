import { setTimeout as sleep } from 'node:timers/promises';
import { DiscordAPIError, HTTPError } from '@discordjs/rest';
import { MessageFlags, RESTJSONErrorCodes, Routes } from 'discord-api-types/v10';
import type { Logger } from 'pino';
import { objectOf, textOf } from '../json.ts';
import type { Message } from '../message/render.ts';
import type { ReplyFile } from '../message/reply.ts';
import type { FirstAnswer, ResponseRoutes, AckResult } from '../bot/respond.ts';
import type { PostCallback } from './callback-post.ts';
import { messageRequest } from './multipart.ts';
import type { DiscordRest } from './rest.ts';

/**
 * Retries: after a deferral by HTTP response, an edit may reach Discord before the deferral is processed; and the client's own
 * retries of a 5xx follow one another at once.
 */
const FOLLOW_RETRIES_MS = [150, 400, 1000];

/** `auth: false`: a 401 on a route without a token would make the client drop the bot's token. */
const requestOf = (body: object, files: readonly ReplyFile[]) => ({
  ...messageRequest(body, files),
  auth: false,
});

/** The outcome of a try. `unclear`: it may have reached Discord. `again`: it has not. */
type TryResult = AckResult | 'unclear' | 'again';

const RETRY_AFTER_MAX_MS = 1000;

async function tryCallback(
  post: PostCallback,
  interaction: { id: string; token: string },
  answer: FirstAnswer,
  log: Logger,
): Promise<TryResult> {
  const response = await post(interaction, answer).catch(() => undefined);
  if (response === undefined || response.status >= 500) return 'unclear';
  const { status, code, retryAfterMs } = response;
  if (status < 300) return 'ours';
  if (code === RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged) return 'theirs';
  if (code === RESTJSONErrorCodes.UnknownInteraction) return 'expired';
  if (status === 429 && retryAfterMs !== undefined && retryAfterMs <= RETRY_AFTER_MAX_MS) {
    await sleep(retryAfterMs);
    return 'again';
  }
  log.error({ status, code }, 'Discord refused a first answer');
  return 'failed';
}

/** `isOnce`: it must not be done twice. */
async function retryFollow(call: () => Promise<unknown>, { isOnce = false } = {}): Promise<unknown> {
  for (const waitMs of FOLLOW_RETRIES_MS) {
    try {
      return await call();
    } catch (error) {
      const isUnknown = error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownWebhook;
      const isDown = !isOnce && error instanceof HTTPError;
      if (!isUnknown && !isDown) throw error;
      await sleep(waitMs);
    }
  }
  return call();
}

/** Discord's routes for answering interactions, over REST. */
export function createResponseRoutes(
  { rest, restOnce, postCallback }: Pick<DiscordRest, 'rest' | 'restOnce' | 'postCallback'>,
  applicationId: () => string,
  log: Logger,
): ResponseRoutes {
  // `Routes` would write %40original; the documented path has the @ itself.
  const messageRoute = (token: string, id: string) =>
    `${Routes.webhook(applicationId(), token)}/messages/${id}` as const;
  const original = (token: string) => messageRoute(token, '@original');

  async function edit(route: `/${string}`, message: Message): Promise<void> {
    const { flags: _fixedByTheFirstAnswer, ...body } = message.body;
    await retryFollow(() => rest.patch(route, requestOf(body, message.files)));
  }

  return {
    async callback(interaction, answer) {
      const first = await tryCallback(postCallback, interaction, answer, log);
      if (first !== 'unclear' && first !== 'again') return first;
      // One retry, within the 3 s. "Already acknowledged" then means that the first try got through, if that was unclear.
      const second = await tryCallback(postCallback, interaction, answer, log);
      if (second === 'theirs' && first === 'unclear') return 'ours';
      return second === 'unclear' || second === 'again' ? 'failed' : second;
    },
    editOriginal: (token, message) => edit(original(token), message),
    editFollowUp: (token, messageId, message) => edit(messageRoute(token, messageId), message),
    async followUp(token, message) {
      const route = Routes.webhook(applicationId(), token);
      // Webhooks take no nonce: what others see is sent once, whether its answer comes or not.
      const isPrivate = ((message.body.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
      const created = await retryFollow(
        () => (isPrivate ? rest : restOnce).post(route, requestOf(message.body, message.files)),
        { isOnce: !isPrivate },
      );
      return textOf(objectOf(created)['id']);
    },
    async deleteOriginal(token) {
      await retryFollow(() => rest.delete(original(token), { auth: false }));
    },
  };
}
