import { describe, expect, it } from 'vitest';
import { partsOf } from '../../src/brackets/parts.ts';
import type { Bracket, BracketRound, Match } from '../../src/reading/records.ts';
import { singleElimination, winnerOf } from '../pictures/brackets.ts';
import { rounds, SINGLE } from '../support/endings.ts';
import { match } from '../support/night-records.ts';

/** The match for third place, or "-" in a tree without one, or the kind of a part that has none. */
const thirdIn = (bracket: Bracket, record: Bracket['record'] = SINGLE): string[] =>
  partsOf({ ...bracket, record }).map((part) =>
    part.kind === 'tree' ? (part.thirdPlace?.id ?? '-') : part.kind,
  );
/** Rounds by their numbers, in the order of the list. */
const numbered = (...all: [number: number, ...texts: string[]][]): Bracket => ({
  rounds: all.map(([number, ...texts]): BracketRound => ({
    section: 'main',
    number,
    matches: texts.map((text) => match(text.slice(0, 3), text)),
  })),
});
const FIRST = ['a-b 2-0', 'c-d 2-0'];

describe('a match for third place', () => {
  it('is one of beaten players near the final, or in a round 0 that is played last', () => {
    const cases: [string, Bracket][] = [
      ['after the final', rounds({ 1: FIRST, 2: ['a-c 2-0'], 3: ['b-d 2-0'] })],
      ['before the final', numbered([1, ...FIRST], [2, 'b-d 2-0'], [3, 'a-c 2-0'])],
      ['beside the final', numbered([1, ...FIRST], [2, 'a-c 2-0', 'b-d 2-0'])],
      ['in a round 0', numbered([0, 'b-d 2-0'], [1, ...FIRST], [2, 'a-c 2-0'])],
    ];
    for (const [what, bracket] of cases) {
      const [third] = thirdIn(bracket);
      const found = bracket.rounds.flatMap(({ matches }) => matches).find(({ id }) => id === third);
      expect(
        found?.sides.map(({ player }) => player?.id),
        what,
      ).toEqual(['b', 'd']);
    }
  });

  it('is one whose slots wait for losers', () => {
    expect(thirdIn(singleElimination(4, { played: 0, thirdPlace: true }))).toEqual(['4']);
    const waiting: Match = {
      id: 'third',
      sides: [{ player: { id: 'b' } }, { from: { outcome: 'loser', matchId: 'c-d' } }],
    };
    const { rounds: before } = numbered([1, 'a-b 2-0', 'c-d'], [2, 'a-']);
    expect(thirdIn({ rounds: [...before, { section: 'main', number: 3, matches: [waiting] }] })).toEqual([
      'third',
    ]);
    const final: Match = { id: 'final', sides: [winnerOf('a-b'), winnerOf('c-d')] };
    expect(
      thirdIn({ rounds: [...before.slice(0, 1), { section: 'main', number: 2, matches: [final] }] }),
    ).toEqual(['-']);
  });

  it('is not the only match that is listed', () => {
    expect(partsOf(rounds({ 'Third place': ['b-d'] }))).toMatchObject([
      { kind: 'tree', columns: [{ matches: [{ id: 'Third place.0' }] }] },
    ]);
    expect(thirdIn(rounds({ 'Third place': ['b-d'] }))).toEqual(['-']);
  });
});

describe('no match for third place', () => {
  const eight = ['a-b 2-0', 'c-d 2-0', 'e-f 2-0', 'g-h 2-0'];

  it('is a match of beaten players far from the final, or one of three', () => {
    const early = numbered([1, ...eight], [2, 'b-d 2-0'], [3, 'a-c 2-0', 'e-g 2-0'], [4, 'a-e 2-0']);
    const beside = numbered([1, ...eight], [2, 'a-c 2-0', 'e-g 2-0', 'b-d 2-0'], [3, 'a-e 2-0']);
    expect([thirdIn(early), thirdIn(beside)]).toEqual([['-'], ['-']]);
  });

  it('is a match with a player who lost in no earlier round', () => {
    const cases: [string, Bracket][] = [
      ['somebody new', numbered([1, ...FIRST], [2, 'a-c 2-0'], [3, 'b-e 2-0'])],
      ['one known player, in a round of one match', numbered([1, 'a-b 2-0'], [2, 'a-c 0-2'], [3, 'b-'])],
      ['a semifinal of two who lose later', numbered([1, 'a-b 2-0'], [2, 'a-c 0-2', 'b-d 0-2'])],
      ['a semifinal before others', numbered([1, ...FIRST], [2, 'a-c 0-2', 'x-y 2-0'])],
      ['a round 0 before the first', numbered([0, 'b-x 2-0'], [1, ...FIRST], [2, 'a-c 2-0'])],
    ];
    for (const [what, bracket] of cases) expect(thirdIn(bracket), what).toEqual(['-']);
  });

  it('is a match of somebody who plays in a match beside it that may be the final', () => {
    const second = numbered([1, ...FIRST], [2, 'a-c 2-0'], [3, 'b-c 2-0']);
    const beside = numbered([1, ...FIRST], [2, 'a-c 2-0'], [3, 'b-c 2-0', 'x-y 2-0']);
    expect([thirdIn(second), thirdIn(beside)]).toEqual([['-'], ['-']]);
    const roundRobin = numbered([0, 'b-c 2-0'], [1, 'a-b 2-0'], [2, 'a-c 2-0']);
    expect(thirdIn(roundRobin, {})).toEqual(['leagues']);
  });
});

describe('without a format', () => {
  it('two empty matches after two others may be the final and the match for third place', () => {
    const eight = ['a-b 2-0', 'c-d 2-0', 'e-f 2-0', 'g-h 2-0'];
    expect(thirdIn(rounds({ 1: eight, 2: ['a-c', 'e-g'], 3: ['-', '-'] }), {})).toEqual(['-']);
  });

  it('matches that wait for their players do not make a ladder a league', () => {
    expect(thirdIn(rounds({ 1: ['a-b 2-0'], 2: ['a-'], 3: ['-'] }), {})).toEqual(['-']);
  });
});
