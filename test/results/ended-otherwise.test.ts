import { expect, test } from 'vitest';
import { endGone } from '../../src/results/end-gone.ts';
import { createWords } from '../../src/words/words.ts';
import { pass, shown } from '../support/looks.ts';
import { resultWorld } from '../support/result-world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const BOTH = { agreement: 'both', logChannelId: '803' } as const;

type World = ReturnType<typeof resultWorld>;
type Bot = ReturnType<World['replica']>;

/** Ana's proposal, which the platform ended with Bruno's win. */
async function endedOtherwise(): Promise<{ world: World; bot: Bot }> {
  const world = resultWorld({ settings: BOTH });
  const bot = world.replica();
  await bot.report('ana', 3, 1);
  world.show(0, 3);
  await pass(world, bot, HOUR_MS);
  return { world, bot };
}

test('a proposal after one that the platform ended is reminded and escalated like any', async () => {
  const { world, bot } = await endedOtherwise();
  world.reopen();
  await pass(world, bot, HOUR_MS);
  await bot.report('ana', 3, 2);
  await pass(world, bot, 60 * HOUR_MS);
  expect(world.events.filter((event) => event !== 'proposed')).toEqual(['reminded', 'escalated']);
});

test('one that the platform ended asks nobody when its match is open again, and is looked at less and less', async () => {
  const { world, bot } = await endedOtherwise();
  world.reopen();
  await pass(world, bot, HOUR_MS);
  const reads = world.platform.reads;
  await pass(world, bot, 9 * DAY_MS);
  expect(world.platform.reads - reads).toBeLessThan(20);
  expect(world.events).toEqual(['proposed']);
});

test('a question in a channel that the bot may not use for a while is closed after that', async () => {
  const world = resultWorld({ settings: BOTH });
  const bot = world.replica();
  await bot.report('ana', 3, 1);
  world.discord.locked.add('800');
  world.show(0, 3);
  await pass(world, bot, HOUR_MS);
  const locked = shown(world);
  world.discord.locked.clear();
  await pass(world, bot, HOUR_MS);
  expect([locked.join(), shown(world).join()]).toEqual([
    expect.stringContaining('is this right?'),
    'Ana 0 – 3 **Bruno** · Cup []',
  ]);
});

test('players whom the platform leaves out for a while turn no result', async () => {
  const world = resultWorld({ settings: BOTH });
  const bot = world.replica();
  await bot.report('ana', 3, 1);
  world.show(0, 3);
  const { sides } = world.match();
  const [first, { player: _left, ...second }] = sides;
  Object.assign(world.match(), { sides: [first, second] });
  await pass(world, bot, 20 * MINUTE_MS);
  Object.assign(world.match(), { sides });
  await pass(world, bot, HOUR_MS);
  expect(shown(world).join()).not.toContain('Corrected');
});

test('by names alone, nobody knows that others have the match: a dispute stays', async () => {
  const world = resultWorld({ settings: { logChannelId: '803' } });
  const bot = world.replica();
  await bot.report('ana', 3, 1);
  await bot.dispute('bruno', 'score:wrong:m1', 1, 3);
  const { sides } = world.match();
  const named = sides.map(({ player, ...side }) => ({ ...side, player: { name: player?.name } }));
  Object.assign(world.match(), { sides: named });
  await pass(world, bot, HOUR_MS);
  Object.assign(world.match(), { sides });
  await pass(world, bot, HOUR_MS);
  expect(shown(world)[1]).toContain('Rule for Ana');
});

test('a dispute whose match has lost a player keeps the names', async () => {
  const world = resultWorld({ settings: { logChannelId: '803' } });
  const bot = world.replica();
  await bot.report('ana', 3, 1);
  await bot.dispute('bruno', 'score:wrong:m1', 1, 3);
  const [, second] = world.match().sides;
  Object.assign(world.match(), { phase: 'open', sides: [{}, second] });
  await pass(world, bot, HOUR_MS);
  expect(shown(world)[1]).toMatch(/\*\*Ana vs Bruno\*\*[^]*no longer has this match\. \[\]$/);
});

test('a result that could not be posted for a day is left to the feed minutes after Discord answers', async () => {
  const world = resultWorld();
  const bot = world.replica();
  world.platform.before = () => Promise.resolve((world.discord.isDown = true));
  await bot.report('ana', 3, 1);
  await pass(world, bot, 23 * HOUR_MS);
  world.discord.isDown = false;
  world.show(1, 3);
  await pass(world, bot, 10 * MINUTE_MS);
  expect((await world.guilds.resultPosts.find('800', 'm1'))?.state).not.toBe('writing');
});

test("an organizers' message that can't be read keeps its text", async () => {
  const edits: unknown[] = [];
  const organizersPost = { channelId: '803', messageId: '1' };
  await endGone(
    { matchId: 'm1', guildId: '700', state: 'disputed', policy: 'at-once', reportedAt: 0, organizersPost },
    {
      guilds: {
        translator: async () => createWords({ strict: true, platformName: 'Playhouse' }).in('en-US'),
      },
      channels: {
        since: async () => undefined,
        edit: async (...edit) => (edits.push(edit), { id: '1' }),
      },
    },
  );
  expect(edits).toEqual([]);
});
