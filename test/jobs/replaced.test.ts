import { expect, it } from 'vitest';
import type { Bracket } from '../../src/reading/records.ts';
import { cup, four, namesAlone } from '../support/night-records.ts';
import { nightWorld, type NightWorld } from '../support/night-world.ts';

const MINUTE_MS = 60_000;
const DIRECT = 'dm:501';

const show = (world: NightWorld, bracket: Bracket) =>
  void world.tournaments.set('t1', { tournament: cup(), bracket });

/** Player A was called by a direct message. */
async function called(): Promise<NightWorld> {
  const world = nightWorld();
  world.owners.set('a', '501');
  world.alerts.set('501', 'dm');
  show(world, four('a-b', 'c-d', '-'));
  world.start('one');
  await world.follow('1', 't1');
  await world.pass(2 * MINUTE_MS);
  expect(world.textsIn(DIRECT)).toEqual([expect.stringContaining('your match is ready')]);
  return world;
}

it.each([false, true])(
  'who is replaced reads in their direct message that the call no longer counts (new owner: %s)',
  async (isOwnerNew) => {
    const world = await called();
    if (isOwnerNew) await world.stopAll('one');
    show(world, four('e-b', 'c-d', '-'));
    if (isOwnerNew) world.start('two');
    // Two readings have to show it, and the second one shows more.
    await world.pass(6000);
    show(world, four('e-b', 'c-d 1-3', '-'));
    await world.pass(5 * MINUTE_MS, 5000);
    expect(world.textsIn(DIRECT)).toEqual([expect.stringContaining('this call no longer counts')]);
  },
);

it('whose id the platform no longer shows reads the result in their direct message', async () => {
  const world = await called();
  show(world, namesAlone(four('a-b 3-1', 'c-d', 'a-')));
  await world.pass(5 * MINUTE_MS, 5000);
  expect(world.textsIn(DIRECT)).toEqual([expect.stringContaining('3 – 1')]);
});

it('a player whose id is shown late has a direct message that is edited', async () => {
  const world = nightWorld();
  world.owners.set('a', '501').set('b', '502');
  world.alerts.set('501', 'dm');
  world.alerts.set('502', 'dm');
  const hidden = four('a-b', 'c-d', '-');
  const m1 = hidden.rounds[0]?.matches[0];
  if (m1) m1.sides[1] = { player: { name: 'B' } };
  world.tournaments.set('t1', { tournament: cup(), bracket: hidden });
  world.control.refuse = ({ channelId }) => {
    if (channelId === 'dm:501') throw new Error('Discord: 503');
    return undefined;
  };
  world.start('one');
  await world.follow('1', 't1');
  await world.pass(15_000);
  world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b', 'c-d', '-') });
  await world.pass(30_000);
  world.control.refuse = () => undefined;
  await world.pass(3 * MINUTE_MS);
  expect(world.textsIn('dm:502')).toHaveLength(1);
  world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b 3-1', 'c-d', 'a-') });
  await world.pass(3 * MINUTE_MS);
  expect(world.textsIn('dm:501')).toEqual([expect.stringContaining('3 – 1')]);
  expect(world.textsIn('dm:502')).toEqual([expect.stringContaining('3 – 1')]);
});
