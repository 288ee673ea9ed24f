import { setTimeout as sleep } from 'node:timers/promises';
import { DiscordAPIError } from '@discordjs/rest';
import { RESTJSONErrorCodes, Routes } from 'discord-api-types/v10';
import type { Logger } from 'pino';
import type { ReplyFile } from '../bot/reply.ts';
import type { FirstAnswer, ResponseRoutes, Taken } from '../bot/respond.ts';
import type { PostCallback } from './callback-post.ts';
import { encodeMultipart } from './multipart.ts';
import type { DiscordRest } from './rest.ts';

/** A deferral that left as an HTTP response may not have been seen by Discord yet when its edit arrives. */
const FOLLOW_AGAIN_MS = [150, 400, 1000];

/** A 401 on a route that needs no token would make the client forget the bot's: hence `auth`. */
function requestOf(body: object, files: readonly ReplyFile[]) {
  if (files.length === 0) return { body, auth: false };
  const { contentType, body: bytes } = encodeMultipart(body, files);
  return { body: bytes, passThroughBody: true, headers: { 'content-type': contentType }, auth: false };
}

/** What a try came to; `unclear` may or may not have reached Discord, `again` has not. */
type Try = Taken | 'unclear' | 'again';

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

async function follow(call: () => Promise<unknown>): Promise<void> {
  for (const againMs of [...FOLLOW_AGAIN_MS, undefined]) {
    try {
      await call();
      return;
    } catch (error) {
      const unseen = error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownWebhook;
      if (!unseen || againMs === undefined) throw error;
      await sleep(againMs);
    }
  }
}

/** Discord's routes for answering interactions, over REST. */
export function createResponseRoutes(
  { rest, postCallback }: Pick<DiscordRest, 'rest' | 'postCallback'>,
  applicationId: () => string,
  log: Logger,
): ResponseRoutes {
  // Routes would write %40original; the documented path has the sign itself.
  const original = (token: string) => `${Routes.webhook(applicationId(), token)}/messages/@original` as const;
  return {
    async callback(interaction, answer) {
      const first = await tryCallback(postCallback, interaction, answer, log);
      if (first !== 'unclear' && first !== 'again') return first;
      // One try more, within the 3 s. That it is answered already can mean the first try now, where that may have got through.
      const second = await tryCallback(postCallback, interaction, answer, log);
      if (second === 'theirs' && first === 'unclear') return 'ours';
      return second === 'unclear' || second === 'again' ? 'failed' : second;
    },
    async editOriginal(token, message) {
      const { flags: _fixedByTheFirstAnswer, ...body } = message.body;
      await follow(() => rest.patch(original(token), requestOf(body, message.files)));
    },
    async followUp(token, message) {
      const route = Routes.webhook(applicationId(), token);
      await follow(() => rest.post(route, requestOf(message.body, message.files)));
    },
    async deleteOriginal(token) {
      await follow(() => rest.delete(original(token), { auth: false }));
    },
  };
}
