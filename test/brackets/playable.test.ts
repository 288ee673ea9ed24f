import { expect, it, describe } from 'vitest';
import { nextMatches } from '../../src/brackets/playable.ts';
import type { Match } from '../../src/reading/records.ts';
import { match, T0 } from '../support/night-records.ts';

describe('nextMatches', () => {
  it('selects the earliest match of each player', () => {
    const startsAt = (minutes: number) => ({
      startsAt: { epochMs: T0 + minutes * 60_000, precision: 'second' as const },
    });
    const ids = (matches: Match[], now = T0) => nextMatches(matches, { now }).map(({ id }) => id);
    expect(ids([match('1', 'a-b'), match('2', 'a-c'), match('3', 'c-d'), match('4', 'e-f')])).toEqual([
      '1',
      '4',
    ]);
    expect(ids([match('1', 'a-b', startsAt(30)), match('2', 'a-c', startsAt(10))])).toEqual(['2']);
    // If one match has no time, the bracket's order decides.
    expect(ids([match('1', 'a-b', startsAt(30)), match('2', 'a-c')])).toEqual(['1']);
    expect(ids([match('1', 'a-b', { phase: 'upcoming' }), match('2', 'a-c')])).toEqual(['2']);
    expect(ids([match('1', 'a-b 2-0'), match('2', 'a-c')])).toEqual(['2']);
    expect(ids([match('1', 'a-b'), match('2', 'a-c', { phase: 'running' })])).toEqual(['2']);
    const matches = [match('1', 'a-b'), match('2', 'a-c'), match('3', 'b-d')];
    expect(nextMatches(matches, { now: T0 }, ({ id }) => id === '3').map(({ id }) => id)).toEqual(['3']);
  });
});
