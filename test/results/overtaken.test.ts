import { describe, expect, it } from 'vitest';
import { resultWorld } from '../support/result-world.ts';
import { buttonIn, labelsOf, textOf } from '../support/shown-message.ts';

const MINUTE = 60_000;
const LOG = { logChannelId: '803' };
const APART = { ...LOG, organizersChannelId: '804' };
const BOTH = { ...LOG, agreement: 'both' } as const;

type World = ReturnType<typeof resultWorld>;
const wrongIn = (world: World) => buttonIn(world.public()[0]!, "That's wrong");
const toOrganizers = (world: World) =>
  textOf(world.public().find((one) => textOf(one).includes('needs you'))!);

/** Ana reports 1–3, and half an hour later the website says 3–1. */
async function corrected(reporter: 'ana' | 'olga' = 'ana'): Promise<World> {
  const world = resultWorld({ settings: APART });
  await world.replica().report(reporter, 1, 3);
  world.clock.time += 30 * MINUTE;
  world.show(3, 1);
  return world;
}

/** Both sides agree to 3–1, and half an hour later the website says 1–3. `wrong`: *That's wrong* from before. */
async function agreedOtherwise() {
  const world = resultWorld({ settings: BOTH });
  await world.replica().report('ana', 3, 1);
  const wrong = buttonIn(await world.replica().type('ana', 'match', { match: 'm1' }), "That's wrong");
  await world.replica().press('bruno', buttonIn(world.public()[0]!, 'Confirm'));
  world.clock.time += 30 * MINUTE;
  world.show(1, 3);
  return { world, wrong };
}

describe('a result that the website has changed since it was reported', () => {
  it.each(['ana', 'olga'] as const)(
    'is the platform’s, and stands while it is disputed (%s)',
    async (who) => {
      const world = await corrected(who);
      await world.replica().deadlines();
      await world.replica().dispute('bruno', wrongIn(world), 1, 3);
      expect(textOf(world.public()[0]!)).toContain('**Ana** 3 – 1 Bruno');
      expect(textOf(world.public()[0]!)).toContain('**Bruno** says: Bruno wins 3–1');
      expect(toOrganizers(world)).toContain('shows: Ana wins 3–1');
      expect(toOrganizers(world)).not.toContain('Ana says');
      expect(world.lines().at(-1)).toContain('1 – 3 instead of 3 – 1');
    },
  );

  it('is disputed by whoever reported the other one', async () => {
    const world = await corrected();
    const reply = await world.replica().dispute('ana', wrongIn(world), 1, 3);
    expect(textOf(reply)).toContain('organizers');
    expect(toOrganizers(world)).toContain('shows: Ana wins 3–1');
    expect(toOrganizers(world)).toContain('Ana says: Bruno wins 3–1');
  });

  it.each(['ana', 'bruno'] as const)('is disputed by whoever agreed to the other one (%s)', async (who) => {
    const { world, wrong } = await agreedOtherwise();
    await world.replica().dispute(who, wrong, 3, 1);
    expect(toOrganizers(world)).toContain('shows: Bruno wins 3–1');
  });

  it('that both sides agreed to still needs a reason to be changed', async () => {
    const { world } = await agreedOtherwise();
    const typed = { match: 'm1', player1_score: 3, player2_score: 1 };
    expect(textOf(await world.replica().type('olga', 'score', typed))).toContain('give a reason');
  });

  it('has a way to dispute it behind an old "Report score" of its reporter', async () => {
    const world = resultWorld({ settings: LOG });
    const early = buttonIn(await world.replica().type('ana', 'match', { match: 'm1' }), 'Report score');
    await world.replica().report('ana', 1, 3);
    world.clock.time += 30 * MINUTE;
    world.show(3, 1);
    expect(labelsOf(await world.replica().press('ana', early))).toEqual(["That's wrong"]);
  });

  it('as a winner without a score is told as that', async () => {
    const world = resultWorld({ settings: LOG });
    await world.replica().report('ana', 1, 3);
    world.clock.time += 30 * MINUTE;
    world.reopen();
    Object.assign(world.match(), { phase: 'finished', winner: 1 });
    await world.replica().deadlines();
    await world.replica().dispute('bruno', wrongIn(world), 1, 3);
    expect(toOrganizers(world)).toContain('shows: **Ana** beat Bruno');
    expect(toOrganizers(world)).not.toContain('Ana says');
    expect(textOf(world.public()[0]!)).toContain('**Ana** beat Bruno');
  });

  it('is not that while the platform has yet to approve it', async () => {
    const world = resultWorld({ settings: LOG });
    await world.replica().report('ana', 3, 1);
    Object.assign(world.match(), { phase: 'running' });
    world.clock.time += 3 * MINUTE;
    await world.replica().dispute('bruno', wrongIn(world), 1, 3);
    world.clock.time += 3 * MINUTE;
    await world.replica().deadlines();
    expect(textOf(world.public()[0]!)).toContain('The organizers decide');
    const open = resultWorld({ settings: LOG });
    await open.replica().report('ana', 3, 1);
    const wrong = wrongIn(open);
    Object.assign(open.match(), { phase: 'open' });
    open.clock.time += 3 * MINUTE;
    expect(textOf(await open.replica().dispute('bruno', wrong, 1, 3))).toContain('no report');
  });
});

it('a disputed proposal against a walkover asks nobody any more', async () => {
  const world = resultWorld({ settings: BOTH, match: { phase: 'finished', winner: 2 } });
  await world.replica().report('ana', 3, 1);
  await world.replica().dispute('bruno', wrongIn(world), 1, 3);
  expect(textOf(world.public()[0]!)).toContain('The organizers decide');
  expect(labelsOf(world.public()[0]!)).not.toContain('Confirm');
});
