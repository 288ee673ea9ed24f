import { expect, test } from 'vitest';
import { pass, shown } from '../support/looks.ts';
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

test('so is a ruling once the website shows what it showed before', async () => {
  const world = resultWorld({ settings: { logChannelId: '803' } });
  const bot = world.replica();
  await bot.report('ana', 3, 1);
  await bot.dispute('bruno', 'score:wrong:m1', 1, 3);
  const rule = () => bot.rule('olga', 'score:rule:m1:::::1:3', { reason: 'Seen.' });
  await unanswered(world, bot, rule, [3, 1]);
  expect(shown(world)[0]).toMatch(/^Corrected: \*\*Ana\*\* 3 – 1 Bruno ~~1 – 3~~/);
});
