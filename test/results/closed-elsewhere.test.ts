import { expect, test } from 'vitest';
import type { Side } from '../../src/reading/records.ts';
import { FOLLOW } from '../support/looks.ts';
import { resultWorld } from '../support/result-world.ts';
import { labelsOf, textOf } from '../support/shown-message.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

type World = ReturnType<typeof resultWorld>;

/** A score that waits for its word, in a server that follows nothing, and what the platform shows then: for thirty hours. */
async function after(
  show: (world: World) => void,
  before: (world: World) => void = () => undefined,
): Promise<string[]> {
  const world = resultWorld({ settings: { agreement: 'both', logChannelId: '803' } });
  const bot = world.replica();
  before(world);
  await bot.report('ana', 3, 1);
  show(world);
  for (let hour = 0; hour < 30; hour++) {
    world.clock.time += HOUR_MS;
    await bot.deadlines();
  }
  return world
    .messages()
    .map((message) => `${message.channelId}: ${textOf(message)} [${labelsOf(message).join(', ')}]`);
}

/** The match has this player, and a place for whoever wins another match. */
function leaveTo(world: World, player: Side['player']): void {
  Object.assign(world.match(), { sides: [{ ...(player && { player }) }, {}] });
}

test('where other players have the match now, nothing says that they have reported anything', async () => {
  const world = resultWorld({ settings: { logChannelId: '803' } });
  const bot = world.replica();
  await bot.report('ana', 3, 1);
  await bot.dispute('bruno', 'score:wrong:m1', 1, 3);
  world.redraw();
  for (let hour = 0; hour < 30; hour++) {
    world.clock.time += HOUR_MS;
    await bot.deadlines();
  }
  const shown = world
    .messages()
    .map((message) => `${message.channelId}: ${textOf(message)} [${labelsOf(message).join(', ')}]`);
  expect(shown).toMatchInlineSnapshot(`
    [
      "800: **Ana** 3 – 1 Bruno
    **Bruno** says: Bruno wins 3–1. The organizers decide.
    -# Cup · Reported by <@501> [Bracket]",
      "803: <@&77> **Ana vs Bruno** needs you: the two sides report different scores.
    Cup
    Ana says: Ana wins 3–1
    Bruno says: Bruno wins 3–1
    -# Reported in <#800> · [Open the message](https://discord.com/channels/700/800/1002)
    Playhouse no longer has this match. []",
    ]
  `);
});

test('a score that waits for a word closes into what the platform shows, with no word to anybody', async () => {
  const shown = {
    same: await after((world) => world.show(3, 1)),
    other: await after((world) => world.show(1, 3)),
    canceled: await after((world) => void Object.assign(world.match(), { phase: 'cancelled' })),
    'a canceled tournament': await after((world) => {
      world.platform.tournament = { id: 't1', phase: 'cancelled' };
    }),
    'a tournament that is over': await after((world) => {
      world.platform.tournament = { id: 't1', phase: 'finished' };
    }),
    'other players': await after((world) => world.redraw()),
    'other players by names alone': await after((world) => {
      world.redraw();
      for (const { player } of world.match().sides) delete player?.id;
    }),
    'another player, and nobody yet': await after((world) => leaveTo(world, { id: 'u9', name: 'Zoe' })),
    'one of them, and nobody yet, called off': await after((world) => {
      leaveTo(world, world.match().sides[0].player);
      Object.assign(world.match(), { phase: 'cancelled' });
    }),
    walkover: await after((world) => void Object.assign(world.match(), { phase: 'finished', winner: 2 })),
  };
  expect(shown).toMatchInlineSnapshot(`
    {
      "a canceled tournament": [
        "800: **Ana** vs **Bruno**: this match was called off. · Cup []",
      ],
      "a tournament that is over": [
        "800: **Ana** vs **Bruno**: this match is over without a result. · Cup []",
      ],
      "another player, and nobody yet": [
        "800: **Ana** 3 – 1 Bruno
    <@502>, is this right? It counts once both sides agree.
    -# Cup · Reported by <@501> [Confirm, That's wrong, Bracket]",
      ],
      "canceled": [
        "800: **Ana** vs **Bruno**: this match was called off. · Cup []",
      ],
      "one of them, and nobody yet, called off": [],
      "other": [
        "800: Ana 1 – 3 **Bruno** · Cup []",
      ],
      "other players": [],
      "other players by names alone": [],
      "same": [
        "800: **Ana** 3 – 1 Bruno · Cup []",
      ],
      "walkover": [
        "800: **Bruno** beat Ana · no score · Cup []",
      ],
    }
  `);
});

