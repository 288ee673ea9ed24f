import { setTimeout as sleep } from 'node:timers/promises';
import { DiscordAPIError } from '@discordjs/rest';
import { RESTJSONErrorCodes, Routes } from 'discord-api-types/v10';
import type { Logger } from 'pino';
import { objectOf, textOf } from '../bot/payload.ts';
import type { Message } from '../bot/render.ts';
import type { ReplyFile } from '../words/reply.ts';
import type { FirstAnswer, ResponseRoutes, AckResult } from '../bot/respond.ts';
import type { PostCallback } from './callback-post.ts';
import { messageRequest } from './multipart.ts';
import type { DiscordRest } from './rest.ts';

/** A deferral that left as an HTTP response may not have been seen by Discord yet when its edit arrives. */
const FOLLOW_AGAIN_MS = [150, 400, 1000];

/** A 401 on a route that needs no token would make the client forget the bot's: hence `auth`. */
const requestOf = (body: object, files: readonly ReplyFile[]) => ({
  ...messageRequest(body, files),
  auth: false,
});

/** What a try came to; `unclear` may or may not have reached Discord, `again` has not. */
type Try = AckResult | 'unclear' | 'again';

const COME_AGAIN_WITHIN_MS = 1000;

async function tryCallback(
  post: PostCallback,
  interaction: { id: string; token: string },
  answer: FirstAnswer,
  log: Logger,
): Promise<Try> {
  const said = await post(interaction, answer).catch(() => undefined);
  if (said === undefined || said.status >= 500) return 'unclear';
  const { status, code, retryAfterMs } = said;
  if (status < 300) return 'ours';
  if (code === RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged) return 'theirs';
  if (code === RESTJSONErrorCodes.UnknownInteraction) return 'expired';
  if (status === 429 && retryAfterMs !== undefined && retryAfterMs <= COME_AGAIN_WITHIN_MS) {
    await sleep(retryAfterMs);
    return 'again';
  }
  log.error({ status, code }, 'Discord refused a first answer');
  return 'failed';
}

async function follow(call: () => Promise<unknown>): Promise<unknown> {
  for (const againMs of FOLLOW_AGAIN_MS) {
    try {
      return await call();
    } catch (error) {
      const unseen = error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownWebhook;
      if (!unseen) throw error;
      await sleep(againMs);
    }
  }
  return call();
}

/** Discord's routes for answering interactions, over REST. */
export function createResponseRoutes(
  { rest, postCallback, pressPost }: Pick<DiscordRest, 'rest' | 'postCallback' | 'pressPost'>,
  applicationId: () => string,
  log: Logger,
): ResponseRoutes {
  // Routes would write %40original; the documented path has the sign itself.
  const messageRoute = (token: string, id: string) =>
    `${Routes.webhook(applicationId(), token)}/messages/${id}` as const;
  const original = (token: string) => messageRoute(token, '@original');

  async function edit(route: `/${string}`, message: Message): Promise<void> {
    const { flags: _fixedByTheFirstAnswer, ...body } = message.body;
    await follow(() => rest.patch(route, requestOf(body, message.files)));
  }

  return {
    async callback(interaction, answer) {
      const first = await tryCallback(postCallback, interaction, answer, log);
      if (first !== 'unclear' && first !== 'again') return first;
      // One try more, within the 3 s. That it is answered already can mean the first try now, where that may have got through.
      const second = await tryCallback(postCallback, interaction, answer, log);
      if (second === 'theirs' && first === 'unclear') return 'ours';
      return second === 'unclear' || second === 'again' ? 'failed' : second;
    },
    editOriginal: (token, message) => edit(original(token), message),
    editFollowUp: (token, messageId, message) => edit(messageRoute(token, messageId), message),
    async followUp(token, message) {
      const route = Routes.webhook(applicationId(), token);
      const sent = await follow(() => rest.post(route, requestOf(message.body, message.files)));
      return textOf(objectOf(sent)['id']);
    },
    async post(channelId, message) {
      const request = messageRequest(message.body, message.files);
      const sent = await pressPost(channelId, () => rest.post(Routes.channelMessages(channelId), request));
      return textOf(objectOf(sent)['id']);
    },
    async editPost(channelId, messageId, message) {
      const request = messageRequest(message.body, message.files);
      await pressPost(channelId, () => rest.patch(Routes.channelMessage(channelId, messageId), request));
    },
    async deleteOriginal(token) {
      await follow(() => rest.delete(original(token), { auth: false }));
    },
  };
}
