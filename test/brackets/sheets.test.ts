import { describe, expect, it } from 'vitest';
import { partsOf } from '../../src/brackets/parts.ts';
import { sheetsOf, type ShownStage } from '../../src/brackets/sheets.ts';
import type { BracketPart } from '../../src/brackets/stages.ts';
import type { Column } from '../../src/brackets/titles.ts';
import type { Bracket, Match } from '../../src/reading/records.ts';
import { doubleElimination, singleElimination, winnerOf } from '../pictures/brackets.ts';
import { SINGLE } from '../support/endings.ts';
import { match } from '../support/night-records.ts';

const TITLE = { kind: 'playoffs' } as const;

/** The rounds of a tree with their matches: "0: 1 2, 1: 3". */
const treeText = (columns: readonly Column[]): string =>
  columns.map(({ index, matches }) => `${index}: ${matches.map(({ id }) => id).join(' ')}`).join(', ');

function partText(part: BracketPart): string {
  switch (part.kind) {
    case 'leagues':
      return part.leagues.map(({ rows }) => `table ${rows?.from}–${rows?.to}`).join();
    case 'tree':
      return treeText(part.columns) + (part.thirdPlace ? ` + ${part.thirdPlace.id}` : '');
    case 'double':
      return (['winners', 'losers', 'final'] as const)
        .flatMap((section) => (part[section].length > 0 ? [`${section} ${part[section].length}`] : []))
        .join();
  }
}
const sheets = (...stages: ShownStage[]): string[][] =>
  sheetsOf(stages).map((sheet) => sheet.flatMap(({ parts }) => parts.map(partText)));

const treeOf = (bracket: Bracket): BracketPart[] => partsOf({ ...bracket, record: SINGLE });
/** Rounds of one tree. */
const rounds = (...all: Match[][]): BracketPart[] =>
  treeOf({ rounds: all.map((matches, at) => ({ section: 'main', number: at + 1, matches })) });
const open = (id: string, ...before: string[]): Match => {
  const [one, other] = before.map(winnerOf);
  return { id, sides: [one ?? {}, other ?? {}] };
};
/** A table of so many players. */
const table = (rows: number): BracketPart[] =>
  partsOf({
    rounds: [
      {
        section: 'group',
        matches: Array.from({ length: Math.ceil(rows / 2) }, (_, at) =>
          match(`t${at}`, `a${at}-${at * 2 + 1 < rows ? `b${at}` : ''}`),
        ),
      },
    ],
  });

describe('a tree', () => {
  it('is shown in pieces of eight players and three rounds, each match below those that lead to it', () => {
    expect(sheets({ parts: treeOf(singleElimination(8)) })).toEqual([['0: 1 2 3 4, 1: 5 6, 2: 7']]);
    expect(sheets({ parts: treeOf(singleElimination(16)) })).toEqual([
      ['0: 1 2 3 4, 1: 9 10, 2: 13'],
      ['0: 5 6 7 8, 1: 11 12, 2: 14'],
      ['3: 15'],
    ]);
    const half = singleElimination(8).rounds.slice(0, 2);
    expect(sheets({ parts: treeOf({ rounds: half }) })).toEqual([['0: 1 2 3 4, 1: 5 6']]);
  });

  it('shows matches that lead to none, and no empty rounds', () => {
    const six = ['1', '2', '3', '4', '5'].map((id) => match(id, `a${id}-b${id}`));
    expect(sheets({ parts: rounds(six, [match('f', 'x-y')]) })).toEqual([['0: 1 2 3, 1: f'], ['0: 4 5']]);
  });

  it('has a match for third place with its last piece, which needs room of its own', () => {
    const third = singleElimination(16, { thirdPlace: true });
    expect(sheets({ parts: treeOf(third) }).at(-1)).toEqual(['3: 15 + 16']);
    expect(
      sheets({ parts: treeOf(third) })
        .flat()
        .filter((part) => part.includes('+')),
    ).toHaveLength(1);
    const narrow = [
      [open('1'), open('2')],
      [open('3', '1'), open('4', '2')],
      [open('5', '3'), open('6', '4')],
    ];
    const first = '0: 1 2, 1: 3 4, 2: 5 6';
    const final = open('f', '5', '6');
    const loser = { from: { outcome: 'loser', matchId: '5' } } as const;
    expect(sheets({ parts: rounds(...narrow, [final]) })).toEqual([[first, '3: f']]);
    expect(sheets({ parts: rounds(...narrow, [final, { id: 't', sides: [loser, {}] }]) })).toEqual([
      [first],
      ['3: f + t'],
    ]);
  });
});

