import { describe, expect, it } from 'vitest';
import { cup, four } from '../support/night-records.ts';
import { nightWorld } from '../support/night-world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

async function begun() {
  const world = nightWorld();
  world.start('one');
  world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b', 'c-d', '-') });
  await world.follow('1', 't1');
  await world.pass(MINUTE_MS);
  const alerts = () => world.textsIn('10').filter((text) => text.includes('No result 45 minutes'));
  return { world, alerts };
}

describe('the wall clock', () => {
  it.each([HOUR_MS, -HOUR_MS])(
    'that jumps by %i ms tells nobody early or late that nobody reports',
    async (ms) => {
      const { world, alerts } = await begun();
      await world.pass(10 * MINUTE_MS, 5000);
      world.jumpClock(ms);
      await world.pass(33 * MINUTE_MS, 5000);
      expect(alerts()).toEqual([]);
      await world.pass(3 * MINUTE_MS, 5000);
      expect(alerts()).toHaveLength(1);
    },
  );

  it('that jumps adds no time without reads', async () => {
    const { world } = await begun();
    world.jumpClock(HOUR_MS);
    world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b 3-1', 'c-d', 'a-') });
    await world.pass(MINUTE_MS);
    expect(world.textsIn('10').filter((text) => text.includes(' – '))).toEqual([
      '**A** 3 – 1 B · Semifinals',
    ]);
  });

  it('that jumps before the first bracket adds no time without reads either', async () => {
    const world = nightWorld();
    world.start('one');
    world.tournaments.set('t1', { tournament: cup({ phase: 'open' }) });
    await world.follow('1', 't1');
    await world.pass(5 * MINUTE_MS);
    world.jumpClock(HOUR_MS);
    world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b 3-1', 'c-d', 'a-') });
    await world.pass(10 * MINUTE_MS);
    expect(world.textsIn('10').filter((text) => text.includes(' – '))).toEqual([
      '**A** 3 – 1 B · Semifinals\n-# Cup',
    ]);
  });

  it('takes nothing from what a match has waited before a restart', async () => {
    const { world, alerts } = await begun();
    await world.pass(30 * MINUTE_MS, 5000);
    await world.stopAll('one');
    world.start('two');
    await world.pass(12 * MINUTE_MS, 5000);
    expect(alerts()).toEqual([]);
    await world.pass(5 * MINUTE_MS, 5000);
    expect(alerts()).toHaveLength(1);
  });

  it('that jumps while another takes over counts for two minutes at most', async () => {
    const { world, alerts } = await begun();
    await world.stopAll('one');
    world.jumpClock(HOUR_MS);
    world.start('two');
    await world.pass(40 * MINUTE_MS, 5000);
    expect(alerts()).toEqual([]);
    await world.pass(5 * MINUTE_MS, 5000);
    expect(alerts()).toHaveLength(1);
  });
});
