import { expect, test } from 'vitest';
import { FOLLOW, pass, shown } from '../support/looks.ts';
import { resultWorld } from '../support/result-world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The players, before anybody has a score. */
const BARE = [{ player: { id: 'u1', name: 'Ana' } }, { player: { id: 'u2', name: 'Bruno' } }];

type World = ReturnType<typeof resultWorld>;

/** The only post of a score of 3 – 1, in a server that follows nothing, an hour after the platform shows something else. */
async function after(change: (world: World) => void): Promise<string[]> {
  const world = resultWorld();
  const bot = world.replica();
  await bot.report('ana', 3, 1);
  await pass(world, bot, HOUR_MS);
  change(world);
  await pass(world, bot, HOUR_MS);
  return shown(world);
}

test('a result post that no feed corrects follows what the platform shows', async () => {
  const posts = {
    same: await after(() => undefined),
    turned: await after((world) => world.swapSides()),
    other: await after((world) => world.show(1, 3)),
    'other, turned': await after((world) => (world.swapSides(), world.show(2, 3))),
    open: await after((world) => world.reopen()),
    canceled: await after((world) => void Object.assign(world.match(), { phase: 'cancelled' })),
  };
  expect(posts).toMatchInlineSnapshot(`
    {
      "canceled": [
        "Withdrawn: ~~**Ana** 3 – 1 Bruno~~
    -# Cup [Bracket]",
      ],
      "open": [
        "Withdrawn: ~~**Ana** 3 – 1 Bruno~~
    -# Cup [Bracket]",
      ],
      "other": [
        "Corrected: Ana 1 – 3 **Bruno** ~~3 – 1~~
    -# Cup [That's wrong, Bracket]",
      ],
      "other, turned": [
        "Corrected: Bruno 2 – 3 **Ana** ~~1 – 3~~
    -# Cup [That's wrong, Bracket]",
      ],
      "same": [
        "**Ana** 3 – 1 Bruno
    <@502>, if this is wrong, press **That's wrong**.
    -# Cup · Reported by <@501> [That's wrong, Bracket]",
      ],
      "turned": [
        "**Ana** 3 – 1 Bruno
    <@502>, if this is wrong, press **That's wrong**.
    -# Cup · Reported by <@501> [That's wrong, Bracket]",
      ],
    }
  `);
});

test('a result that was withdrawn by mistake is shown again', async () => {
  const world = resultWorld();
  const bot = world.replica();
  await bot.report('ana', 3, 1);
  world.reopen();
  await pass(world, bot, 20 * MINUTE_MS);
  expect(shown(world).join()).toContain('Withdrawn');
  world.show(3, 1);
  await pass(world, bot, 20 * MINUTE_MS);
  expect(shown(world)).toMatchInlineSnapshot(`
    [
      "**Ana** 3 – 1 Bruno
    -# Cup [That's wrong, Bracket]",
    ]
  `);
});

test('a disputed result that the platform changes is corrected in its post, too', async () => {
  const world = resultWorld({ settings: { logChannelId: '803' } });
  const bot = world.replica();
  await bot.report('ana', 3, 1);
  await bot.dispute('bruno', 'score:wrong:m1', 1, 3);
  world.show(0, 3);
  await pass(world, bot, HOUR_MS);
  expect(shown(world)[0]).toMatchInlineSnapshot(`
    "Corrected: Ana 0 – 3 **Bruno** ~~3 – 1~~
    -# Cup [That's wrong, Bracket]"
  `);
});

test('a proposal that the platform ended otherwise follows what the platform shows from then on', async () => {
  const world = resultWorld({ settings: { agreement: 'both', logChannelId: '803' } });
  const bot = world.replica();
  await bot.report('ana', 3, 1);
  world.show(0, 3);
  await pass(world, bot, HOUR_MS);
  const ended = shown(world);
  world.show(3, 2);
  await pass(world, bot, 2 * HOUR_MS);
  const corrected = shown(world);
  world.reopen();
  await pass(world, bot, 30 * HOUR_MS);
  expect({ ended, corrected, reopened: shown(world) }).toMatchInlineSnapshot(`
    {
      "corrected": [
        "Corrected: **Ana** 3 – 2 Bruno ~~0 – 3~~
    -# Cup [That's wrong, Bracket]",
      ],
      "ended": [
        "Ana 0 – 3 **Bruno** · Cup []",
      ],
      "reopened": [
        "Withdrawn: ~~**Ana** 3 – 2 Bruno~~
    -# Cup [Bracket]",
      ],
    }
  `);
});