describe('a double elimination', () => {
  it('is shown in its sides and finals, each with a heading of its own', () => {
    const parts = (size: number) => partsOf(doubleElimination(size));
    expect(sheets({ parts: parts(4) })).toEqual([['winners 2', 'losers 2'], ['final 2']]);
    expect(sheets({ title: TITLE, parts: parts(4) })).toEqual([['winners 2'], ['losers 2', 'final 2']]);
    expect(sheets({ title: TITLE, parts: parts(8) })).toEqual([
      ['winners 3'],
      ['losers 3', 'losers 1'],
      ['final 2'],
    ]);
  });
});

describe('a table', () => {
  it('is shown in pieces of 16 rows, and without rows, too', () => {
    expect(sheets({ parts: table(16) })).toEqual([['table 0–16']]);
    expect(sheets({ parts: [...table(17), ...table(10)] })).toEqual([
      ['table 0–16'],
      ['table 16–17', 'table 0–10'],
    ]);
    expect(sheets({ parts: table(33) })).toEqual([['table 0–16'], ['table 16–32'], ['table 32–33']]);
    const empty = partsOf({ rounds: [{ section: 'group', matches: [open('x')] }] });
    expect(sheets({ parts: empty })).toEqual([['table 0–0']]);
  });
});

describe('a sheet', () => {
  it('is filled up to its last line', () => {
    expect(sheets({ parts: [...table(5), ...table(6)] })).toEqual([['table 0–5', 'table 0–6']]);
    expect(sheets({ parts: [...table(5), ...table(7)] })).toEqual([['table 0–5'], ['table 0–7']]);
    const tree = treeOf(singleElimination(16));
    expect(sheets({ parts: [...tree, ...table(9)] }).at(-1)).toEqual(['3: 15', 'table 0–9']);
    expect(sheets({ parts: [...tree, ...table(10)] }).at(-1)).toEqual(['table 0–10']);
  });

  it('has a line of matches for each player who begins later, too', () => {
    const late = rounds([open('1')], [open('2', '1'), open('3')], [open('4', '2', '3')]);
    const first = '0: 1, 1: 2 3, 2: 4';
    expect(sheets({ parts: [...late, ...table(6)] })).toEqual([[first, 'table 0–6']]);
    expect(sheets({ parts: [...late, ...table(7)] })).toEqual([[first], ['table 0–7']]);
  });

  it('has room for the titles of its stages', () => {
    const [one, two] = [table(5), table(6)];
    expect(sheets({ title: TITLE, parts: [...one, ...two] })).toHaveLength(2);
    expect(sheets({ title: TITLE, parts: one }, { title: TITLE, parts: table(2) })).toHaveLength(1);
    const after = [
      { title: TITLE, parts: one },
      { title: TITLE, parts: [...table(2), ...table(1)] },
    ];
    expect(sheets(...after)).toEqual([['table 0–5', 'table 0–2'], ['table 0–1']]);
  });

  it('has each stage once, with its title if it has one', () => {
    const parts = [...table(5), ...table(2)];
    const [plain] = sheetsOf([{ parts }]).flat();
    expect(Object.keys(plain ?? {})).toEqual(['parts']);
    const stages = sheetsOf([{ title: TITLE, parts: [...parts, ...table(16)] }]);
    expect(stages.map((sheet) => sheet.map(({ title, parts: own }) => [title?.kind, own.length]))).toEqual([
      [['playoffs', 2]],
      [['playoffs', 1]],
    ]);
  });
});
