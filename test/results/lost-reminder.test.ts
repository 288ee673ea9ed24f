import { expect, test } from 'vitest';
import { pass } from '../support/looks.ts';
import { resultWorld } from '../support/result-world.ts';
import { buttonIn, textOf } from '../support/shown-message.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Halfway to the deadline, the reminder is posted, and the answer lost. */
async function lostReminder() {
  const world = resultWorld({ settings: { agreement: 'both', logChannelId: '803' } });
  const bot = world.replica();
  await bot.report('ana', 3, 1);
  await pass(world, bot, 12 * HOUR_MS - 5 * MINUTE_MS);
  const before = world.messages().length;
  world.discord.isMute = true;
  await pass(world, bot, 5 * MINUTE_MS);
  world.discord.isMute = false;
  const texts = world.messages().map(textOf);
  expect(texts).toHaveLength(before + 1);
  const standing = () => world.messages().filter((message) => textOf(message) === texts.at(-1));
  return { world, bot, standing };
}

test('a reminder whose answer was lost before minutes without Discord is sent once', async () => {
  const { world, bot, standing } = await lostReminder();
  world.discord.isDown = true;
  await pass(world, bot, 10 * MINUTE_MS);
  world.discord.isDown = false;
  await pass(world, bot, 10 * MINUTE_MS);
  expect(standing()).toHaveLength(1);
});

test('it goes when the other side agrees, before the next try and after it', async () => {
  for (const ms of [0, 10 * MINUTE_MS]) {
    const { world, bot, standing } = await lostReminder();
    await pass(world, bot, ms);
    await bot.press('bruno', 'score:agree:m1');
    await pass(world, bot, HOUR_MS);
    expect(standing(), `after ${ms} ms`).toEqual([]);
  }
});

test('it goes when the website shows a result', async () => {
  const { world, bot, standing } = await lostReminder();
  world.show(3, 1);
  await pass(world, bot, HOUR_MS);
  expect(standing()).toEqual([]);
});

test('a notice of a dispute whose answer was lost goes once an organizer rules', async () => {
  const world = resultWorld({ settings: { logChannelId: '803' } });
  const bot = world.replica();
  await bot.report('ana', 3, 1);
  const button = buttonIn(world.public()[0]!, "That's wrong");
  world.discord.isMute = true;
  await bot.dispute('bruno', button, 1, 3);
  await pass(world, bot, 5 * MINUTE_MS);
  world.discord.isMute = false;
  const disputed = () => world.notices().filter((message) => textOf(message).includes('is disputed'));
  await pass(world, bot, HOUR_MS);
  expect(disputed()).toHaveLength(1);
  await bot.rule('olga', 'score:rule:m1:::::1:3', { reason: 'Seen.' });
  await pass(world, bot, HOUR_MS);
  expect(disputed()).toEqual([]);
});

/** A result that an organizer ruled on or entered, when the answer to the request number `lost` is lost. */
async function toldOf(how: 'ruled on' | 'entered', lost = Infinity) {
  const world = resultWorld({ settings: { logChannelId: '803' } });
  const bot = world.replica();
  if (how === 'ruled on') {
    await bot.report('ana', 3, 1);
    await bot.dispute('bruno', buttonIn(world.public()[0]!, "That's wrong"), 1, 3);
  }
  let requests = 0;
  world.discord.before = async () => void (world.discord.isMute = (requests += 1) === lost);
  await (how === 'entered'
    ? bot.report('olga', 3, 1)
    : bot.rule('olga', 'score:rule:m1:::::1:3', { reason: 'Seen.' }));
  const told = () =>
    world.notices().filter((message) => textOf(message).includes(`An organizer ${how.split(' ')[0]}`));
  expect(told()).toHaveLength(1);
  return { world, bot, told, requests };
}

test.each(['ruled on', 'entered'] as const)(
  'a notice of a result that an organizer %s is sent once, although its answer was lost',
  async (how) => {
    // It is the last one.
    const { world, bot, told } = await toldOf(how, (await toldOf(how)).requests);
    world.discord.before = () => Promise.resolve();
    world.discord.isMute = false;
    world.discord.isDown = true;
    await pass(world, bot, 10 * MINUTE_MS);
    world.discord.isDown = false;
    await pass(world, bot, HOUR_MS);
    expect(told()).toHaveLength(1);
  },
);
