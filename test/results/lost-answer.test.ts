import { expect, test } from 'vitest';
import type { Match } from '../../src/reading/records.ts';
import { FOLLOW, pass, shown } from '../support/looks.ts';
import { resultWorld } from '../support/result-world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

type World = ReturnType<typeof resultWorld>;
type Bot = ReturnType<World['replica']>;

/** Discord does all and answers nothing; meanwhile the website shows this score. */
async function unanswered(world: World, bot: Bot, press: () => Promise<unknown>, after: [number, number]) {
  world.discord.isMute = true;
  await press();
  await pass(world, bot, 5 * MINUTE_MS);
  world.show(...after);
  await pass(world, bot, 5 * MINUTE_MS);
  world.discord.isMute = false;
  await pass(world, bot, HOUR_MS);
}

test('a result whose post nobody knows of is corrected once the website shows another one', async () => {
  const world = resultWorld();
  const bot = world.replica();
  await unanswered(world, bot, () => bot.report('ana', 3, 1), [1, 3]);
  expect(shown(world)).toEqual([expect.stringMatching(/^Corrected: Ana 1 – 3 \*\*Bruno\*\* ~~3 – 1~~/)]);
});

test.each([
  ['', async () => undefined],
  // The feed has seen nothing but the score before the ruling.
  [', also where a feed corrects results', (world: World) => world.guilds.follows.add('700', FOLLOW)],
])('so is a ruling once the website shows what it showed before%s', async (_where, follow) => {
  const world = resultWorld({ settings: { logChannelId: '803' } });
  const bot = world.replica();
  await follow(world);
  await bot.report('ana', 3, 1);
  await bot.dispute('bruno', 'score:wrong:m1', 1, 3);
  const rule = () => bot.rule('olga', 'score:rule:m1:::::1:3', { reason: 'Seen.' });
  await unanswered(world, bot, rule, [3, 1]);
  expect(shown(world)[0]).toMatch(/^Corrected: \*\*Ana\*\* 3 – 1 Bruno ~~1 – 3~~/);
});

/** The platform takes scores, and shows the match as before until the test says otherwise. */
const showLate = (world: World): void => {
  world.platform.instead = async () => ({ outcome: 'done', now: structuredClone<Match>(world.match()) });
};

/** Discord is down as this is pressed and for a minute after; two minutes after the press, the platform shows this score. */
async function shownLate(world: World, bot: Bot, press: () => Promise<unknown>, after: [number, number]) {
  showLate(world);
  world.platform.before = async () => (world.discord.isDown = true);
  await press();
  await bot.deadlines();
  world.clock.time += MINUTE_MS;
  world.discord.isDown = false;
  await bot.deadlines();
  world.clock.time += MINUTE_MS;
  await bot.deadlines();
  world.show(...after);
  await pass(world, bot, 3 * HOUR_MS);
}

test('a correction that the platform shows late reaches the post', async () => {
  const world = resultWorld();
  const bot = world.replica();
  await bot.report('ana', 3, 1);
  await pass(world, bot, 20 * MINUTE_MS);
  await shownLate(world, bot, () => bot.report('ana', 3, 2), [3, 2]);
  expect(shown(world)).toEqual([expect.stringContaining('3 – 2')]);
});

test('so does a result over one of the website', async () => {
  const world = resultWorld();
  const bot = world.replica();
  world.show(3, 1);
  await shownLate(world, bot, () => bot.report('ana', 3, 2), [3, 2]);
  expect(shown(world)).toEqual([expect.stringContaining('3 – 2')]);
});

test('players get no notice of a score that the platform no longer shows', async () => {
  const world = resultWorld({ settings: { logChannelId: '803' } });
  const bot = world.replica();
  await unanswered(world, bot, () => bot.report('olga', 3, 1), [1, 3]);
  expect(JSON.stringify(world.notices())).not.toContain('Ana wins');
});

test('a ruling on a question, its answer lost, is corrected once the website shows another result', async () => {
  const world = resultWorld({ settings: { agreement: 'both', logChannelId: '803' } });
  const bot = world.replica();
  await bot.report('ana', 3, 1);
  const rule = () => bot.rule('olga', 'score:rule:m1:::::1:3', { reason: 'Seen.' });
  await unanswered(world, bot, rule, [3, 1]);
  await pass(world, bot, 24 * HOUR_MS);
  expect(shown(world)[0]).toMatch(/^Corrected: \*\*Ana\*\* 3 – 1 Bruno/);
});

test('a ruling on a question whose answer was lost takes its place', async () => {
  const world = resultWorld({ settings: { agreement: 'both', logChannelId: '803' } });
  const bot = world.replica();
  world.discord.isMute = true;
  await bot.report('ana', 3, 1);
  world.discord.isMute = false;
  await bot.rule('olga', 'score:rule:m1:::::1:3', { reason: 'Seen.' });
  await pass(world, bot, HOUR_MS);
  expect(shown(world)).toEqual([expect.stringMatching(/^Ana 1 – 3 \*\*Bruno\*\*\nRuled by/)]);
});
