import { expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../src/durations.ts';
import { withoutMention } from '../../src/replies/unmentioned.ts';
import { press, slash } from '../support/interactions.ts';
import { productWorld, type ProductWorld } from '../support/product/product-world.ts';
import { buttonIn } from '../support/shown-message.ts';
import { createWords } from '../../src/words/words.ts';

const GUILD = '700';
const CHANNEL = '800';
const [ANA, BRUNO] = [
  { id: 'p1', name: 'Ana' },
  { id: 'p2', name: 'Bruno' },
];

/**
 * Ana (501) and Bruno (502) are called to their match, in a server whose channel follows the cup. `before`: what happens while the
 * call is on its way.
 */
async function called(before: (bot: ReturnType<ProductWorld['start']>) => Promise<unknown> = async () => {}) {
  const world = productWorld();
  await world.member('501', ANA);
  await world.member('502', BRUNO);
  const ports = world.ports();
  const { channels } = ports.discord;
  const sent: string[] = [];
  const post: typeof channels.post = async (...message) => {
    const { content } = message[1];
    if (content.includes('match is ready')) {
      sent.push(content);
      await before(bot);
    }
    return channels.post(...message);
  };
  const bot = world.start({ ...ports, discord: { ...ports.discord, channels: { ...channels, post } } });
  for (const userId of ['501', '502']) await world.interact(bot, slash('help', {}, { userId }));
  const startsAt = world.now() - MINUTE_MS;
  world.platform.tournaments.set('t1', {
    record: { id: 't1', name: 'Cup', status: 'in_progress', starts_at: new Date(startsAt).toISOString() },
  });
  await bot.services.guilds.follows.add(GUILD, {
    tournamentId: 't1',
    channelId: CHANNEL,
    topics: { calls: true, results: true, event: false },
  });
  const match: Record<string, unknown> = { id: 'm1', status: 'pending', player1: ANA, player2: null };
  Object.assign(world.platform.tournaments.get('t1')!, {
    bracket: { rounds: [{ name: 'Final', matches: [match] }] },
  });
  await world.pass(2 * MINUTE_MS);
  Object.assign(match, { status: 'open', player2: BRUNO });
  const call = (): string => world.textsIn(CHANNEL).find((text) => text.includes('match is ready')) ?? '';
  while (call() === '') await world.pass(SECOND_MS);
  expect(sent).toEqual([expect.stringContaining('<@501> (**Ana**) vs <@502> (**Bruno**)')]);
  return { world, bot, call, match };
}

const platformDown = (world: ProductWorld): void => {
  world.platform.control.instead = () => ({ status: 503, body: '' });
};

test.each(['hide', 'unlink', 'delete'] as const)(
  'an open call names nobody who is gone by a %s, within seconds and without the platform',
  async (how) => {
    const { world, bot, call } = await called();
    platformDown(world);
    const { accounts, personalData } = bot.services;
    await world.finish<unknown>(
      {
        hide: () => personalData.setHidden('501', true),
        unlink: () => accounts.unlink('501'),
        delete: () => personalData.deleteAll('501'),
      }[how](),
    );
    expect(call()).toContain('**Ana** vs <@502> (**Bruno**)');
    expect(call()).not.toContain('501');
    // The bot goes on with it as before.
    await world.pass(5 * MINUTE_MS, 10 * SECOND_MS);
    expect(world.textsIn(CHANNEL).join()).not.toContain('<@501>');
  },
);

test.each(['hide', 'unlink', 'delete'] as const)(
  'a call that was on its way names nobody who was gone by a %s before it came',
  async (how) => {
    const { world, call } = await called(({ services: { accounts, personalData } }) =>
      ({
        hide: () => personalData.setHidden('501', true),
        unlink: () => accounts.unlink('501'),
        delete: () => personalData.deleteAll('501'),
      })[how](),
    );
    platformDown(world);
    await world.pass(16 * SECOND_MS);
    expect(call()).toContain('**Ana** vs <@502> (**Bruno**)');
    expect(call()).not.toContain('501');
  },
);

test('an open call names nobody who is gone, although the platform shows players by name alone since', async () => {
  const { world, bot, call, match } = await called();
  Object.assign(match, { player1: { name: 'Ana' }, player2: { name: 'Bruno' } });
  await world.pass(2 * MINUTE_MS);
  expect(call()).toContain('<@501> (**Ana**)');
  await world.finish(bot.services.personalData.setHidden('501', true));
  expect(call()).toContain('**Ana** vs <@502> (**Bruno**)');
});

test('a call that Discord takes no edit of is edited once it does', async () => {
  const { world, bot, call } = await called();
  world.discord.control.fail = () => true;
  await world.finish(bot.services.personalData.setHidden('501', true));
  expect(call()).toContain('<@501>');
  world.discord.control.fail = () => false;
  await world.pass(20 * SECOND_MS);
  expect(call()).toContain('**Ana** vs <@502>');
});

test('a report that waits for the other side names neither of them once they hide', async () => {
  const { world, bot } = await called();
  await bot.services.guilds.settings.change(GUILD, () => ({ agreement: 'both' }));
  const asked = await world.interact(
    bot,
    slash('score', { match: 'm1', player1_score: 3, player2_score: 1 }, { userId: '501' }),
  );
  const body = asked.at(-1) as never;
  await world.interact(
    bot,
    press(buttonIn({ channelId: CHANNEL, body, files: [] }, 'Confirm'), {
      userId: '501',
      ownerId: '501',
      ephemeral: true,
    }),
  );
  const report = (): string =>
    world.textsIn(CHANNEL).find((text) => text.includes('waiting for') || text.includes('Reported by')) ?? '';
  expect(report()).toContain('Reported by <@501>');
  expect(report()).toContain('<@502>');
  platformDown(world);
  await world.finish(bot.services.personalData.setHidden('501', true));
  expect(report()).toContain('Reported by Ana');
  await world.finish(bot.services.personalData.setHidden('502', true));
  expect(report()).not.toMatch(/<@50[12]>/);
  await world.pass(5 * MINUTE_MS, 10 * SECOND_MS);
  expect(world.textsIn(CHANNEL).join()).not.toMatch(/<@50[12]>/);
});

test('a mention goes in every language with the brackets around the name behind it', () => {
  const words = createWords({ strict: true, platformName: 'Arena' });
  for (const locale of words.locales) {
    const first = words.in(locale)('feed.call.member', { member: '<@1>', name: 'A (1) B' });
    const second = words.in(locale)('feed.call.member', { member: '<@12>', name: 'Cé' });
    const text = `${first} vs ${second}, <@1>`;
    expect(withoutMention(text, { discordId: '1', name: 'A' }), locale).toBe(`**A (1) B** vs ${second}, A`);
  }
});
