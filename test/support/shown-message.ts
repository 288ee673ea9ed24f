import type { APIEmbed } from 'discord.js';
import type { Channels, SendOutcome } from '../../src/message/channels.ts';
import { renderReply } from '../../src/message/render.ts';
import type { Post, ReplyFile } from '../../src/message/reply.ts';
import type { PostedMessage } from './night-discord.ts';
import { wrapped } from './night-process.ts';
import { plainSpaces } from './plain-spaces.ts';

export interface MessageBody {
  content?: string;
  embeds?: readonly APIEmbed[];
  components?: readonly { components?: readonly Component[] }[];
  allowed_mentions?: { users?: readonly string[]; roles?: readonly string[] };
  flags?: number;
  /** Of a form. */
  custom_id?: string;
}
interface Component {
  label?: string;
  custom_id?: string;
  options?: readonly { label: string; value: string }[];
}
export interface ShownMessage {
  id?: string;
  channelId: string;
  body: MessageBody;
  files: readonly ReplyFile[];
}

export const formId = ({ body }: ShownMessage): string => {
  if ('custom_id' in body && typeof body.custom_id === 'string') return body.custom_id;
  throw new Error(`no form, but: ${textOf({ channelId: '', body, files: [] })}`);
};

export const labelsOf = ({ body }: ShownMessage): string[] =>
  (body.components ?? []).flatMap(({ components = [] }) => components.flatMap(({ label }) => label ?? []));

export function buttonIn(message: ShownMessage, label: string): string {
  const found = (message.body.components ?? [])
    .flatMap(({ components = [] }) => components)
    .find((one) => one.label?.startsWith(label) === true);
  if (found?.custom_id === undefined)
    throw new Error(`no button ${label} in: ${textOf(message)} ${labelsOf(message).join()}`);
  return found.custom_id;
}

/** All words of a message. */
export const textOf = ({ body }: ShownMessage): string =>
  plainSpaces(
    [
      body.content,
      ...(body.embeds ?? []).flatMap(({ title, description, fields = [] }) => [
        title,
        description,
        ...fields.flatMap(({ name, value }) => [name, value]),
      ]),
    ]
      .filter((text) => text !== undefined && text !== '')
      .join('\n'),
  );

/** Keeps what a bot posts as Discord was sent it. `before`: runs before each request. */
export function shownMessages(before: () => Promise<unknown>) {
  /** As Discord was sent them, by message. */
  const bodies = new Map<string, MessageBody>();
  const bodyOf = async (post: Post): Promise<MessageBody> => {
    const tickets = { keep: () => Promise.reject(new Error('too long')) };
    return (await renderReply(post, { tickets })).body as MessageBody;
  };
  const watched = <T extends Pick<Channels, 'post' | 'edit'>>({ post, edit, ...channels }: T) =>
    wrapped(
      {
        ...channels,
        async post(to: string, one: Post, nonce?: string): Promise<SendOutcome> {
          const [body, sent] = [await bodyOf(one), await post(to, one, nonce)];
          if ('id' in sent && !bodies.has(sent.id)) bodies.set(sent.id, body);
          return sent;
        },
        async edit(to: string, id: string, one: Post): Promise<SendOutcome> {
          const [body, sent] = [await bodyOf(one), await edit(to, id, one)];
          if ('id' in sent) bodies.set(id, body);
          return sent;
        },
      },
      (call) => before().then(call),
    );

  const view = ({ id, channelId, post }: PostedMessage): ShownMessage => {
    const { content, files = [], mentions = {} } = post;
    // What followed an interaction is kept as it was sent.
    const body = bodies.get(id) ?? { ...(post as MessageBody), allowed_mentions: mentions };
    return { id, channelId, body: { ...body, content }, files };
  };

  return { view, watched };
}
