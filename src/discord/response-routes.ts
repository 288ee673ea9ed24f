import { DiscordAPIError, Routes, type RawFile, type REST } from 'discord.js';
import type { Logger } from 'pino';
import type { Message } from '../bot/render.ts';
import type { ReplyFile } from '../bot/reply.ts';
import type { FirstAnswer, ResponseRoutes, Taken } from '../bot/respond.ts';
import type { DiscordRest } from './rest.ts';

const UNKNOWN_INTERACTION = 10_062;
const ALREADY_ACKNOWLEDGED = 40_060;

const rawFiles = (files: readonly ReplyFile[]): RawFile[] =>
  files.map((file, at) => ({ name: file.name, data: file.bytes, key: `files[${at}]` }));

/** What a try came to; `unclear` may or may not have reached Discord. */
type Try = Taken | 'unclear';

async function tryCallback(
  rest: REST,
  interaction: { id: string; token: string },
  answer: FirstAnswer,
  log: Logger,
): Promise<Try> {
  try {
    await rest.post(Routes.interactionCallback(interaction.id, interaction.token), {
      body: answer.body,
      files: rawFiles(answer.files),
      // A 401 on a route that needs no token would make the client forget the bot's.
      auth: false,
    });
    return 'ours';
  } catch (error) {
    if (!(error instanceof DiscordAPIError)) return 'unclear';
    if (error.code === ALREADY_ACKNOWLEDGED) return 'theirs';
    if (error.code === UNKNOWN_INTERACTION) return 'expired';
    if (error.status >= 500) return 'unclear';
    log.error({ err: error }, 'Discord refused a first answer');
    return 'failed';
  }
}

/** Discord's routes for answering interactions, over REST. */
export function createResponseRoutes(
  { rest, once }: DiscordRest,
  applicationId: () => string,
  log: Logger,
): ResponseRoutes {
  // Routes would write %40original; the documented path has the sign itself.
  const original = (token: string) => `${Routes.webhook(applicationId(), token)}/messages/@original` as const;
  const request = (message: Message) => ({ body: message.body, files: rawFiles(message.files), auth: false });
  return {
    async callback(interaction, answer) {
      const first = await tryCallback(once, interaction, answer, log);
      if (first !== 'unclear') return first;
      // One try more, within the 3 s. That it is answered already can only mean the first try now: it got through.
      const second = await tryCallback(once, interaction, answer, log);
      if (second === 'theirs') return 'ours';
      return second === 'unclear' ? 'failed' : second;
    },
    async editOriginal(token, message) {
      const { flags: _fixedByTheFirstAnswer, ...body } = message.body;
      await rest.patch(original(token), { ...request(message), body });
    },
    async followUp(token, message) {
      await rest.post(Routes.webhook(applicationId(), token), request(message));
    },
    async deleteOriginal(token) {
      await rest.delete(original(token), { auth: false });
    },
  };
}
