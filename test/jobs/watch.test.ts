import { describe, expect, it } from 'vitest';
import { nextPoll, noteRead, readingOf, type Watch } from '../../src/jobs/watch.ts';
import { cup, four, T0 } from '../support/night-world.ts';

const clocks = { now: T0, monotonic: 0 };
const watch = (tournamentId: string): Watch => ({
  tournamentId,
  requestedAt: {},
  readAt: {},
  failingSince: {},
});

describe('a watched tournament', () => {
  it('that went on to its next stage is no reading until its bracket was read anew', () => {
    const one = watch('t1');
    one.tournament = cup();
    noteRead(one, 'record', clocks);
    expect(readingOf(one)).toBeUndefined();
    one.bracket = four('a-b 3-1', 'c-d 0-2', 'a-d');
    noteRead(one, 'bracket', clocks);
    expect(readingOf(one)?.bracket).toBe(one.bracket);
    one.tournament = cup({ phase: 'finished' });
    one.requestedAt = { record: 0, bracket: 0 };
    noteRead(one, 'record', clocks);
    expect(readingOf(one)).toBeUndefined();
    expect(nextPoll([one], { ...clocks, perMinute: 30 })?.part).toBe('bracket');
    one.bracket = four('a-b 3-1', 'c-d 0-2', 'a-d 2-3');
    noteRead(one, 'bracket', clocks);
    expect(readingOf(one)?.tournament.phase).toBe('finished');
  });

  it('is polled more often where more polls are allowed, within reason', () => {
    const one = watch('t1');
    one.tournament = cup();
    one.bracket = four('a-b', 'c-d', '-');
    for (const part of ['record', 'bracket'] as const) noteRead(one, part, clocks);
    one.requestedAt = { record: 0, bracket: 0 };
    const isDue = (monotonic: number, perMinute: number) =>
      nextPoll([one], { now: T0, monotonic, perMinute }) !== undefined;
    expect([isDue(7000, 10), isDue(7000, 30), isDue(7500, 60), isDue(2999, 6000), isDue(3000, 6000)]).toEqual(
      [false, false, true, false, true],
    );
  });

  it('without a bracket at the platform is told without one', () => {
    const one = watch('t1');
    one.tournament = cup();
    noteRead(one, 'record', clocks);
    one.hasNoBracket = true;
    expect(readingOf(one)).toMatchObject({ tournament: { id: 't1' } });
  });

  it('that runs is polled before one that does not, and none is left out for ever', () => {
    const running = watch('running');
    running.tournament = cup();
    const far = watch('far');
    far.tournament = cup({
      phase: 'open',
      startsAt: { epochMs: T0 + 72 * 3_600_000, precision: 'second' },
    });
    for (const one of [running, far]) noteRead(one, 'record', clocks);
    const polled: string[] = [];
    for (let monotonic = 0; monotonic < 600_000; monotonic += 10_000) {
      const next = nextPoll([far, running], { now: T0 + monotonic, monotonic, perMinute: 30 });
      if (next === undefined) continue;
      next.watch.requestedAt[next.part] = monotonic;
      polled.push(next.watch.tournamentId);
    }
    const count = (id: string) => polled.filter((one) => one === id).length;
    expect(count('far')).toBeGreaterThanOrEqual(2);
    expect(count('running')).toBeGreaterThan(10 * count('far'));
  });
});
