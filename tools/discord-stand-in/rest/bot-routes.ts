import { RESTJSONErrorCodes } from 'discord.js';
import { RestRefusal } from '../refusal.ts';
import { ownApplication } from './access.ts';
import { listed, type CommandBook } from './command-book.ts';
import type { Route } from './route.ts';

export interface BotRouteParts {
  applicationId: string;
  book: CommandBook;
  gatewayUrl: () => string;
  identifiesLeft: () => number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Where the gateway is, and the bot's commands. */
export function botRoutes(parts: BotRouteParts): Route[] {
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
    ...commandRoutes(parts.book, parts.applicationId),
  ];
}

const notAuthorized = (): RestRefusal =>
  new RestRefusal(
    403,
    RESTJSONErrorCodes.NotAuthorizedToPerformThisActionOnThisApplication,
    'You are not authorized to perform this action on this application',
  );

function commandRoutes(book: CommandBook, applicationId: string): Route[] {
  const json = { auth: 'bot', body: 'json', global: true } as const;
  const all = '/applications/:application/commands';
  const own = ownApplication(applicationId, notAuthorized);
  return [
    {
      ...json,
      body: 'none',
      method: 'GET',
      path: all,
      handle: own(({ query }) => ({
        status: 200,
        body: listed(book.commands, query.get('with_localizations') === 'true'),
      })),
    },
    {
      ...json,
      method: 'PUT',
      path: all,
      handle: own(({ body }) => ({ status: 200, body: book.overwrite(body) })),
    },
  ];
}
