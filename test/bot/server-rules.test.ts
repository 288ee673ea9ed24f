import { describe, expect, it } from 'vitest';
import { action, defineCommand, type BotContext } from '../../src/bot/command.ts';
import { createDispatcher, type DispatcherOptions } from '../../src/bot/dispatch.ts';
import { ReplyError, type Reply } from '../../src/message/reply.ts';
import type { GuildSettings } from '../../src/guilds/settings.ts';
import { fakeGuilds, fakeRoutes, fakeServices, silent, type RouteCall } from '../support/fakes.ts';
import { press, slash } from '../support/interactions.ts';

const EPHEMERAL = 64;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function setUp(
  settings: GuildSettings,
  run: (context: BotContext) => Promise<Reply>,
  options: Partial<DispatcherOptions> = {},
) {
  const { said, routes } = fakeRoutes();
  const guilds = fakeGuilds(settings);
  const commands = [
    defineCommand({ name: 'rank', audience: 'public', run }),
    defineCommand({
      name: 'score',
      audience: 'private',
      run,
      actions: { confirm: action({ press: 'caller', answers: 'update', writes: true, run }) },
    }),
  ];
  const dispatcher = createDispatcher({
    ...fakeServices(commands, { guilds }),
    routes,
    log: silent,
    deferAfterMs: 20,
    ...options,
  });
  return { said, guilds, dispatcher };
}

const flagsOf = (said: RouteCall | undefined): number | undefined =>
  said?.route === 'callback' && 'data' in said.answer.body
    ? (said.answer.body.data as { flags?: number }).flags
    : undefined;

const quick = () => Promise.resolve({ content: 'here' });
const slow = async () => {
  await wait(50);
  return { content: 'late' };
};
const slowFailure = async () => {
  await wait(50);
  throw new ReplyError('no', 'why not');
};

/** The interaction's own channel is 800. */
const here = { publicChannelIds: ['800'] };
const elsewhere = { publicChannelIds: ['801'] };

describe('channels for public answers', () => {
  it('in them, and where none are chosen, answers are public; elsewhere private, also when slow', async () => {
    const cases: [GuildSettings, number | undefined][] = [
      [{}, undefined],
      [here, undefined],
      [elsewhere, EPHEMERAL],
    ];
    for (const [settings, flags] of cases)
      for (const run of [quick, slow]) {
        const { said, dispatcher } = setUp(settings, run);
        await dispatcher.dispatch(slash('rank'));
        expect(flagsOf(said[0]), `${JSON.stringify(settings)} ${run.name}`).toBe(flags);
      }
  });

  it('in them as well, what a button opens is private', async () => {
    for (const settings of [here, elsewhere]) {
      const { said, dispatcher } = setUp(settings, quick);
      await dispatcher.dispatch(press('rank:run'));
      expect(flagsOf(said[0])).toBe(EPHEMERAL);
    }
  });

  it('in a thread of one of them answers are public', async () => {
    const { said, dispatcher } = setUp(elsewhere, quick);
    await dispatcher.dispatch({ ...slash('rank'), channel: { id: '800', type: 11, parent_id: '801' } });
    expect(flagsOf(said[0])).toBeUndefined();
  });

  it('a slow failure elsewhere fills the private placeholder', async () => {
    const { said, dispatcher } = setUp(elsewhere, slowFailure);
    await dispatcher.dispatch(slash('rank'));
    expect(said.map(({ route }) => route)).toEqual(['callback', 'edit']);
    expect(flagsOf(said[0])).toBe(EPHEMERAL);
  });

  it('where the bot is not installed and in direct messages there are none', async () => {
    const { said, dispatcher } = setUp(elsewhere, quick);
    await dispatcher.dispatch({ ...slash('rank'), authorizing_integration_owners: { '1': '501' } });
    expect(flagsOf(said[0])).toBeUndefined();
  });

  it('the handler knows the server’s language, and so waits for its settings', async () => {
    const guilds = fakeGuilds(elsewhere);
    const order: string[] = [];
    guilds.settings.recent = async () => {
      await wait(5);
      order.push('settings');
      return elsewhere;
    };
    const run = () => {
      order.push('run');
      return quick();
    };
    const { dispatcher } = setUp({}, run, { guilds });
    await dispatcher.dispatch(slash('rank'));
    expect(order).toEqual(['settings', 'run']);
  });
});
