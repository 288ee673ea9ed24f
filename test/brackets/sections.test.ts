import { describe, expect, it } from 'vitest';
import { partsOf, roundTitles } from '../../src/brackets/parts.ts';
import { stagesOf } from '../../src/brackets/stages.ts';
import { standingsOf } from '../../src/brackets/standings.ts';
import { tablesOf } from '../../src/brackets/tables.ts';
import { placedText } from '../../src/brackets/texts.ts';
import type { Bracket, BracketRound, StatedEnding } from '../../src/reading/records.ts';
import { createWords } from '../../src/words/words.ts';
import { doubleElimination, groupStage, singleElimination } from '../pictures/brackets.ts';
import { both, finished, inStage, round, rounds, running, SINGLE } from '../support/endings.ts';
import { match } from '../support/night-records.ts';
import { plainSpaces } from '../support/plain-spaces.ts';

const t = createWords({ strict: true }).in('en-US');
const titlesOf = (bracket: Bracket): string[] =>
  roundTitles(bracket).map((title) => plainSpaces(placedText(title, t)));
/** The kinds of the parts, by stage: "leagues, tree". */
const stagesIn = (bracket: Bracket): string =>
  stagesOf(bracket)
    .map(({ parts }) => parts.map((part) => part.kind).join(' + '))
    .join(', ');

const FOUR = rounds({ 1: ['a-b 2-0', 'c-d 2-0'], 2: ['a-c 2-0'] });
const GROUPS = groupStage(2, 4);
const TREE = singleElimination(4);

describe('a stage', () => {
  it('begins where the platform’s names change, or where numbers or sections start over', () => {
    const cases: [string, Bracket, string][] = [
      ['a tree, and another', both(TREE, TREE), 'tree, tree'],
      ['a tree, and groups', both(TREE, GROUPS), 'tree, leagues'],
      ['a double elimination, and a tree', both(doubleElimination(8), TREE), 'double, tree'],
      [
        'a round before a double elimination',
        both(round(1, [match('m', 'x-y')]), doubleElimination(8)),
        'tree + double',
      ],
      [
        'a named tree, and a round without a name',
        both(inStage('Opening', TREE), rounds({ 1: [], 2: [], 3: ['x-y'] })),
        'tree, tree',
      ],
      ['one name for all', inStage('Opening', both(TREE, TREE)), 'tree, tree'],
      ['one number for all', { rounds: TREE.rounds.map((one) => ({ ...one, number: 1 })) }, 'tree'],
    ];
    for (const [what, bracket, stages] of cases) expect(stagesIn(bracket), what).toBe(stages);
  });

  it('is called groups or playoffs only if there are just these two', () => {
    const titles = (...brackets: Bracket[]) => stagesOf(both(...brackets)).map(({ title }) => title.kind);
    expect(titles(GROUPS, TREE)).toEqual(['groups', 'playoffs']);
    expect(titles(GROUPS, TREE, TREE)).toEqual(['numbered', 'numbered', 'numbered']);
    expect(titles(TREE, TREE)).toEqual(['numbered', 'numbered']);
    expect(titles(TREE, GROUPS)).toEqual(['numbered', 'numbered']);
  });

  it('has a name only beside others', () => {
    expect(stagesOf(inStage('Main event', FOUR))).toMatchObject([{ title: { kind: 'numbered', number: 1 } }]);
    expect(titlesOf(inStage('Main event', FOUR))).toEqual(['Semifinals', 'Final']);
    const two = both(inStage('Play-in', FOUR), inStage('Main event', FOUR));
    expect(titlesOf(two)).toEqual([
      'Play-in · Round 1',
      'Play-in · Round 2',
      'Main event · Semifinals',
      'Main event · Final',
    ]);
  });

  it('has the format of the tournament only if it is the only one', () => {
    const record = { format: 'Round robin' };
    expect(stagesIn({ ...both(GROUPS, TREE), record })).toBe('leagues, tree');
    expect(stagesIn({ ...TREE, record })).toBe('leagues');
  });
});

describe('the titles of rounds', () => {
  it('count from the final of a tree, if its last round is one', () => {
    const sized = (...counts: number[]): Bracket => ({
      rounds: counts.map((count, at) => ({
        section: 'main',
        matches: Array.from({ length: count }, (_, place) =>
          match(`${at}.${place}`, `a${at}${place}-b${at}${place}`),
        ),
      })),
      record: SINGLE,
    });
    const cases: [number[], string[]][] = [
      [
        [4, 2, 1],
        ['Quarterfinals', 'Semifinals', 'Final'],
      ],
      [
        [8, 4, 2, 1],
        ['Round 1', 'Quarterfinals', 'Semifinals', 'Final'],
      ],
      [
        [4, 2],
        ['Round 1', 'Round 2'],
      ],
      [
        [2, 2],
        ['Round 1', 'Round 2'],
      ],
      [
        [3, 1],
        ['Round 1', 'Final'],
      ],
      [
        [2, 1, 0],
        ['Semifinals', 'Final', 'Round 3'],
      ],
    ];
    for (const [counts, titles] of cases) expect(titlesOf(sized(...counts)), counts.join()).toEqual(titles);
  });

  it('are the platform’s where it has names', () => {
    expect(titlesOf(rounds({ 1: ['a-b 2-0', 'c-d 2-0'], Showdown: ['a-c 2-0'] }))).toEqual([
      'Semifinals',
      'Showdown',
    ]);
  });

  it('say the side of a double elimination, and which final it is', () => {
    const double = doubleElimination(4);
    expect(titlesOf(double)).toEqual([
      'Winners round 1',
      'Winners round 2',
      'Losers round 1',
      'Losers round 2',
      'Grand final',
      'Second grand final',
    ]);
    const named = double.rounds.map((one, at) => (at === 5 ? { ...one, name: 'Decider' } : one));
    expect(titlesOf({ rounds: named }).slice(-2)).toEqual(['Grand final', 'Decider']);
  });
});

