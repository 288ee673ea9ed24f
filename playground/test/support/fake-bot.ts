import { InteractionResponseType as Answer, InteractionType, MessageFlags } from 'discord.js';
import type { DiscordStandIn } from '../../../tools/discord-stand-in/server.ts';
import type { RawInteraction } from '../../../tools/discord-stand-in/interactions/payload.ts';

/** What a fake bot does with one interaction: gives the first answer, or null where it stays silent. */
export type FakeAnswer = (raw: RawInteraction, bot: FakeBot) => unknown;

interface FakeBot {
  /** Changes the original answer, as a bot does through the webhook. */
  edit(raw: RawInteraction, body: unknown): Promise<void>;
  remove(raw: RawInteraction): Promise<void>;
}

/** `type` and `data` of a message as a first answer; `EPHEMERAL` among the flags makes it private. */
export const says = (data: object): object => ({ type: Answer.ChannelMessageWithSource, data });
export const EPHEMERAL = MessageFlags.Ephemeral;

export const nameOf = (raw: RawInteraction): string => {
  if ('name' in raw.data) return raw.data.name;
  return 'custom_id' in raw.data ? raw.data.custom_id : '';
};

export const isSuggesting = (raw: RawInteraction): boolean =>
  raw.type === InteractionType.ApplicationCommandAutocomplete;

/** Publishes commands and answers every interaction by one function; stands where a bot's gateway would be. */
export async function startFakeBot(
  discord: DiscordStandIn,
  commands: readonly object[],
  answer: FakeAnswer,
): Promise<void> {
  const call = async (method: string, path: string, body?: unknown): Promise<void> => {
    const answered = await fetch(`${discord.apiUrl}/v10${path}`, {
      method,
      headers: {
        authorization: `Bot ${discord.token}`,
        'content-type': 'application/json',
        'user-agent': 'DiscordBot (https://example.com, 1.0.0)',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answered.ok) throw new Error(`${method} ${path}: ${answered.status} ${await answered.text()}`);
  };
  const original = (raw: RawInteraction): string =>
    `/webhooks/${discord.applicationId}/${raw.token}/messages/@original`;
  const bot: FakeBot = {
    edit: (raw, body) => call('PATCH', original(raw), body),
    remove: (raw) => call('DELETE', original(raw)),
  };
  await call('PUT', `/applications/${discord.applicationId}/commands`, commands);
  discord.deliver = (raw) => {
    const first = answer(raw, bot);
    if (first !== null) discord.answer(raw, first);
    return undefined;
  };
}
