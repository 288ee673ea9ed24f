import { expect, test } from 'vitest';
import { pass } from '../support/looks.ts';
import { resultWorld } from '../support/result-world.ts';
import { textOf } from '../support/shown-message.ts';

const HOUR_MS = 3_600_000;

/** A report that waits for the other side; the platform can't be read from its second hour on, for so many hours. */
async function unread(hours: number) {
  const world = resultWorld({ settings: { agreement: 'both', logChannelId: '803' } });
  const bot = world.replica();
  await bot.report('ana', 3, 1);
  await pass(world, bot, HOUR_MS);
  world.platform.isDown = true;
  await pass(world, bot, hours * HOUR_MS);
  world.platform.isDown = false;
  const before = world.messages().length;
  const later = () => world.messages().slice(before).map(textOf);
  return { world, bot, later };
}

test('the other side is not passed over after a day without the platform, but reminded and given the time', async () => {
  const { world, bot, later } = await unread(24);
  await pass(world, bot, 22 * HOUR_MS);
  expect(later()).toEqual([expect.stringContaining('<@502>')]);
  await pass(world, bot, 2 * HOUR_MS);
  expect(later()[1]).toContain('nobody has confirmed');
});

test('a short outage puts off the deadline by its time alone', async () => {
  const { world, bot, later } = await unread(2);
  await pass(world, bot, 22 * HOUR_MS);
  expect(later()).toHaveLength(1);
  await pass(world, bot, 2 * HOUR_MS);
  expect(later()[1]).toContain('nobody has confirmed');
});
