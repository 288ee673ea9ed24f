import { expect, test } from 'vitest';
import type { Match } from '../../src/reading/records.ts';
import { resultWorld } from '../support/result-world.ts';
import { textOf } from '../support/shown-message.ts';

const STEP_MS = 30_000;
const MINUTE_MS = 60_000;

type World = ReturnType<typeof resultWorld>;

/** The owner does what is due. */
async function pass(world: World, ms: number): Promise<void> {
  const owner = world.replica();
  for (const end = world.clock.time + ms; world.clock.time < end;) {
    world.clock.time += STEP_MS;
    await owner.deadlines();
  }
}

/** A platform that takes a score, and shows the match as before until the test says otherwise. */
async function taken(now?: 'shown'): Promise<World> {
  const world = resultWorld();
  world.platform.instead = async () => ({
    outcome: 'done',
    ...(now === 'shown' && { now: structuredClone<Match>(world.match()) }),
  });
  await world.replica().report('ana', 3, 1);
  return world;
}

const postsIn = (world: World, channelId: string): string[] =>
  world
    .messages()
    .filter((one) => one.channelId === channelId)
    .map(textOf);

test.each([[undefined], ['shown' as const]])(
  'a score that the platform shows minutes after it took it is posted once, then (read back: %s)',
  async (now) => {
    const world = await taken(now);
    await pass(world, 13 * MINUTE_MS);
    expect(postsIn(world, '800')).toEqual([]);
    world.show(3, 1);
    await pass(world, 5 * MINUTE_MS);
    expect(postsIn(world, '800')).toMatchInlineSnapshot(`
      [
        "**Ana** 3 – 1 Bruno
      <@502>, if this is wrong, press **That's wrong**.
      -# Cup · Reported by <@501>",
      ]
    `);
    await pass(world, 60 * MINUTE_MS);
    expect(postsIn(world, '800')).toHaveLength(1);
  },
);

test('a score that the platform took, and shows another one for, is posted nowhere', async () => {
  const world = await taken();
  world.show(1, 3);
  await pass(world, 60 * MINUTE_MS);
  expect(postsIn(world, '800')).toEqual([]);
});
