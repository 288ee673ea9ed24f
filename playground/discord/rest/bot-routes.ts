import { RESTJSONErrorCodes, type APIApplication, type APIMessage } from 'discord.js';
import type { Chat } from '../chat/chat.ts';
import type { ChatMessage } from '../chat/message.ts';
import { Refusal, unknownMessage } from '../refusal.ts';
import type { World } from '../world.ts';
import { listed, type CommandBook } from './command-book.ts';
import type { Route } from './route.ts';

export interface BotRouteParts {
  world: World;
  application: () => APIApplication;
  book: CommandBook;
  chat: Chat;
  api: (message: ChatMessage) => APIMessage;
  gatewayUrl: () => string;
  identifiesLeft: () => number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** What the bot asks with its own token: who it is, where the gateway is, its commands, and messages it may read. */
export function botRoutes(parts: BotRouteParts): Route[] {
  const { world, book, chat, api } = parts;
  const bot = { auth: 'bot', body: 'none', global: true } as const;
  return [
    {
      ...bot,
      auth: 'none',
      method: 'GET',
      path: '/gateway',
      handle: () => ({ status: 200, body: { url: parts.gatewayUrl() } }),
    },
    {
      ...bot,
      method: 'GET',
      path: '/gateway/bot',
      handle: () => ({
        status: 200,
        body: {
          url: parts.gatewayUrl(),
          shards: 1,
          session_start_limit: {
            total: 1000,
            remaining: parts.identifiesLeft(),
            reset_after: DAY_MS,
            max_concurrency: 1,
          },
        },
      }),
    },
    ...['/applications/@me', '/oauth2/applications/@me'].map((path) => ({
      ...bot,
      method: 'GET',
      path,
      handle: () => ({ status: 200, body: parts.application() }),
    })),
    ...commandRoutes(book, world.application.id),
    {
      ...bot,
      method: 'GET',
      path: '/channels/:channel/messages',
      handle: ({ query }, channelId) => {
        channelOf(world, channelId);
        const limit = Number(query.get('limit') ?? 50);
        const messages = chat.read(channelId ?? '').slice(-limit);
        return { status: 200, body: messages.toReversed().map(api) };
      },
    },
    {
      ...bot,
      method: 'GET',
      path: '/channels/:channel/messages/:message',
      handle: (_request, channelId, messageId) => {
        channelOf(world, channelId);
        const message = chat.read(channelId ?? '').find(({ id }) => id === messageId);
        if (!message) throw unknownMessage();
        return { status: 200, body: api(message) };
      },
    },
  ];
}

function channelOf(world: World, channelId: string | undefined): void {
  if (!world.channels.some(({ id }) => id === channelId))
    throw new Refusal(404, RESTJSONErrorCodes.UnknownChannel, 'Unknown Channel');
}

function commandRoutes(book: CommandBook, applicationId: string): Route[] {
  const json = { auth: 'bot', body: 'json', global: true } as const;
  const all = '/applications/:application/commands';
  const one = `${all}/:command`;
  const ours = (id: string | undefined): void => {
    if (id !== applicationId)
      throw new Refusal(
        403,
        RESTJSONErrorCodes.NotAuthorizedToPerformThisActionOnThisApplication,
        'You are not authorized to perform this action on this application',
      );
  };
  return [
    {
      ...json,
      body: 'none',
      method: 'GET',
      path: all,
      handle: ({ query }, id) => {
        ours(id);
        return { status: 200, body: listed(book.commands, query.get('with_localizations') === 'true') };
      },
    },
    {
      ...json,
      method: 'PUT',
      path: all,
      handle: ({ body }, id) => {
        ours(id);
        return { status: 200, body: book.overwrite(body) };
      },
    },
    {
      ...json,
      method: 'POST',
      path: all,
      handle: ({ body }, id) => {
        ours(id);
        const { command, isNew } = book.upsert(body);
        return { status: isNew ? 201 : 200, body: command };
      },
    },
    {
      ...json,
      body: 'none',
      method: 'GET',
      path: one,
      handle: (_request, id, commandId) => {
        ours(id);
        return { status: 200, body: book.get(commandId ?? '') };
      },
    },
    {
      ...json,
      method: 'PATCH',
      path: one,
      handle: ({ body }, id, commandId) => {
        ours(id);
        return { status: 200, body: book.change(commandId ?? '', body) };
      },
    },
    {
      ...json,
      body: 'none',
      method: 'DELETE',
      path: one,
      handle: (_request, id, commandId) => {
        ours(id);
        book.remove(commandId ?? '');
        return { status: 204 };
      },
    },
  ];
}
