import { expect, test } from 'vitest';
import { currentMatches, pendingMatches } from '../../src/brackets/current.ts';
import { isKnockout, legalScores, scoreFault, walkover } from '../../src/brackets/score-rules.ts';
import { scoringOf, standingScores } from '../../src/brackets/scoring.ts';
import type { Bracket, Match, Side } from '../../src/reading/records.ts';
import { doubleElimination, groupStage, singleElimination } from '../pictures/brackets.ts';

const side = (id: string, score?: number): Side => ({
  player: { id },
  ...(score !== undefined && { score }),
});
const match = (given: Partial<Match> = {}): Match => ({ id: 'm1', sides: [side('a'), side('b')], ...given });
const scored = (first: number, second: number, given: Partial<Match> = {}): Match =>
  match({ sides: [side('a', first), side('b', second)], ...given });

test('tells which scores can be reported or corrected, and why others cannot', () => {
  const cases: [string, Match, ReturnType<typeof scoringOf>][] = [
    ['ready', match({ phase: 'open' }), 'open'],
    ['pending with both players', match({ phase: 'upcoming' }), 'open'],
    ['live', scored(2, 1, { phase: 'running' }), 'open'],
    ['without a state', match(), 'open'],
    ['without a state, 0–0', scored(0, 0), 'open'],
    ['without a state, on the way', scored(2, 1, { bestOf: 5 }), 'open'],
    ['without a state, won', scored(3, 1, { bestOf: 5 }), 'decided'],
    ['without a state, with a score', scored(2, 1), 'decided'],
    ['finished', match({ phase: 'finished' }), 'decided'],
    ['finished 0–0', scored(0, 0, { phase: 'finished' }), 'decided'],
    ['live with a winner', match({ phase: 'running', winner: 1 }), 'decided'],
    ['canceled', scored(3, 1, { phase: 'cancelled', winner: 1 }), 'cancelled'],
    ['without an opponent yet', match({ phase: 'open', sides: [side('a'), {}] }), 'unknownPlayers'],
    ['without an opponent or a state', match({ sides: [side('a'), {}] }), 'unknownPlayers'],
    ['of two winners to come', match({ sides: [{ from: { text: 'A' } }, {}] }), 'unknownPlayers'],
    ['upcoming without players', match({ phase: 'upcoming', sides: [{}, {}] }), 'unknownPlayers'],
    ['of a platform that names no players', match({ sides: [{}, {}] }), 'open'],
    ['the same with a score', match({ sides: [{ score: 3 }, { score: 1 }] }), 'decided'],
    ['a bye', match({ phase: 'finished', sides: [side('a'), { bye: true }] }), 'bye'],
  ];
  for (const [title, given, expected] of cases) expect(scoringOf(given), title).toBe(expected);
});

test('a report replaces a score, but 0–0 only once the match is over', () => {
  expect(standingScores(scored(2, 1, { phase: 'running' }))).toEqual({ player1: 2, player2: 1 });
  for (const phase of ['running', 'open', 'upcoming', undefined] as const)
    expect(standingScores(scored(0, 0, phase && { phase })), phase).toBeUndefined();
  expect(standingScores(scored(0, 0, { phase: 'finished' }))).toEqual({ player1: 0, player2: 0 });
  expect(standingScores(match())).toBeUndefined();
});

test('a match at 0–0 is pending and playable; one with a score is neither', () => {
  const all = [scored(0, 0, { id: 'nil' }), scored(3, 1, { id: 'over' }), match({ id: 'next' })];
  expect(pendingMatches(all).map(({ id }) => id)).toEqual(['nil', 'next']);
  const bracket: Bracket = { rounds: [{ section: 'main', matches: all }] };
  expect(currentMatches(bracket).map((one) => one.match.id)).toEqual(['nil', 'next']);
});