describe('a section', () => {
  const W = { 'Winners round 1': ['a-b 2-0', 'c-d 2-0'], 'Winners final': ['a-c 2-0'] };
  const L = { 'Losers round 1': ['b-d 2-0'], 'Losers final': ['c-b 2-0'] };
  const FINAL = { 'Grand final': ['a-c 2-0'] };

  it('is known by one side of a double elimination alone', () => {
    const cases: [string, Bracket, string, string][] = [
      ['both sides', rounds({ ...W, ...L, ...FINAL }), 'a c', 'a c'],
      ['the winners’ alone', rounds({ ...W, ...FINAL }), 'a c', 'a c'],
      ['the losers’ alone', rounds({ ...L, ...FINAL }), '-', 'a c'],
    ];
    for (const [what, bracket, ...winners] of cases)
      expect([stagesIn(bracket), running(bracket), finished(bracket)], what).toEqual(['double', ...winners]);
  });

  it('is the platform’s field first, beside rounds that only have names', () => {
    const sided = (section: BracketRound['section'], all: Record<string, string[]>): Bracket => ({
      rounds: Object.values(all).map((texts, at) => ({
        section,
        number: at + 1,
        matches: texts.map((text) => match(text, text)),
      })),
    });
    const bracket = both(sided('winners', W), sided('losers', L), rounds(FINAL));
    expect([stagesIn(bracket), running(bracket)]).toEqual(['double', 'a c']);
    const opening = both(rounds({ Opening: ['x-y 2-0'] }), rounds(W), rounds(L), rounds(FINAL));
    expect([stagesIn(opening), running(opening)]).toEqual(['tree + double', 'a c']);
  });

  it('may be in the name that all matches of a round have', () => {
    const unnamed = (bracket: Bracket): Bracket => ({
      rounds: bracket.rounds.map(({ name, ...one }) => ({
        ...one,
        matches: one.matches.map((each) => ({ ...each, ...(name !== undefined && { roundName: name }) })),
      })),
    });
    expect(stagesIn(unnamed(rounds({ ...W, ...L, ...FINAL })))).toBe('double');
    const mixed = round(1, [
      match('w', 'a-b 2-0', { roundName: 'Winners round 1' }),
      match('l', 'c-d 2-0', { roundName: 'Losers round 1' }),
    ]);
    expect(stagesIn(mixed)).toBe('tree');
  });

  it('“final” of a tree belongs to it', () => {
    const { rounds: all } = FOUR;
    const bracket: Bracket = {
      rounds: all.map((one, at) => ({ ...one, section: at === 1 ? 'final' : 'main' })),
    };
    expect([stagesIn(bracket), running(bracket, SINGLE)]).toEqual(['tree', 'a c']);
    const named = rounds({ 1: ['a-b 2-0', 'c-d 2-0'], Final: ['a-c 2-0'], 'Third place': ['b-d 2-0'] });
    expect([stagesIn(named), running(named)]).toEqual(['tree', 'a c b']);
  });

  it('of a group is known by its name', () => {
    const groups = rounds({ 'Group A': ['a-b 2-0'], 'Group B': ['c-d 2-0'] });
    expect(tablesOf(groups).map(({ title }) => title.group)).toEqual(['A', 'B']);
    expect(tablesOf(rounds({ 'Swiss round 1': ['a-b 2-0'] })).map(({ title }) => title.group)).toEqual([
      undefined,
    ]);
  });
});

it('a table claims no places of its own where the platform states any', () => {
  const places = (bracket: Bracket) =>
    tablesOf(bracket).map(({ league }) => standingsOf(league).rows.map(({ place }) => place));
  const groups = rounds({ 'Group A': ['a-b 2-0'], 'Group B': ['c-d 2-0'] });
  const [own, none] = [
    [1, 2],
    [undefined, undefined],
  ];
  const player = { id: 'a' };
  const cases: [StatedEnding, (number | undefined)[] | undefined][] = [
    [{}, own],
    [{ winner: player }, own],
    [{ standings: [{ player, points: 3 }] }, own],
    [{ standings: [{ player }, { player: { id: 'b' }, place: 2 }] }, none],
    [{ placements: [{ player, place: 1 }] }, none],
  ];
  for (const [ending, expected] of cases) {
    expect(places({ ...groups, ending }), JSON.stringify(ending)).toEqual([expected, expected]);
    expect(places({ ...groups, stages: [{ name: 'A' }, { name: 'B', ending }] })).toEqual([
      expected,
      expected,
    ]);
  }
  const ending = { placements: [{ player, place: 1 }] };
  expect(partsOf({ ...FOUR, ending })).toEqual(partsOf(FOUR));
});
