import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stageOf } from '../../src/brackets/night.ts';
import {
  baseline,
  changesOf,
  keyedMatches,
  noteCalls,
  noteResults,
  type Reading,
} from '../../src/jobs/changes.ts';
import type { FeedRecord } from '../../src/jobs/feeds.ts';
import type { Bracket, Match } from '../../src/platform/records.ts';
import { cup, four, match, T0 } from '../support/night-world.ts';

type Matches = FeedRecord['matches'];

const reading = (bracket: Bracket, tournament = cup()): Reading => ({
  tournament,
  bracket,
  matches: keyedMatches(bracket),
  stage: stageOf(tournament, bracket),
  shows: '',
  readAt: T0,
  resultsAt: T0,
});

/** Tells everything that a reading gives, as a channel's turn does. */
function tell(matches: Matches, one: Reading, told: string[]): Matches {
  const changes = changesOf({ matches }, one, T0);
  for (const { result, key, isCorrection } of changes.results)
    told.push(`${isCorrection ? 'corrected' : 'result'} ${key} ${result}`);
  for (const { key } of changes.calls) told.push(`call ${key}`);
  return noteCalls(
    noteResults(matches, changes.results),
    changes.calls.map(({ key }) => key),
    T0,
  );
}

/** A night of eight players, state after state. */
function states(): Bracket[] {
  const scores = ['a-b 2-0', 'c-d 1-2', 'e-f 2-1', 'g-h 0-2', 'a-d 2-1', 'e-h 2-0', 'a-e 1-2'];
  return Array.from({ length: scores.length + 1 }, (_, decided) => {
    const matches = scores.map((text, at) => {
      const isKnown = at < 4 || (at < 6 ? decided >= (at - 3) * 2 : decided >= 6);
      return match(`m${at}`, !isKnown ? '-' : at < decided ? text : (text.split(' ')[0] ?? ''));
    });
    return {
      rounds: [matches.slice(0, 4), matches.slice(4, 6), matches.slice(6)].map((round, number) => ({
        section: 'main' as const,
        number: number + 1,
        matches: round,
      })),
    };
  });
}

/** The same matches under other ids, sides swapped. */
const redrawn = ({ rounds }: Bracket): Bracket => ({
  rounds: rounds.map((round) => ({
    ...round,
    matches: round.matches.map(({ winner, sides: [first, second], ...rest }): Match => ({
      ...rest,
      id: `other-${rest.id}`,
      sides: [second, first],
      ...(winner !== undefined && { winner: winner === 1 ? 2 : 1 }),
    })),
  })),
});

