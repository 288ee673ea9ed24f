import { expect, it } from 'vitest';
import { cup, four } from '../support/night-records.ts';
import { nightWorld } from '../support/night-world.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const DIRECT = 'dm:501';

it.each(['lost', 'killed'])(
  'a direct call whose process was %s before it knew of it shows the result',
  async (how) => {
    const world = nightWorld();
    world.owners.set('a', '501');
    world.alerts.set('501', 'dm');
    world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b', 'c-d', '-') });
    const first = world.start('one');
    let isLost = false;
    const isSent = () => world.textsIn(DIRECT).length > 0;
    world.control.lose = () => {
      if (isLost || !isSent()) return false;
      isLost = true;
      if (how === 'killed') first.killAt(1, false);
      return true;
    };
    await world.follow('1', 't1');
    while (!isLost) await world.pass(SECOND_MS);
    expect(world.textsIn(DIRECT)).toEqual([expect.stringContaining('your match is ready')]);
    world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b 3-1', 'c-d', 'a-') });
    if (how === 'killed') world.start('two');
    await world.pass(10 * MINUTE_MS, 5 * SECOND_MS);
    expect(world.textsIn(DIRECT)).toEqual([expect.stringContaining('3 – 1')]);
  },
);
