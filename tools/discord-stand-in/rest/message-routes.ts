import {
  ChannelType,
  MessageFlags,
  PermissionFlagsBits as Permission,
  RESTJSONErrorCodes as Code,
  type APIMessage,
} from 'discord.js';
import type { Chat } from '../chat/chat.ts';
import type { UploadedFile } from '../chat/files.ts';
import type { ChatMessage } from '../chat/message.ts';
import { checkMessageEdit, checkNewMessage } from '../check/message.ts';
import { channelMessage, editedChannelMessage, type MessageBody } from '../check/schemas.ts';
import { invalidForm, RestRefusal, refuseAny, unknownMessage } from '../refusal.ts';
import type { DiscordWorld } from '../world.ts';
import { channelOf, postingIn, type Reached } from './access.ts';
import type { Route } from './route.ts';

interface MessageRouteParts {
  world: DiscordWorld;
  chat: Chat;
  now: () => number;
  api: (message: ChatMessage) => APIMessage;
}

const MAX_CONTENT = 2000;
const MAX_LISTED = 100;
/** "The past few minutes", Discord's docs say. */
const NONCE_MS = 3 * 60 * 1000;
/** Folklore: Discord publishes no figure. */
const POSTING = { limit: 5, windowMs: 5000 };
/** Folklore, too: as many messages of a channel are published in an hour. */
const PUBLISHING = { limit: 10, windowMs: 60 * 60 * 1000 };

