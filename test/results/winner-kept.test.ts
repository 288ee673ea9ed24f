import { expect, test } from 'vitest';
import { leaveAsItIs, pass, shown } from '../support/looks.ts';
import { resultWorld } from '../support/result-world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The players, before anybody has a score. */
const BARE = [{ player: { id: 'u1', name: 'Ana' } }, { player: { id: 'u2', name: 'Bruno' } }];

/** The website took Ana's score back and let Bruno win without one, which the post of the score says. */
async function won(agreement: 'at-once' | 'both') {
  const world = resultWorld({ settings: { agreement, logChannelId: '803' } });
  const bot = world.replica();
  await bot.report('ana', 3, 0);
  if (agreement === 'both') await bot.press('bruno', 'score:agree:m1');
  await pass(world, bot, 20 * MINUTE_MS);
  Object.assign(world.match(), { phase: 'open', sides: BARE });
  await pass(world, bot, 20 * MINUTE_MS);
  Object.assign(world.match(), { phase: 'finished', winner: 2 });
  await pass(world, bot, HOUR_MS);
  return { world, bot };
}

test('a dispute of a winner without a score leaves the winner in the post', async () => {
  for (const isMute of [false, true]) {
    const { world, bot } = await won('at-once');
    world.discord.isMute = isMute;
    await bot.dispute('bruno', 'score:wrong:m1', 3, 1);
    world.discord.isMute = false;
    await pass(world, bot, 40 * HOUR_MS);
    expect(shown(world)[0]).toMatch(/^\*\*Bruno\*\* beat Ana/);
    const post = await world.guilds.resultPosts.shown('800', 'm1');
    expect(post).toMatchObject({ winner: 2 });
    expect(post).not.toHaveProperty('scores');
  }
});

test('a claim that the organizers drop takes no place of a winner without a score', async () => {
  const { world, bot } = await won('both');
  await bot.report('ana', 3, 1);
  await bot.dispute('bruno', 'score:wrong:m1', 0, 3);
  await leaveAsItIs(world, bot);
  expect(shown(world)[0]).toMatch(/^\*\*Bruno\*\* beat Ana/);
  await pass(world, bot, 40 * HOUR_MS);
  expect(shown(world)[0]).toMatch(/^\*\*Bruno\*\* beat Ana/);
});
