import { expect, it } from 'vitest';
import { defineCommand } from '../../src/bot/command.ts';
import { createDispatcher } from '../../src/bot/dispatch.ts';
import type { SuggestContext } from '../../src/bot/options.ts';
import { fakeRoutes, fakeServices, silent } from '../support/fakes.ts';
import { autocomplete, slash } from '../support/interactions.ts';

it('handlers and suggestions get what they may use, and nothing else that the dispatcher has', async () => {
  const seen: object[] = [];
  const rank = defineCommand({
    name: 'rank',
    audience: 'private',
    options: {
      id: {
        type: 'text',
        suggest: async (context: SuggestContext) => {
          seen.push(context);
          return [];
        },
      },
    },
    run: async (context) => {
      seen.push(context);
      return { content: 'ran' };
    },
  });
  const { routes } = fakeRoutes();
  const dispatcher = createDispatcher({ ...fakeServices([rank]), routes, log: silent });
  await dispatcher.dispatch(slash('rank'));
  await dispatcher.dispatch(autocomplete('rank', 'id'));
  const [context = {}, suggesting = {}] = seen;
  expect(Object.keys(context).toSorted()).toEqual([
    'about',
    'accounts',
    'alerts',
    'askToLink',
    'caller',
    'callerT',
    'channels',
    'commands',
    'deviceLinking',
    'guilds',
    'isTyped',
    'linkedRoles',
    'mention',
    'naming',
    'now',
    'options',
    'personalData',
    'pictures',
    'place',
    'platform',
    'reference',
    'regions',
    'registrations',
    'reminders',
    'results',
    'roles',
    'self',
    'serverRanking',
    'shareTournament',
    'supportUrl',
    't',
    'tickets',
    'withScreenshots',
    'words',
  ]);
  expect(context).toHaveProperty('accounts', {
    nameOf: expect.any(Function),
    memberOf: expect.any(Function),
    unlink: expect.any(Function),
  });
  expect(Object.keys(suggesting).toSorted()).toEqual([
    'accounts',
    'callerId',
    'now',
    'platform',
    'regions',
    'registrations',
    't',
    'typed',
  ]);
  expect(suggesting).toHaveProperty('accounts', { find: expect.any(Function) });
});
