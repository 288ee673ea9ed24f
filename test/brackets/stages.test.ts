import { describe, expect, it, test } from 'vitest';
import { partsOf, roundTitles } from '../../src/brackets/parts.ts';
import { stagesOf } from '../../src/brackets/stages.ts';
import { windowChoices } from '../../src/brackets/window-choices.ts';
import type { Bracket, BracketRound, Match } from '../../src/reading/records.ts';
import { placedText } from '../../src/brackets/texts.ts';
import { createWords } from '../../src/words/words.ts';
import { doubleElimination, groupStage, singleElimination } from '../pictures/brackets.ts';
import { match } from '../support/night-records.ts';
import { plainSpaces } from '../support/plain-spaces.ts';

const t = createWords({ strict: true }).in('en-US');
const groupsOf = (bracket: Bracket) =>
  partsOf(bracket).map((part) => part.kind === 'leagues' && part.leagues.map(({ name }) => name));
const byRound = ({ rounds }: Bracket): BracketRound[] => rounds.toSorted((a, b) => a.number! - b.number!);

test('each group has one table, whether listed by group or by round', () => {
  const groups = groupStage(4, 4);
  const all = [['Group A', 'Group B', 'Group C', 'Group D']];
  expect(groupsOf(groups)).toEqual(all);
  expect(groupsOf({ rounds: byRound(groups) })).toEqual(all);
});

test('stages are separated by name, or where rounds start over', () => {
  const groups = groupStage(2, 4).rounds;
  const again = groups.map((round) => ({ ...round, stage: 'Second groups' }));
  const playoffs = singleElimination(4).rounds;
  const inStage = (rounds: BracketRound[], stage: string) => rounds.map((round) => ({ ...round, stage }));
  const cases: [string, BracketRound[], unknown[]][] = [
    ['groups, then a tree', [...groups, ...playoffs], [{ kind: 'groups' }, { kind: 'playoffs' }]],
    [
      'the same groups again',
      [...groups, ...groups],
      [
        { kind: 'numbered', number: 1 },
        { kind: 'numbered', number: 2 },
      ],
    ],
    [
      'named stages, interleaved',
      [
        ...inStage(groups, 'First'),
        ...inStage(playoffs, 'Finals'),
        ...again.slice(0, 1),
        ...inStage(groups, 'First'),
      ],
      ['First', 'Finals', 'Second groups'].map((name) => ({ kind: 'named', name })),
    ],
    ['double elimination', doubleElimination(8).rounds, [{ kind: 'numbered', number: 1 }]],
  ];
  for (const [name, rounds, titles] of cases) {
    expect(
      stagesOf({ rounds }).map(({ title }) => title),
      name,
    ).toEqual(titles);
  }
});

test('a round title has its stage, section and group, each once', () => {
  const groups = groupStage(1, 4).rounds.slice(0, 2);
  const rounds = [
    { ...groups[0]!, group: 'A' },
    { ...groups[1]!, group: 'A', name: 'Group A, round 2' },
    ...singleElimination(4).rounds,
  ];
  expect(roundTitles({ rounds }).map((title) => plainSpaces(placedText(title, t)))).toEqual([
    'Group A · Round 1',
    'Group A, round 2',
    'Playoffs · Semifinals',
    'Playoffs · Final',
  ]);
  expect(windowChoices({ rounds }, { kind: 'whole' }, 25).map(({ window }) => window)).toEqual([
    { kind: 'whole' },
    { kind: 'stage', stage: 0 },
    { kind: 'stage', stage: 1 },
    ...[0, 1, 2, 3].map((round) => ({ kind: 'round', round })),
  ]);
});

test('a section is named once, by the round title if that contains it', () => {
  const of = (section: 'winners' | 'losers', number: number, name?: string): BracketRound => ({
    section,
    number,
    ...(name !== undefined && { name }),
    matches: singleElimination(4).rounds[0]!.matches,
  });
  const cases: [BracketRound, string][] = [
    [of('winners', 2), 'Winners round 2'],
    [of('losers', 10), 'Losers round 10'],
    [of('winners', 2, 'Winners round 2'), 'Winners round 2'],
    [of('winners', 1, 'WB R1'), 'WB R1'],
    [of('losers', 3, 'Lower Bracket Round 3'), 'Lower Bracket Round 3'],
    [of('winners', 3, 'Opening'), 'Winners bracket · Opening'],
    [of('losers', 1, 'Final of the winnerless'), 'Losers bracket · Final of the winnerless'],
  ];
  for (const [round, text] of cases) {
    const [title] = roundTitles({ rounds: [round] });
    expect(plainSpaces(placedText(title!, t))).toBe(text);
  }
});

test('a select has room for tables and rounds around the current one', () => {
  const bracket = groupStage(40, 3);
  for (const window of [
    { kind: 'table', table: 30 },
    { kind: 'round', round: 100 },
  ] as const) {
    const windows = windowChoices(bracket, window, 25).map((choice) => choice.window);
    expect(windows).toHaveLength(25);
    expect(windows).toContainEqual(window);
    for (const kind of ['table', 'round'])
      expect(windows.filter((one) => one.kind === kind).length).toBe(kind === 'table' ? 11 : 12);
  }
});

