import { expect, test } from 'vitest';
import { pairHash } from '../../src/guilds/result-posts.ts';
import { pairKey } from '../../src/brackets/players.ts';
import { pass, shown } from '../support/looks.ts';
import { resultWorld } from '../support/result-world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const BOTH = { settings: { agreement: 'both', logChannelId: '803' } } as const;

async function lostQuestion(withCall: boolean) {
  const world = resultWorld(BOTH);
  const bot = world.replica();
  if (withCall) {
    await world.guilds.follows.add('700', {
      tournamentId: 't1',
      channelId: '800',
      topics: { calls: true, results: true, event: false },
    });
    const messageId = world.say('800', '**Ana** vs **Bruno**: your match is ready.');
    const pair = pairHash(pairKey(world.match())) ?? '';
    await world.guilds.resultPosts.end('800', 'm1', { messageId, pair });
  }
  world.discord.isMute = true;
  await bot.report('ana', 3, 1);
  world.discord.isMute = false;
  return { world, bot };
}

test('a ruling beside a call takes its place, and the question goes', async () => {
  const { world, bot } = await lostQuestion(true);
  await pass(world, bot, HOUR_MS);
  await bot.rule('olga', 'score:rule:m1:::::1:3', { reason: 'Seen.' });
  await pass(world, bot, HOUR_MS);
  expect(shown(world)).toEqual([expect.stringMatching(/^Ana 1 – 3 \*\*Bruno\*\*\nRuled by/)]);
});

test('a ruling on a lost question beside a call', async () => {
  const { world, bot } = await lostQuestion(true);
  await bot.rule('olga', 'score:rule:m1:::::1:3', { reason: 'Seen.' });
  await pass(world, bot, HOUR_MS);
  expect(shown(world)).toEqual([expect.stringMatching(/^Ana 1 – 3 \*\*Bruno\*\*\nRuled by/)]);
});

test.each([true, false])('a confirmation of a lost question (call: %s)', async (withCall) => {
  const { world, bot } = await lostQuestion(withCall);
  await bot.press('bruno', 'score:agree:m1');
  await pass(world, bot, HOUR_MS);
  expect(shown(world).filter((text) => /is this right|Confirm/.test(text))).toEqual([]);
});

test.each([true, false])('an own new score after a lost question (call: %s)', async (withCall) => {
  const { world, bot } = await lostQuestion(withCall);
  await bot.report('ana', 3, 2);
  await pass(world, bot, HOUR_MS);
  expect(shown(world).filter((text) => /is this right|Confirm/.test(text))).toHaveLength(1);
});

test.each([true, false])('a dispute of a lost question, then ruled (call: %s)', async (withCall) => {
  const { world, bot } = await lostQuestion(withCall);
  await bot.dispute('bruno', 'score:wrong:m1', 1, 3);
  await bot.rule('olga', 'score:rule:m1:::::1:3', { reason: 'Seen.' });
  await pass(world, bot, HOUR_MS);
  expect(shown(world).filter((text) => /is this right|Confirm|disputes/.test(text))).toEqual([]);
});

test.each([true, false])(
  'a ruling on a lost question while Discord is away, then another result of the website (call: %s)',
  async (withCall) => {
    const { world, bot } = await lostQuestion(withCall);
    world.discord.isMute = true;
    await bot.rule('olga', 'score:rule:m1:::::1:3', { reason: 'Seen.' });
    await pass(world, bot, 5 * MINUTE_MS);
    world.show(3, 1);
    await pass(world, bot, 5 * MINUTE_MS);
    world.discord.isMute = false;
    await pass(world, bot, 24 * HOUR_MS);
    expect(shown(world).filter((text) => /is this right|Confirm/.test(text))).toEqual([]);
  },
);

test('a ruling that never reached Discord on a lost question, then another result of the website', async () => {
  const { world, bot } = await lostQuestion(false);
  world.discord.isDown = true;
  await bot.rule('olga', 'score:rule:m1:::::1:3', { reason: 'Seen.' });
  await pass(world, bot, 5 * MINUTE_MS);
  world.show(3, 2);
  await pass(world, bot, 5 * MINUTE_MS);
  world.discord.isDown = false;
  await pass(world, bot, 24 * HOUR_MS);
  expect(shown(world).filter((text) => /is this right|Confirm/.test(text))).toEqual([]);
});

test('a lost question about a standing result, then disputed and ruled', async () => {
  const world = resultWorld(BOTH);
  const bot = world.replica();
  await bot.report('ana', 3, 1);
  await bot.press('bruno', 'score:agree:m1');
  await pass(world, bot, 20 * MINUTE_MS);
  world.discord.isMute = true;
  await bot.report('ana', 3, 2);
  world.discord.isMute = false;
  await bot.rule('olga', 'score:rule:m1:::::1:3', { reason: 'Seen.' });
  await pass(world, bot, HOUR_MS);
  expect(shown(world)).toEqual([expect.stringMatching(/^(Corrected: )?Ana 1 – 3 \*\*Bruno\*\*/)]);
});

test('a lost question about a standing result asks nobody once it was disputed and left', async () => {
  const world = resultWorld(BOTH);
  const bot = world.replica();
  await bot.report('ana', 3, 1);
  await bot.press('bruno', 'score:agree:m1');
  await pass(world, bot, 20 * MINUTE_MS);
  world.discord.isMute = true;
  await bot.report('ana', 3, 2);
  world.discord.isMute = false;
  await bot.dispute('bruno', 'score:wrong:m1', 1, 3);
  await bot.rule('olga', 'score:leave:m1', { reason: 'Seen.' });
  await pass(world, bot, HOUR_MS);
  expect(shown(world).filter((text) => /is this right|Confirm/.test(text))).toEqual([]);
});
