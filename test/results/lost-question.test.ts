import { expect, test } from 'vitest';
import { pairOf } from '../../src/guilds/result-posts.ts';
import { FOLLOW, leaveAsItIs, pass, shown } from '../support/looks.ts';
import { resultWorld } from '../support/result-world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const BOTH = { settings: { agreement: 'both', logChannelId: '803' } } as const;

async function lostQuestion(withCall: boolean) {
  const world = resultWorld(BOTH);
  const bot = world.replica();
  if (withCall) {
    await world.guilds.follows.add('700', FOLLOW);
    const messageId = world.say('800', '**Ana** vs **Bruno**: your match is ready.');
    const pair = pairOf(world.match()) ?? '';
    await world.guilds.resultPosts.end('800', 'm1', { messageId, pair });
  }
  world.discord.isMute = true;
  await bot.report('ana', 3, 1);
  world.discord.isMute = false;
  return { world, bot };
}

/** Both agreed to a score, and a question about another one was lost. */
async function lostOverResult() {
  const world = resultWorld(BOTH);
  const bot = world.replica();
  await bot.report('ana', 3, 1);
  await bot.press('bruno', 'score:agree:m1');
  await pass(world, bot, 20 * MINUTE_MS);
  world.discord.isMute = true;
  await bot.report('ana', 3, 2);
  world.discord.isMute = false;
  return { world, bot };
}

const asking = (world: ReturnType<typeof resultWorld>): string[] =>
  shown(world).filter((text) => /is this right|Confirm/.test(text));

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
  expect(asking(world)).toEqual([]);
});

test.each([true, false])('an own new score after a lost question (call: %s)', async (withCall) => {
  const { world, bot } = await lostQuestion(withCall);
  await bot.report('ana', 3, 2);
  await pass(world, bot, HOUR_MS);
  expect(asking(world)).toHaveLength(1);
});

test.each([true, false])('a dispute of a lost question, then ruled (call: %s)', async (withCall) => {
  const { world, bot } = await lostQuestion(withCall);
  await bot.dispute('bruno', 'score:wrong:m1', 1, 3);
  await bot.rule('olga', 'score:rule:m1:::::1:3', { reason: 'Seen.' });
  await pass(world, bot, HOUR_MS);
  expect(shown(world).filter((text) => /is this right|Confirm|disputes/.test(text))).toEqual([]);
});

test.each([
  { withCall: true, lost: 'isMute', after: [3, 1] },
  { withCall: false, lost: 'isMute', after: [3, 1] },
  // The ruling never reached Discord.
  { withCall: false, lost: 'isDown', after: [3, 2] },
] as const)(
  'a ruling on a lost question while Discord is away, then another result of the website ($lost, call: $withCall)',
  async ({ withCall, lost, after: [own, others] }) => {
    const { world, bot } = await lostQuestion(withCall);
    world.discord[lost] = true;
    await bot.rule('olga', 'score:rule:m1:::::1:3', { reason: 'Seen.' });
    await pass(world, bot, 5 * MINUTE_MS);
    world.show(own, others);
    await pass(world, bot, 5 * MINUTE_MS);
    world.discord[lost] = false;
    await pass(world, bot, 24 * HOUR_MS);
    expect(asking(world)).toEqual([]);
  },
);

test('a lost question about a standing result, then disputed and ruled', async () => {
  const { world, bot } = await lostOverResult();
  await bot.rule('olga', 'score:rule:m1:::::1:3', { reason: 'Seen.' });
  await pass(world, bot, HOUR_MS);
  expect(shown(world)).toEqual([expect.stringMatching(/^(Corrected: )?Ana 1 – 3 \*\*Bruno\*\*/)]);
});

test('a lost question about a standing result asks nobody once it was disputed and left', async () => {
  const { world, bot } = await lostOverResult();
  await bot.dispute('bruno', 'score:wrong:m1', 1, 3);
  await leaveAsItIs(world, bot);
  await pass(world, bot, HOUR_MS);
  expect(asking(world)).toEqual([]);
});