test('a score that corrects a result waits for its word after the end, too', async () => {
  const waiting = await after(
    (world) => {
      world.platform.tournament = { id: 't1', phase: 'finished' };
    },
    (world) => world.show(1, 3),
  );
  expect(waiting.join()).toContain('Confirm');
});

test('a score that waits for a word closes once its server follows the tournament no longer, and not one that came later', async () => {
  for (const [minutes, isOpen] of [
    [1, false],
    [-1, true],
  ] as const) {
    const world = resultWorld({ settings: { agreement: 'both' } });
    const bot = world.replica();
    await world.guilds.follows.add('700', FOLLOW);
    await bot.report('ana', 3, 1);
    const [followId = ''] = Object.keys(await world.guilds.follows.read('700'));
    const at = world.clock.time + minutes * MINUTE_MS;
    await world.guilds.follows.change('700', followId, (follow) => ({
      ...follow,
      stopped: { reason: 'organizer', at },
    }));
    world.clock.time += 2 * MINUTE_MS;
    await bot.deadlines();
    expect(world.public().flatMap(labelsOf).includes('Confirm'), String(minutes)).toBe(isOpen);
  }
});

test('a called off match closes its question at the next look, however fresh the report is', async () => {
  const world = resultWorld({ settings: { agreement: 'both' } });
  const bot = world.replica();
  await bot.report('ana', 3, 1);
  Object.assign(world.match(), { phase: 'cancelled' });
  await bot.lookAt('m1', '700');
  world.clock.time += 15_000;
  await bot.deadlines();
  expect(world.public().flatMap(labelsOf)).not.toContain('Confirm');
});

test("the organizers' message about a score that nobody confirmed says how its match stands", async () => {
  const world = resultWorld({ settings: { agreement: 'both', logChannelId: '803' } });
  const bot = world.replica();
  await bot.report('ana', 3, 1);
  for (let hour = 0; hour < 26; hour++) {
    world.clock.time += HOUR_MS;
    await bot.deadlines();
  }
  const told = () => world.public().find(({ channelId }) => channelId === '803');
  expect(textOf(told()!)).toContain('nobody has confirmed this score');
  Object.assign(world.match(), { phase: 'cancelled' });
  world.clock.time += HOUR_MS;
  await bot.deadlines();
  expect(textOf(told()!)).toContain('this match was called off');
  expect(labelsOf(told()!)).toEqual([]);
});

test('a question in a thread that Discord archived closes, too', async () => {
  const world = resultWorld({ settings: { agreement: 'both' } });
  const bot = world.replica();
  await bot.report('ana', 3, 1);
  const { channelId } = world.public()[0]!;
  const thread = { channelId, name: 'Thread', isClosed: false, isArchived: true, closings: 0, requests: 0 };
  world.threads.set(channelId, thread);
  world.show(1, 3);
  world.clock.time += 2 * MINUTE_MS;
  await bot.deadlines();
  expect(world.public().flatMap(labelsOf)).toEqual([]);
});

test('a ruling reaches its result post in a thread that Discord archived', async () => {
  const world = resultWorld({ settings: { logChannelId: '803' } });
  const bot = world.replica();
  await bot.report('ana', 3, 1);
  await bot.dispute('bruno', 'score:wrong:m1', 1, 3);
  const { channelId } = world.public()[0]!;
  const thread = { channelId, name: 'Thread', isClosed: false, isArchived: true, closings: 0, requests: 0 };
  world.threads.set(channelId, thread);
  await bot.rule('olga', 'score:rule:m1:::::1:3', { reason: 'Rewatched.' });
  expect(textOf(world.public()[0]!)).toContain('Ruled by');
  expect(world.lines().join()).not.toContain("couldn't be posted");
});

test('a question that a moderator deleted is registered as no result: the feed posts it', async () => {
  const world = resultWorld({ settings: { agreement: 'both' } });
  const bot = world.replica();
  await bot.report('ana', 3, 1);
  const { channelId, id } = world.public()[0]!;
  world.remove(id ?? '');
  world.show(3, 1);
  world.clock.time += 2 * MINUTE_MS;
  await bot.deadlines();
  expect(await world.guilds.resultPosts.shown(channelId, 'm1')).not.toHaveProperty('messageId');
});

test('a question that comes where it was asked, as its channel refuses it, knows no message of that channel', async () => {
  const world = resultWorld({ settings: { agreement: 'both', resultsChannelId: '805' } });
  await world.guilds.resultPosts.end('805', 'm1', { messageId: '55' });
  world.discord.refuses.add('805');
  await world.replica().report('ana', 3, 1);
  const [question] = world.public();
  expect(question?.channelId).toBe('800');
  const shown = await world.guilds.resultPosts.shown('800', 'm1');
  expect(shown).toMatchObject({ isOpen: true, messageId: question?.id });
  expect(shown).not.toHaveProperty('beside');
});
