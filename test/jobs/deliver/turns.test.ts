import { describe, expect, it } from 'vitest';
import { eventStep } from '../../../src/jobs/plan/event.ts';
import { cup, four, T0 } from '../../support/night-records.ts';
import { nightWorld } from '../../support/night-world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe('a turn', () => {
  it('after the end still tells corrections, for hours', async () => {
    const world = nightWorld();
    world.start('one');
    const show = (final: string) =>
      world.tournaments.set('t1', {
        tournament: cup({ phase: 'finished' }),
        bracket: four('a-b 3-1', 'c-d 3-1', final),
      });
    world.tournaments.set('t1', { tournament: cup(), bracket: four('a-b 3-1', 'c-d 3-1', 'a-c') });
    await world.follow('1', 't1');
    await world.pass(MINUTE_MS);
    show('a-c 3-1');
    await world.pass(3 * HOUR_MS, 10_000);
    show('a-c 1-3');
    await world.pass(HOUR_MS + MINUTE_MS, 10_000);
    const told = world.textsIn('10').slice(-3);
    expect(told[0]).toContain('Corrected: A 1 – 3 **C**');
    expect(told[1]).toContain('Corrected: **C** is the champion');
    expect(told[2]).toContain('Correction: **C** won');
  });
});

describe('a scheduled event', () => {
  it('that Discord refused, or a person deleted, is not made again', () => {
    const event = {
      name: 'Cup',
      description: '',
      location: '',
      startsAt: T0 + HOUR_MS,
      endsAt: T0 + 2 * HOUR_MS,
    };
    expect(eventStep({ shows: '', status: 'refused' }, event, 'registration', T0)).toBeUndefined();
  });
});