/** Messages that no interaction asked for: posted, read, edited and removed with the bot's own token. */
export function messageRoutes({ world, chat, now, api }: MessageRouteParts): Route[] {
  const bot = { auth: 'bot', body: 'none', global: true } as const;
  const all = '/channels/:channel/messages';
  const one = `${all}/:message`;

  /** Ephemeral messages are none that a channel knows of. */
  function messageIn({ channel }: Reached, messageId: string): ChatMessage {
    const message = chat.read(channel.id).find(({ id }) => id === messageId);
    if (!message) throw unknownMessage();
    return message;
  }

  function sentBefore(channelId: string, { nonce, enforce_nonce: enforced }: MessageBody) {
    if (!enforced || nonce === undefined || nonce === null) return undefined;
    return chat
      .read(channelId)
      .find(
        (message) =>
          String(message.nonce) === String(nonce) &&
          message.author.id === world.bot.id &&
          now() - message.createdAt < NONCE_MS,
      );
  }

  return [
    {
      ...bot,
      method: 'GET',
      path: all,
      handle: ({ query }, channelId) => {
        const reached = channelOf(world, channelId);
        const limit = Number(query.get('limit') ?? 50);
        if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LISTED)
          throw invalidForm([
            { path: ['limit'], code: 'NUMBER_TYPE_MAX', message: 'int value should be between 1 and 100.' },
          ]);
        const [before, after] = [query.get('before'), query.get('after')];
        const messages = chat
          .read(reached.channel.id)
          .filter(({ id }) => before === null || BigInt(id) < BigInt(before))
          .filter(({ id }) => after === null || BigInt(id) > BigInt(after));
        // Without that permission, a channel looks empty to a bot.
        const visible = reached.has(Permission.ReadMessageHistory) ? messages : [];
        const window = after === null ? visible.slice(-limit) : visible.slice(0, limit);
        return { status: 200, body: window.toReversed().map(api) };
      },
    },
    {
      ...bot,
      method: 'GET',
      path: one,
      handle: (_request, channelId, messageId) => {
        const reached = channelOf(world, channelId);
        reached.need(Permission.ReadMessageHistory);
        return { status: 200, body: api(messageIn(reached, messageId)) };
      },
    },
    {
      ...bot,
      bucket: POSTING,
      body: 'json',
      method: 'POST',
      path: all,
      handle: ({ body, files }, channelId) => {
        const reached = channelOf(world, channelId);
        const { channel } = reached;
        reached.need(postingIn(channel));
        if (channel.closed)
          throw new RestRefusal(403, Code.CannotSendMessagesToThisUser, 'Cannot send messages to this user');
        const message = checkNewMessage(channelMessage, body, files.length);
        refuseAny(channelFaults(message));
        needForParts(reached, message, files);
        if (message.message_reference) {
          reached.need(Permission.ReadMessageHistory);
          messageIn(reached, message.message_reference.message_id);
        }
        const before = sentBefore(channel.id, message);
        if (before) return { status: 200, body: api(before) };
        if (channel.locked && !reached.has(Permission.ManageThreads))
          throw new RestRefusal(400, Code.ThreadLocked, 'This thread is locked');
        // Posting in an archived thread opens it again.
        channel.archived = false;
        const posted = chat.post({
          channelId: channel.id,
          author: world.bot,
          body: message,
          files,
          visibleTo: null,
          ...(message.message_reference ? { repliesTo: message.message_reference.message_id } : {}),
        });
        return { status: 200, body: api(posted) };
      },
    },
    {
      ...bot,
      bucket: POSTING,
      body: 'json',
      method: 'PATCH',
      path: one,
      handle: ({ body, files }, channelId, messageId) => {
        const reached = channelOf(world, channelId);
        const before = messageIn(reached, messageId);
        if (before.author.id !== world.bot.id)
          throw new RestRefusal(
            403,
            Code.CannotEditMessageAuthoredByAnotherUser,
            'Cannot edit a message authored by another user',
          );
        needOpen(reached);
        const change = checkMessageEdit(editedChannelMessage, body);
        refuseAny(channelFaults(change));
        needForParts(reached, change, files);
        return { status: 200, body: api(chat.edit(before.id, change, files)) };
      },
    },
    {
      ...bot,
      bucket: PUBLISHING,
      method: 'POST',
      path: `${one}/crosspost`,
      handle: (_request, channelId, messageId) => {
        const reached = channelOf(world, channelId);
        if (reached.channel.type !== ChannelType.GuildAnnouncement)
          throw new RestRefusal(
            400,
            Code.CannotExecuteActionOnThisChannelType,
            'Cannot execute action on this channel type',
          );
        const message = messageIn(reached, messageId);
        reached.need(
          message.author.id === world.bot.id ? Permission.SendMessages : Permission.ManageMessages,
        );
        if ((message.flags & MessageFlags.Crossposted) !== 0)
          throw new RestRefusal(
            400,
            Code.ThisMessageWasAlreadyCrossposted,
            'This message has already been crossposted.',
          );
        return { status: 200, body: api(chat.crosspost(message.id)) };
      },
    },
    {
      ...bot,
      bucket: POSTING,
      method: 'DELETE',
      path: one,
      handle: (_request, channelId, messageId) => {
        const reached = channelOf(world, channelId);
        const message = messageIn(reached, messageId);
        if (message.author.id !== world.bot.id) reached.need(Permission.ManageMessages);
        needOpen(reached);
        chat.remove(message.id);
        return { status: 204 };
      },
    },
  ];
}

/** In an archived thread nothing is changed. */
function needOpen({ channel }: Reached): void {
  if (channel.type === ChannelType.PublicThread && channel.archived)
    throw new RestRefusal(400, Code.InvalidActionOnArchivedThread, 'Thread is archived');
}

/** Embeds and files each need another permission. */
function needForParts(reached: Reached, message: MessageBody, files: readonly UploadedFile[]): void {
  if ((message.embeds ?? []).length > 0) reached.need(Permission.EmbedLinks);
  if (files.length > 0) reached.need(Permission.AttachFiles);
}

/** What the description of this route lets through, and Discord does not. */
function channelFaults({ content, flags }: MessageBody) {
  return [
    ...((content ?? '').length > MAX_CONTENT
      ? [
          {
            path: ['content'],
            code: 'BASE_TYPE_MAX_LENGTH',
            message: `Must be ${MAX_CONTENT} or fewer in length.`,
          },
        ]
      : []),
    ...(((flags ?? 0) & MessageFlags.Ephemeral) === 0
      ? []
      : [{ path: ['flags'], code: 'FLAGS_TYPE_INVALID', message: 'Only an answer can be EPHEMERAL.' }]),
  ];
}
