import { expect, it } from 'vitest';
import { currentMatches, mayBeOver, pendingMatches, undecidedCount } from '../../src/brackets/current.ts';
import type { Match } from '../../src/reading/records.ts';
import { match } from '../support/night-records.ts';

const at = (epochMs: number) => ({ startsAt: { epochMs, precision: 'second' as const } });
/** Without a phase. */
function bare(id: string, text: string, more: Partial<Match> = {}): Match {
  const { phase: _phase, ...rest } = match(id, text);
  return { ...rest, ...more };
}
const idsOf = (matches: readonly Match[]) => matches.map(({ id }) => id);

it('pending matches are the running ones, the playable ones, and the rest, each by start time', () => {
  const matches = [
    match('later', 'a-b', { phase: 'upcoming', ...at(1) }),
    match('waits', 'a-', at(2)),
    match('second', 'a-b', at(4)),
    match('first', 'a-b', at(3)),
    match('unscheduled', 'a-b'),
    match('over', 'a-b 3-1'),
    match('canceled', 'a-b', { phase: 'cancelled' }),
    match('runs', 'a-b', { phase: 'running', ...at(9) }),
  ];
  const order = ['runs', 'first', 'second', 'unscheduled', 'later', 'waits'];
  expect(idsOf(pendingMatches(matches))).toEqual(order);
  expect(idsOf(pendingMatches(matches.toReversed()))).toEqual(order);
  const current = currentMatches({ rounds: [{ section: 'main', matches }] });
  expect(idsOf(current.map((one) => one.match))).toEqual(['runs', 'later', 'second', 'first', 'unscheduled']);
});

it('a match with a score on the way, or of unknown players, is pending and not playable', () => {
  const led = match('led', 'a-b', {
    phase: 'open',
    sides: [
      { player: { id: 'a' }, score: 1 },
      { player: { id: 'b' }, score: 0 },
    ],
  });
  const nameless: Match = { id: 'nameless', sides: [{}, {}] };
  const matches = [led, nameless];
  expect(idsOf(pendingMatches(matches))).toEqual(['led', 'nameless']);
  expect(currentMatches({ rounds: [{ section: 'main', matches }] })).toEqual([]);
});

it('a match may be over if its record says nothing at all and its time has come', () => {
  expect(mayBeOver(bare('m', 'a-b'), 10)).toBe(true);
  expect(mayBeOver(bare('m', 'a-b', at(9)), 10)).toBe(true);
  expect(mayBeOver(bare('m', 'a-b', at(10)), 10)).toBe(false);
  expect(mayBeOver(match('m', 'a-b'), 10)).toBe(false);
  expect(mayBeOver(bare('m', 'a-b', { winner: 1 }), 10)).toBe(false);
  expect(mayBeOver(bare('m', 'a-b', { sides: [{ score: 1 }, {}] }), 10)).toBe(false);
});

it('undecided is what was neither played nor canceled', () => {
  const matches = [
    match('open', 'a-b'),
    match('waits', 'a-'),
    match('over', 'a-b 3-1'),
    match('canceled', 'a-b', { phase: 'cancelled' }),
    match('bye', 'a-', { sides: [{ player: { id: 'a' } }, { bye: true }] }),
  ];
  expect(undecidedCount(matches)).toBe(2);
});