test('a press strikes the winner who was shown alone, in any order of the players; a score of that winner corrects nothing', async () => {
  const posts: Record<string, string> = {};
  for (const order of ['same', 'turned'] as const)
    for (const [player1, player2] of [
      [3, 1],
      [1, 3],
    ] as const) {
      const world = resultWorld();
      const bot = world.replica();
      await bot.report('ana', 3, 0);
      Object.assign(world.match(), { phase: 'open', sides: BARE });
      await pass(world, bot, 20 * MINUTE_MS);
      Object.assign(world.match(), { phase: 'finished', winner: 2 });
      await pass(world, bot, HOUR_MS);
      delete world.match().winner;
      if (order === 'turned') world.swapSides();
      await bot.report(
        'ana',
        ...(order === 'same' ? ([player1, player2] as const) : ([player2, player1] as const)),
      );
      posts[`${order}, ${player1}–${player2}`] = shown(world).join().split('\n')[0]!;
    }
  expect(posts).toMatchInlineSnapshot(`
    {
      "same, 1–3": "Ana 1 – 3 **Bruno**",
      "same, 3–1": "Corrected: **Ana** 3 – 1 Bruno ~~**Bruno** beat Ana~~",
      "turned, 1–3": "**Bruno** 3 – 1 Ana",
      "turned, 3–1": "Corrected: Bruno 1 – 3 **Ana** ~~**Bruno** beat Ana~~",
    }
  `);
});

test('a result post is corrected where its server follows the tournament only in another channel', async () => {
  const world = resultWorld();
  const bot = world.replica();
  await bot.report('ana', 3, 1);
  const topics = { calls: true, results: true, event: false };
  await world.guilds.follows.add('700', { tournamentId: 't1', channelId: '801', topics });
  world.show(0, 3);
  await pass(world, bot, 2 * HOUR_MS);
  expect(shown(world)).toEqual([expect.stringMatching(/^Corrected: Ana 0 – 3 \*\*Bruno\*\*/)]);
});

test('a result post is compared about a dozen times, for a week, and never where a feed corrects it', async () => {
  const world = resultWorld();
  const bot = world.replica();
  await bot.report('ana', 3, 1);
  const before = world.platform.reads;
  await pass(world, bot, 9 * DAY_MS);
  expect(world.platform.reads - before).toBeLessThan(20);
  const ended = resultWorld({ settings: { agreement: 'both', logChannelId: '803' } });
  const third = ended.replica();
  await third.report('ana', 3, 1);
  ended.show(0, 3);
  await pass(ended, third, HOUR_MS);
  const afterEnd = ended.platform.reads;
  await pass(ended, third, 9 * DAY_MS);
  expect(ended.platform.reads - afterEnd).toBeLessThan(20);
  const topics = { calls: true, results: true, event: false };
  const followed = resultWorld();
  await followed.guilds.follows.add('700', { tournamentId: 't1', channelId: '800', topics });
  const other = followed.replica();
  await other.report('ana', 3, 1);
  const reads = followed.platform.reads;
  await pass(followed, other, HOUR_MS);
  expect(followed.platform.reads).toBe(reads);
});

test('an edit that Discord never answers, where a feed corrects results, is given up after a day', async () => {
  const world = resultWorld({ settings: { logChannelId: '803' } });
  const bot = world.replica();
  await world.guilds.follows.add('700', FOLLOW);
  await bot.report('ana', 3, 1);
  await pass(world, bot, HOUR_MS / 3);
  world.discord.isMute = true;
  await bot.report('ana', 3, 2);
  await pass(world, bot, HOUR_MS / 12);
  world.show(1, 3);
  await pass(world, bot, 26 * HOUR_MS);
  const before = world.platform.reads;
  await pass(world, bot, 2 * HOUR_MS);
  expect(world.platform.reads - before).toBeLessThanOrEqual(2);
});

test('a result post of before a results channel was chosen is corrected', async () => {
  const world = resultWorld();
  const bot = world.replica();
  await bot.report('ana', 3, 1);
  const settings = { organizerRoleId: '77', resultsChannelId: '802' };
  world.stores.damage('guilds', '700', JSON.stringify({ value: settings }));
  await pass(world, bot, HOUR_MS / 12);
  await world.guilds.follows.add('700', FOLLOW);
  await pass(world, bot, HOUR_MS / 3);
  world.show(1, 3);
  await pass(world, bot, 24 * HOUR_MS);
  expect(shown(world)[0]).toMatch(/^Corrected/);
});
