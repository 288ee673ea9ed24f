import { expect, test } from 'vitest';
import { pass } from '../support/looks.ts';
import { resultWorld } from '../support/result-world.ts';
import { buttonIn, textOf } from '../support/shown-message.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

type World = ReturnType<typeof resultWorld>;
type Bot = ReturnType<World['replica']>;

const toOrganizers = (world: World): string[] =>
  world
    .messages()
    .filter(({ channelId }) => channelId === '803')
    .map(textOf);

/** Discord does this, and its answers are lost. */
async function unanswered(world: World, act: () => Promise<unknown>) {
  world.discord.isMute = true;
  await act();
  world.discord.isMute = false;
}

async function withoutDiscord(world: World, bot: Bot, ms: number) {
  world.discord.isDown = true;
  await pass(world, bot, ms);
  world.discord.isDown = false;
}

/** A report that nobody confirms, up to its deadline, when Discord's answers are lost or not. */
async function escalated(isLost = true) {
  const world = resultWorld({ settings: { agreement: 'both', logChannelId: '803' } });
  const bot = world.replica();
  await bot.report('ana', 3, 1);
  await pass(world, bot, 24 * HOUR_MS - 5 * MINUTE_MS);
  const before = toOrganizers(world).length;
  const escalate = () => pass(world, bot, 5 * MINUTE_MS);
  await (isLost ? unanswered(world, escalate) : escalate());
  const calls = () => toOrganizers(world).slice(before);
  expect(calls()).toEqual([expect.stringContaining('nobody has confirmed')]);
  return { world, bot, calls };
}

/** A disputed report; the answers to the dispute are lost or not. */
async function disputed(isLost = true) {
  const world = resultWorld({ settings: { logChannelId: '803' } });
  const bot = world.replica();
  await bot.report('ana', 3, 1);
  const before = toOrganizers(world).length;
  const dispute = () => bot.dispute('bruno', buttonIn(world.public()[0]!, "That's wrong"), 1, 3);
  await (isLost ? unanswered(world, dispute) : dispute());
  const calls = () => toOrganizers(world).slice(before);
  const open = () => calls().filter((text) => text.includes('needs you'));
  expect(open()).toHaveLength(1);
  return { world, bot, calls, open };
}

for (const isLost of [false, true]) {
  const answer = isLost ? ', its answer lost' : '';

  test(`what escalated${answer} closes when the other side agrees`, async () => {
    const { world, bot, calls } = await escalated(isLost);
    await bot.press('bruno', 'score:agree:m1');
    await pass(world, bot, HOUR_MS);
    expect(calls()).toEqual([expect.stringContaining('Settled:')]);
  });

  test(`what escalated${answer} closes when the website shows a result`, async () => {
    const { world, bot, calls } = await escalated(isLost);
    world.show(1, 3);
    await pass(world, bot, HOUR_MS);
    expect(calls()).toEqual([expect.stringContaining('Playhouse now shows: Bruno wins')]);
  });

  test(`a message about a dispute${answer} closes once an organizer rules`, async () => {
    const { world, bot, open } = await disputed(isLost);
    await bot.rule('olga', 'score:rule:m1:::::1:3', { reason: 'Seen.' });
    await pass(world, bot, HOUR_MS);
    expect(open()).toEqual([]);
  });
}

test('what escalated, its answer lost before minutes without Discord, calls the organizers once', async () => {
  const { world, bot, calls } = await escalated();
  await withoutDiscord(world, bot, 10 * MINUTE_MS);
  await pass(world, bot, HOUR_MS);
  expect(calls()).toEqual([expect.stringContaining('nobody has confirmed')]);
});

test('so does a dispute, whose message still closes', async () => {
  const { world, bot, open } = await disputed();
  await withoutDiscord(world, bot, 10 * MINUTE_MS);
  await pass(world, bot, HOUR_MS);
  expect(open()).toHaveLength(1);
  await bot.rule('olga', 'score:rule:m1:::::1:3', { reason: 'Seen.' });
  await pass(world, bot, HOUR_MS);
  expect(open()).toEqual([]);
});

test('a dispute is told again once Discord answers, if its message never arrived', async () => {
  const world = resultWorld({ settings: { logChannelId: '803' } });
  const bot = world.replica();
  await bot.report('ana', 3, 1);
  const button = buttonIn(world.public()[0]!, "That's wrong");
  world.discord.isDown = true;
  await bot.dispute('bruno', button, 1, 3).catch(() => undefined);
  await withoutDiscord(world, bot, 10 * MINUTE_MS);
  await pass(world, bot, HOUR_MS);
  expect(toOrganizers(world).filter((text) => text.includes('needs you'))).toHaveLength(1);
});

test('another score in a dispute whose message was lost reaches that message', async () => {
  const { world, bot, open } = await disputed();
  world.clock.time += 1000;
  await bot.report('bruno', 0, 3);
  await pass(world, bot, HOUR_MS);
  expect(open()).toEqual([expect.stringContaining('Bruno wins 3–0')]);
});

test('a ruling on a dispute whose message was lost can be changed in that message', async () => {
  const { world, bot } = await disputed();
  await bot.rule('olga', 'score:rule:m1:::::1:3', { reason: 'Seen.' });
  await pass(world, bot, HOUR_MS);
  const [message] = world.messages().filter((one) => textOf(one).includes('Settled:'));
  expect(JSON.stringify(message?.body.components)).toContain('Change this ruling');
});
