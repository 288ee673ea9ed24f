import { describe, expect, it } from 'vitest';
import { countedMs, elapsedSince } from '../../../src/jobs/plan/elapsed.ts';
import { editMatches } from '../../../src/jobs/plan/notices.ts';
import type { Reading } from '../../../src/jobs/plan/reading.ts';
import { cup, four } from '../../support/night-records.ts';
import { reading, toldChannel } from '../../support/told-channel.ts';
import { at, keyIn } from '../../support/told-input.ts';

const MINUTE_MS = 60_000;
const OPEN = four('a-b', 'c-d', '-');
const WON = four('a-b 3-1', 'c-d', '-');
const AB = keyIn(OPEN, 'a-b');

describe('the time between two readings', () => {
  const feed = { bracketAt: 1000 };

  it('is exact where this owner read both, and by the wall clock otherwise', () => {
    const cases = [
      [500, { bracketAt: 9000, bracketMonotonic: 700 }, { ms: 200, isExact: true }],
      [undefined, { bracketAt: 9000, bracketMonotonic: 700 }, { ms: 8000, isExact: false }],
      [500, { bracketAt: 9000 }, { ms: 8000, isExact: false }],
      [undefined, { bracketAt: 400 }, { ms: 0, isExact: false }],
      [500, { bracketAt: 9000, bracketMonotonic: 500 }, { ms: 0, isExact: true }],
    ] as const;
    for (const [notedAt, one, elapsed] of cases) expect(elapsedSince(notedAt, feed, one)).toEqual(elapsed);
  });

  it('counts two minutes at most by the wall clock, and none in which the platform failed', () => {
    const hour = 60 * MINUTE_MS;
    expect(countedMs({ ms: hour, isExact: false }, {})).toBe(2 * MINUTE_MS);
    expect(countedMs({ ms: MINUTE_MS, isExact: false }, {})).toBe(MINUTE_MS);
    expect(countedMs({ ms: hour, isExact: true }, {})).toBe(hour);
    expect(countedMs({ ms: hour, isExact: true }, { failedMs: MINUTE_MS })).toBe(hour - MINUTE_MS);
    expect(countedMs({ ms: MINUTE_MS, isExact: true }, { failedMs: hour })).toBe(0);
  });
});

describe('a called match', () => {
  const begun = (reminded?: 'players' | 'organizers') => {
    const channel = toldChannel();
    channel.see(reading(OPEN, at(0)));
    if (reminded !== undefined)
      channel.change((feed) =>
        editMatches(feed, [AB], (record) => ({ ...record, call: { ...record.call, reminded } })),
      );
    const callAfter = (bracket: typeof OPEN, more: Partial<Reading> = {}, minutes = 5) => {
      channel.see(reading(bracket, { ...at(minutes), ...more }));
      const { waitedMs, reminded: who } = channel.feed()?.matches.get(AB)?.call ?? {};
      return [waitedMs, who];
    };
    return { callAfter };
  };

  it('waits while it is open and its tournament goes on', () => {
    expect(begun().callAfter(OPEN)).toEqual([5 * MINUTE_MS, undefined]);
    expect(begun('players').callAfter(OPEN)).toEqual([5 * MINUTE_MS, 'players']);
    for (const more of [
      { tournament: cup({ registration: 'postponed' }) },
      { stage: 'over' },
      { isCurrent: false },
    ] as const)
      expect(begun().callAfter(OPEN, more)).toEqual([0, undefined]);
  });

  it('waits no more once the organizers know', () => {
    expect(begun('organizers').callAfter(OPEN)).toEqual([0, 'organizers']);
  });

  it('begins to wait anew after a result, and its players get no second reminder', () => {
    for (const [reminded, then] of [
      [undefined, undefined],
      ['players', 'players'],
      ['organizers', 'players'],
    ] as const) {
      const { callAfter } = begun(reminded);
      expect(callAfter(WON)).toEqual([undefined, then]);
      expect(callAfter(OPEN, {}, 6)).toEqual([0, then]);
    }
  });
});