describe('what a reading changes', () => {
  it('is told once each, in whatever order readings come: repeated, missing, of before, with other ids', () => {
    const all = states();
    fc.assert(
      fc.property(
        fc.array(fc.record({ state: fc.nat(all.length - 1), isRedrawn: fc.boolean() }), { maxLength: 30 }),
        (picks) => {
          const told: string[] = [];
          let matches: Matches = {};
          for (const { state, isRedrawn } of [...picks, { state: all.length - 1, isRedrawn: false }]) {
            const bracket = all[state] ?? { rounds: [] };
            matches = tell(matches, reading(isRedrawn ? redrawn(bracket) : bracket), told);
          }
          expect(new Set(told).size).toBe(told.length);
          expect(told.filter((one) => one.startsWith('result'))).toHaveLength(7);
          expect(told.filter((one) => one.startsWith('corrected'))).toEqual([]);
        },
      ),
    );
  });

  it('first seen is no change: what is decided stays untold, what can be played is called', () => {
    const first = reading(four('a-b 3-1', 'c-d', 'a-'));
    const changes = changesOf({ matches: baseline(first) }, first, T0);
    expect(changes.results).toEqual([]);
    expect(changes.calls.map(({ match: { id } }) => id)).toEqual(['m2']);
  });

  it('of a corrected result is one correction, and the former result is never told again', () => {
    const told: string[] = [];
    let matches = tell({}, reading(four('a-b 3-1', 'c-d', 'a-')), told);
    told.length = 0;
    for (const score of ['1-3', '1-3', '3-1', '1-3'])
      matches = tell(matches, reading(four(`a-b ${score}`, 'c-d', 'b-')), told);
    expect(told.filter((one) => one.startsWith('corrected'))).toHaveLength(1);
    expect(told.filter((one) => one.startsWith('result'))).toEqual([]);
  });

  it('of two who meet again is a call and a result of its own', () => {
    const told: string[] = [];
    const twice = (second: string): Bracket => ({
      rounds: [
        { section: 'winners', number: 1, matches: [match('m1', 'a-b 2-0')] },
        { section: 'final', number: 1, matches: [match('m2', second)] },
      ],
    });
    let matches = tell({}, reading(twice('-')), told);
    matches = tell(matches, reading(twice('a-b')), told);
    tell(matches, reading(twice('a-b 0-2')), told);
    expect(told.map((one) => one.split(' ')[0])).toEqual(['result', 'call', 'result']);
  });

  it('names nobody: keys are hashes', () => {
    const keys = keyedMatches(four('anna-bob', 'c-d', '-')).map(({ key }) => key);
    expect(keys.join(' ')).not.toMatch(/anna|bob/i);
    expect(new Set(keys).size).toBe(2);
  });

  it('calls nobody before the start, before their time, against a bye, or into a decided match', () => {
    const later = { epochMs: T0 + 60 * 60_000, precision: 'second' as const };
    const cases: [string, Reading][] = [
      ['before the start', reading(four('a-b', 'c-d', '-'), cup({ phase: 'open' }))],
      [
        'before its time',
        reading({
          rounds: [{ section: 'main', matches: [match('m', 'a-b', { phase: 'upcoming', startsAt: later })] }],
        }),
      ],
      [
        'against a bye',
        reading({
          rounds: [
            {
              section: 'main',
              matches: [match('m', 'a-', { sides: [{ player: { id: 'a' } }, { bye: true }] })],
            },
          ],
        }),
      ],
      [
        'canceled',
        reading({ rounds: [{ section: 'main', matches: [match('m', 'a-b', { phase: 'cancelled' })] }] }),
      ],
    ];
    for (const [name, one] of cases) expect(changesOf({ matches: {} }, one, T0).calls, name).toEqual([]);
  });

  it('calls a match that the platform says is ready, whatever its time', () => {
    const startsAt = { epochMs: T0 + 60 * 60_000, precision: 'second' as const };
    for (const phase of ['open', 'running'] as const) {
      const bracket: Bracket = {
        rounds: [{ section: 'main', matches: [match('m', 'a-b', { phase, startsAt })] }],
      };
      expect(changesOf({ matches: {} }, reading(bracket), T0).calls, phase).toHaveLength(1);
    }
  });

  it('takes no running score and no 0–0 for a result', () => {
    const undecided: [string, Partial<Match>][] = [
      [
        'running',
        {
          phase: 'running',
          sides: [
            { player: { id: 'a' }, score: 1 },
            { player: { id: 'b' }, score: 0 },
          ],
        },
      ],
      [
        'empty',
        {
          sides: [
            { player: { id: 'a' }, score: 0 },
            { player: { id: 'b' }, score: 0 },
          ],
        },
      ],
      [
        'short of the majority',
        {
          bestOf: 5,
          sides: [
            { player: { id: 'a' }, score: 2 },
            { player: { id: 'b' }, score: 0 },
          ],
        },
      ],
    ];
    for (const [name, more] of undecided) {
      const { phase: _open, ...bare } = match('m', 'a-b');
      const bracket: Bracket = { rounds: [{ section: 'main', matches: [{ ...bare, ...more }] }] };
      expect(changesOf({ matches: {} }, reading(bracket), T0).results, name).toEqual([]);
    }
  });
});