test('a score breaks a rule if no match can end that way', () => {
  const cases: [string, [number, number], number | undefined, boolean, string | undefined][] = [
    ['', [3, 1], undefined, true, undefined],
    ['', [50, 49], undefined, true, undefined],
    ['', [-1, 3], undefined, false, 'negative'],
    ['', [3, -1], 5, false, 'negative'],
    ['a draw where it is unknown', [1, 1], undefined, false, undefined],
    ['a draw in a knockout', [1, 1], undefined, true, 'knockout'],
    ['nil in a knockout', [0, 0], undefined, true, 'knockout'],
    ['', [7, 2], 5, false, 'bestOf'],
    ['', [3, 0], 5, false, undefined],
    ['', [2, 3], 5, false, undefined],
    ['both won', [3, 3], 5, false, 'bestOf'],
    ['no winner', [2, 1], 5, false, 'bestOf'],
    ['one too many', [4, 1], 5, false, 'bestOf'],
    ['not played', [0, 0], 5, false, 'bestOf'],
    ['a draw', [2, 2], 4, false, undefined],
    ['a draw in a knockout', [2, 2], 4, true, 'bestOf'],
    ['', [3, 1], 4, false, undefined],
    ['five of four', [3, 2], 4, false, 'bestOf'],
    ['half a draw', [2, 1], 4, false, 'bestOf'],
    ['of two', [2, 0], 2, false, undefined],
    ['of two', [2, 1], 2, false, 'bestOf'],
    ['points of one game', [13, 7], 1, false, undefined],
    ['points of one game', [7, 7], 1, true, 'knockout'],
  ];
  for (const [title, [player1, player2], bestOf, knockout, rule] of cases)
    expect(
      scoreFault({ player1, player2 }, { bestOf, isKnockout: knockout })?.rule,
      `${title} ${player1}-${player2} of ${bestOf}`,
    ).toBe(rule);
  expect(scoreFault({ player1: 7, player2: 2 }, { bestOf: 5, isKnockout: false })).toEqual({
    rule: 'bestOf',
    bestOf: 5,
    needed: 3,
  });
  expect(scoreFault({ player1: 7, player2: 2 }, { bestOf: 4, isKnockout: false })).toEqual({
    rule: 'bestOf',
    bestOf: 4,
    needed: 3,
    draw: 2,
  });
});

test('a match needs a winner only if the records say so', () => {
  const tree = singleElimination(4, { played: 0, thirdPlace: true });
  const shapeOnly = singleElimination(4, { played: 0, sources: false });
  const withoutSources = (bracket: Bracket): Bracket => ({
    rounds: bracket.rounds.map((round) => ({
      ...round,
      matches: round.matches.map((one) => ({
        ...one,
        sides: [one.sides[0].player ? one.sides[0] : {}, one.sides[1].player ? one.sides[1] : {}],
      })),
    })),
  });
  const slots = (outcome: 'winner' | 'loser'): Bracket => {
    const [first, last] = shapeOnly.rounds;
    const final = { ...last!.matches[0]!, sides: [{ from: { outcome, matchId: '1' } }, {}] as [Side, Side] };
    return { rounds: [first!, { ...last!, matches: [final] }] };
  };
  const cases: [string, string, Bracket, string | undefined, boolean][] = [
    ['one waits for its winner', '1', slots('winner'), undefined, true],
    ['one waits for its loser', '1', slots('loser'), undefined, false],
    ['the format names a table', '1', tree, 'swiss', false],
    ['two sides of a bracket', 'L1-0', withoutSources(doubleElimination(8)), undefined, true],
    ['others wait for its winner', '1', tree, undefined, true],
    ['the final', '3', tree, undefined, true],
    ['the third place', '4', tree, undefined, true],
    ['it only looks like a tree', '1', shapeOnly, undefined, false],
    ['by the format', '1', shapeOnly, 'single_elimination', true],
    ['by the format', '1', shapeOnly, 'Knockout', true],
    ['by another format', '1', shapeOnly, 'swiss', false],
    ['a losers’ bracket', 'L1-0', doubleElimination(8), undefined, true],
    ['a group', 'g0-0', groupStage(2, 4), 'single_elimination', false],
    ['the playoffs', '1', { rounds: [...groupStage(2, 4).rounds, ...tree.rounds] }, undefined, true],
    ['elsewhere', 'm99', tree, 'single_elimination', false],
  ];
  for (const [title, matchId, bracket, format, expected] of cases)
    expect(isKnockout(matchId, bracket, format), title).toBe(expected);
});

test('an even best-of can end in a draw, at half of its games', () => {
  const shown = (bestOf: number) =>
    legalScores(bestOf).map(({ player1, player2 }) => `${player1}-${player2}`);
  expect([shown(2), shown(3), shown(4)]).toEqual([
    ['2-0', '0-2', '1-1'],
    ['2-0', '2-1', '0-2', '1-2'],
    ['3-0', '3-1', '0-3', '1-3', '2-2'],
  ]);
});

test('a single game has no list of scores, and neither has a match of more than a select can show', () => {
  expect([0, 1].map(legalScores)).toEqual([[], []]);
  expect([23, 24, 25].map((bestOf) => legalScores(bestOf).length)).toEqual([24, 25, 0]);
});

test('a walkover has the shortest win', () => {
  expect([walkover({}, 1), walkover({ bestOf: 5 }, 2), walkover({ bestOf: 4 }, 1)]).toEqual([
    { player1: 1, player2: 0 },
    { player1: 0, player2: 3 },
    { player1: 3, player2: 0 },
  ]);
});
