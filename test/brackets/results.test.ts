import { describe, expect, it } from 'vitest';
import { questionOf } from '../../src/brackets/question.ts';
import {
  hasResult,
  isEmptyScore,
  outcomeOf,
  resultFor,
  scoreOf,
  scoresOf,
  sideOf,
  turned,
} from '../../src/brackets/results.ts';
import type { Match } from '../../src/reading/records.ts';
import { match } from '../support/night-records.ts';

const scored = (player1: number, player2: number, more: Partial<Match> = {}): Match => ({
  id: 'm',
  sides: [
    { player: { id: 'a' }, score: player1 },
    { player: { id: 'b' }, score: player2 },
  ],
  ...more,
});
const OPEN = match('m', 'a-b');
const BYE: Match = { id: 'm', phase: 'finished', sides: [{ player: { id: 'a' } }, { bye: true }] };

describe('a score', () => {
  it('has a number of each side that is not negative', () => {
    expect([scoreOf({ score: 0 }), scoreOf({ score: -1 }), scoreOf({})]).toEqual([0, undefined, undefined]);
    expect(scoresOf(scored(3, 1))).toEqual({ player1: 3, player2: 1 });
    expect([scoresOf(scored(-1, 1)), scoresOf(scored(3, -1))]).toEqual([undefined, undefined]);
  });

  it('turns with its sides, and is empty at nil all alone', () => {
    expect(turned({ player1: 3, player2: 1 })).toEqual({ player1: 1, player2: 3 });
    const nil = [
      [0, 0],
      [1, 0],
      [0, 1],
    ].map(([player1 = 0, player2 = 0]) => isEmptyScore({ player1, player2 }));
    expect(nil).toEqual([true, false, false]);
  });
});

describe('a match has a result', () => {
  it('by its phase or winner, or without a phase by a score that decides it', () => {
    expect(hasResult(OPEN)).toBe(false);
    expect(hasResult({ ...OPEN, phase: 'finished' })).toBe(true);
    expect(hasResult({ ...OPEN, winner: 1 })).toBe(true);
    expect([hasResult(scored(2, 1)), hasResult(scored(2, 1, { phase: 'running' }))]).toEqual([true, false]);
    expect([hasResult(scored(0, 0)), hasResult(scored(0, 0, { phase: 'finished' }))]).toEqual([false, true]);
    const of = (bestOf: number) => [hasResult(scored(2, 1, { bestOf })), hasResult(scored(1, 2, { bestOf }))];
    expect([of(3), of(4)]).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  it('with the winner and score that the platform gives', () => {
    expect(outcomeOf(scored(3, 1, { phase: 'finished' }))).toEqual({
      winner: 1,
      scores: { player1: 3, player2: 1 },
    });
    expect(outcomeOf(scored(1, 3))?.winner).toBe(2);
    expect(outcomeOf(scored(2, 2))).toEqual({ scores: { player1: 2, player2: 2 } });
    expect(outcomeOf({ ...OPEN, winner: 2 })).toEqual({ winner: 2 });
    expect(outcomeOf(scored(3, 1, { winner: 2 }))?.winner).toBe(2);
  });

  it('and none while it is open, canceled, a bye, of unknown players, or decided for nobody', () => {
    for (const none of [
      OPEN,
      { ...OPEN, phase: 'finished' },
      scored(2, 1, { phase: 'running' }),
      scored(3, 1, { phase: 'cancelled', winner: 1 }),
      scored(3, 1, { decided: 'nobody' }),
      { ...BYE, winner: 1 },
      match('m', 'a- 3-1'),
    ] satisfies Match[])
      expect(outcomeOf(none), JSON.stringify(none)).toBeUndefined();
  });
});

describe('a player of a match', () => {
  it('has its first or second side', () => {
    expect(['a', 'b', 'c'].map((id) => sideOf(OPEN, id))).toEqual([0, 1, undefined]);
    expect(sideOf(match('m', '-b'), 'b')).toBe(1);
  });

  it('won, lost or drew it once it is over', () => {
    const all = (of: Match) => ['a', 'b', 'c'].map((id) => resultFor(of, id));
    expect(all(scored(3, 1))).toEqual(['win', 'loss', undefined]);
    expect(all(scored(1, 3, { phase: 'finished' }))).toEqual(['loss', 'win', undefined]);
    expect(all(scored(2, 2))).toEqual(['draw', 'draw', undefined]);
    expect(all({ ...OPEN, winner: 2 })).toEqual(['loss', 'win', undefined]);
    expect(all(scored(3, 1, { winner: 2 }))).toEqual(['loss', 'win', undefined]);
    const none = [undefined, undefined, undefined];
    for (const phase of ['open', 'upcoming', 'running', 'cancelled'] as const)
      expect(all(scored(3, 1, { phase })), phase).toEqual(none);
    for (const phase of ['running', 'cancelled'] as const)
      expect(all(scored(3, 1, { phase, winner: 1 })), phase).toEqual(none);
    expect(all({ ...OPEN, phase: 'finished' })).toEqual(none);
  });
});

describe('whether the winner is still open', () => {
  const STAGES = ['registration', 'running', 'over', 'cancelled'] as const;
  const all = (of: Match | undefined) => STAGES.map((stage) => questionOf(of, stage));

  it('depends on the tournament only until the match has an end of its own', () => {
    expect(all(OPEN)).toEqual(['open', 'open', 'unplayed', 'canceled']);
    expect(all(undefined)).toEqual(['gone', 'gone', 'unplayed', 'canceled']);
    const own: [Match, string][] = [
      [scored(3, 1), 'decided'],
      [scored(3, 1, { phase: 'finished', decided: 'nobody' }), 'unplayed'],
      [{ ...OPEN, phase: 'cancelled' }, 'canceled'],
      [{ ...OPEN, phase: 'finished' }, 'unplayed'],
      [BYE, 'unplayed'],
    ];
    for (const [of, question] of own)
      expect(new Set(all(of)), JSON.stringify(of)).toEqual(new Set([question]));
  });

  it('is asked of a running tournament where none is named, and of players to come', () => {
    expect([questionOf(OPEN), questionOf(match('m', 'a-')), questionOf(undefined)]).toEqual([
      'open',
      'open',
      'gone',
    ]);
    expect(questionOf({ ...OPEN, decided: 'nobody' })).toBe('unplayed');
  });
});