test('rounds of one match each are a ladder, unless a player goes on after a defeat', () => {
  const inRounds = (...all: string[]): Bracket => ({
    rounds: all.map((text, at) => ({
      section: 'main',
      number: at + 1,
      matches: [match(`m${at}`, text)],
    })),
  });
  const kindOf = (bracket: Bracket) => partsOf(bracket).map(({ kind }) => kind);
  expect(kindOf(inRounds('a-b 2-0', 'a-c 0-2', 'c-d 2-0'))).toEqual(['tree']);
  expect(kindOf(inRounds('a-b 2-0', 'b-c 2-0', 'a-c 2-0'))).toEqual(['leagues']);
});

test('a match of two losers beside the last one is no match for third place where losers play on', () => {
  const rounds = (last: [string, string]): Bracket => ({
    rounds: [['a-b 2-0', 'c-d 2-0', 'e-f 2-0', 'g-h 2-0'], ['a-c 2-0', 'e-g 2-0'], last].map((texts, at) => ({
      section: 'main',
      number: at + 1,
      matches: texts.map((text, place) => match(`${at}.${place}`, text)),
    })),
  });
  const thirdIn = (bracket: Bracket) =>
    partsOf(bracket).map((part) => (part.kind === 'tree' ? part.thirdPlace?.id : part.kind));
  expect(thirdIn(rounds(['a-e 2-0', 'c-g 2-0']))).toEqual(['2.1']);
  expect(thirdIn(rounds(['b-e 2-0', 'c-g 2-0']))).not.toEqual(['2.1']);
});

describe('two matches after two others, in the final’s round without a name', () => {
  const parts = (semifinals: string[], last: string[], shown = (one: Match) => one) =>
    partsOf({
      rounds: [semifinals, last].map((round, at) => ({
        section: 'main',
        number: at + 1,
        matches: round.map((text, index) => shown(match(`${at + 1}.${index}`, text))),
      })),
    }).map((part) => (part.kind === 'tree' ? (part.thirdPlace?.id ?? 'tree') : part.kind));

  it('are the final and the match for third place once one semifinal is played', () => {
    expect(parts(['a-b 2-0', 'c-d'], ['a-', 'b-'])).toEqual(['2.1']);
    expect(parts(['a-b 2-0', 'c-d'], ['b-', 'a-'])).toEqual(['2.0']);
    expect(parts(['a-b', 'c-d 0-2'], ['-d', '-c'])).toEqual(['2.1']);
  });

  it('are no league where scores alone say who lost', () => {
    const withoutWinner = ({ winner: _shown, ...rest }: Match): Match => rest;
    for (const shown of [undefined, withoutWinner])
      expect(parts(['a-b 2-0', 'c-d 0-2'], ['a-d', 'b-c'], shown)).toEqual(['tree']);
  });

  it('are not a league as long as one of them has no player', () => {
    expect(parts(['a-b 2-0', 'c-d 2-0'], ['a-c', '-'])).toEqual(['tree']);
    expect(parts(['a-b 2-0', 'c-d'], ['a-', '-'])).toEqual(['tree']);
  });

  it('are not told apart by their order', () => {
    expect(parts(['a-b', 'c-d'], ['-', '-'])).toEqual(['tree']);
  });

  it('are a league after one more round of two', () => {
    const rounds = [1, 2, 3].map((number) => ({
      section: 'main' as const,
      number,
      matches: [
        match(`${number}.0`, number === 1 ? 'a-b' : '-'),
        match(`${number}.1`, number === 1 ? 'c-d' : '-'),
      ],
    }));
    expect(partsOf({ rounds }).map(({ kind }) => kind)).toEqual(['leagues']);
  });

  it('are a league where each player is in both rounds', () => {
    expect(parts(['a-b 2-0', 'c-d'], ['a-c', 'b-d'])).toEqual(['leagues']);
  });
});

test('the last match of a stage that is not the end is called no final, unless the platform does', () => {
  const titlesOf = (stage: string, name?: string) =>
    roundTitles({
      rounds: [['a-b 2-0', 'c-d 2-0'], ['a-c 2-0']].map((texts, at) => ({
        section: 'main' as const,
        number: at + 1,
        stage,
        ...(at === 1 && name !== undefined && { name }),
        matches: texts.map((text) => match(text, text)),
      })),
    }).map((title) => placedText(title, t));
  for (const stage of ['Play-in', 'Qualifier 1', 'Stage 1'])
    expect(titlesOf(stage), stage).toEqual(['Round 1', 'Round 2']);
  expect(titlesOf('Main event')).toEqual(['Semifinals', 'Final']);
  expect(titlesOf('Play-in', 'Final')).toEqual(['Round 1', 'Final']);
});
