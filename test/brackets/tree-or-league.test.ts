import { describe, expect, it } from 'vitest';
import { partsOf } from '../../src/brackets/parts.ts';
import type { Bracket, BracketRound, Match } from '../../src/reading/records.ts';
import { both, round, rounds } from '../support/endings.ts';
import { match } from '../support/night-records.ts';

/** The kinds of the parts; "tree?" may turn out to be something else. */
const kindsOf = (bracket: Bracket, format?: string): string =>
  partsOf({ ...bracket, ...(format !== undefined && { record: { format } }) })
    .map((part) => (part.kind === 'tree' && part.isUnproven === true ? 'tree?' : part.kind))
    .join(' ');
/** Rounds of so many matches between new players. */
const sized = (...counts: number[]): Bracket => ({
  rounds: counts.map((count, at): BracketRound => ({
    section: 'main',
    number: at + 1,
    matches: Array.from({ length: count }, (_, place) =>
      match(`${at}.${place}`, `a${at}${place}-b${at}${place} 2-0`),
    ),
  })),
});
const FIRST = { 1: ['a-b 2-0', 'c-d 2-0'] };
const SECOND = ['a-c 2-0', 'b-d 2-0'];
const TWO = rounds({ ...FIRST, 2: SECOND });
const OPEN = rounds({ 1: ['a-b', 'c-d'], 2: ['-', '-'] });

describe('without a format and names', () => {
  it('rounds that get smaller after the second are a tree, and others a league', () => {
    const cases: [counts: number[], expected: string][] = [
      [[4], 'tree'],
      [[4, 2], 'tree'],
      [[4, 2, 1], 'tree'],
      [[3, 4, 2, 1], 'tree'],
      [[2, 2, 1], 'tree'],
      [[4, 2, 2, 1], 'tree'],
      [[2, 1, 1], 'tree'],
      [[4, 2, 3], 'leagues'],
      [[4, 4, 4], 'leagues'],
      [[4, 3, 3], 'leagues'],
    ];
    for (const [counts, expected] of cases) expect(kindsOf(sized(...counts)), counts.join()).toBe(expected);
  });

  it('rounds of equal size may be the first of a league, unless a bye or a link ties them', () => {
    const after = (first: Match, second: Match) => kindsOf(both(round(1, [first]), round(2, [second])));
    const [first, second] = [match('1', 'a-b 2-0'), match('2', 'a-c 2-0')];
    const [own, other] = second.sides;
    const linked: Match = {
      ...second,
      sides: [{ ...own, from: { outcome: 'winner', matchId: '1' } }, other],
    };
    const bye: Match = { id: '1', sides: [{ player: { id: 'a' } }, { bye: true }] };
    expect([after(first, second), after(first, linked), after(bye, second)]).toEqual([
      'tree?',
      'tree',
      'tree',
    ]);
    expect([kindsOf(TWO), kindsOf(OPEN)]).toEqual(['tree?', 'tree?']);
  });
});

it('a format decides, as far as it is known', () => {
  const league = sized(4, 4, 4);
  const eight = sized(4, 2, 1);
  const cases: [format: string | undefined, two: string, open: string, league: string, eight: string][] = [
    [undefined, 'tree?', 'tree?', 'leagues', 'tree'],
    ['Custom', 'tree?', 'tree?', 'leagues', 'tree'],
    ['Single elimination', 'tree', 'tree', 'tree', 'tree'],
    ['Playoffs', 'tree', 'tree', 'tree', 'tree'],
    ['Double elimination', 'tree?', 'tree?', 'tree?', 'tree?'],
    ['Swiss', 'leagues', 'leagues', 'leagues', 'leagues'],
  ];
  for (const [format, ...expected] of cases)
    expect(
      [TWO, OPEN, league, eight].map((bracket) => kindsOf(bracket, format)),
      format,
    ).toEqual(expected);
});

it('the name of one round or match that only trees use is proof without a format', () => {
  const named = (name: string) => [
    rounds({ ...FIRST, [name]: SECOND }),
    both(
      rounds(FIRST),
      round(
        2,
        SECOND.map((text, at) => match(text, text, at === 1 ? { roundName: name } : {})),
      ),
    ),
    rounds({ ...FIRST, 2: ['a-d 2-0', 'b-c 2-0'], [name]: ['e-f 2-0', 'g-h 2-0'] }),
    rounds({ 1: ['a-b', 'c-d'], [name]: ['-', '-'] }),
  ];
  for (const name of ['Final', 'Grand final', 'Semi-finals', 'Third place'])
    expect(
      named(name).map((bracket) => kindsOf(bracket)),
      name,
    ).toEqual(['tree', 'tree', 'tree', 'tree']);
  for (const name of ['Round 2', 'Winners of the week'])
    expect(
      named(name).map((bracket) => kindsOf(bracket)),
      name,
    ).toEqual(['tree?', 'tree?', 'leagues', 'tree?']);
  expect(kindsOf(rounds({ ...FIRST, Final: SECOND }), 'Double elimination')).toBe('tree?');
  expect(kindsOf(rounds({ ...FIRST, Final: SECOND }), 'Swiss')).toBe('leagues');
});
