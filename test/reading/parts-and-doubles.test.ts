import { describe, expect, test } from 'vitest';
import { ShapeError } from '../../src/reading/shape-error.ts';
import { readBracket, readMatches, readRanking, readTournaments, reader } from './reading.ts';

const game = (id: number, a: number, b: number) => ({
  id,
  status: 'open',
  player1: { id: a, name: `P${a}` },
  player2: { id: b, name: `P${b}` },
});
const groups = {
  a: { name: 'Group A', matches: [game(1, 1, 2)] },
  b: { name: 'Group B', matches: [game(2, 3, 4)] },
};
/** By key, as in lsv/fifa-worldcup-2018 data.json. */
const knockout = {
  round_4: { name: 'Semi-finals', matches: [game(61, 1, 3), game(62, 2, 4)] },
  round_2_loser: { name: 'Third place play-off', matches: [game(63, 3, 4)] },
  round_2: { name: 'Final', matches: [game(64, 1, 2)] },
};

const outline = (body: unknown): string[] =>
  readBracket(reader, body).rounds.map(({ stage, group, name, matches }) =>
    [stage ?? '', group ?? '', name ?? '', matches.map(({ id }) => id).join(' ')].join('|'),
  );

describe('a part under an unknown key', () => {
  test.each(['knockout', 'finalStage', 'main_draw', 'cup_trees', 'Endrunde'])('%s is read', (key) => {
    expect(
      outline({ groups, [key]: knockout })
        .slice(2)
        .map((line) => line.slice(line.indexOf('|'))),
    ).toEqual(['||Semi-finals|61 62', '||Third place play-off|63', '||Final|64']);
    expect(outline({ data: { [key]: knockout } }).map((line) => line.slice(line.indexOf('|')))).toEqual([
      '||Semi-finals|61 62',
      '||Third place play-off|63',
      '||Final|64',
    ]);
  });

  test('names its stage, or its round', () => {
    expect(outline({ groups, finalStage: knockout })[2]).toBe('Final stage||Semi-finals|61 62');
    const rounds = [{ number: 1, name: 'Final', matches: [game(64, 1, 2)] }];
    expect(outline({ rounds, thirdPlaceMatch: game(63, 3, 4) })).toEqual([
      '||Final|64',
      '||Third place match|63',
    ]);
  });

  test('may repeat what stands in the rounds', () => {
    const rounds = [{ number: 1, name: 'Final', matches: [game(64, 1, 2)] }];
    expect(outline({ rounds, featured: [game(64, 1, 2)], live_matches: [game(64, 1, 2)] })).toEqual([
      '||Final|64',
    ]);
  });

  test('is no list of people or tables', () => {
    const more = {
      participants: [{ id: 1, name: 'P1', players: [{ id: 5 }, { id: 6 }] }],
      standings: [{ team1: { id: 1 }, team2: { id: 2 } }],
      totals: { home: 3, away: 1 },
      winner: { id: 1, name: 'P1' },
    };
    expect(outline({ matches: [game(64, 1, 2)], ...more })).toEqual(['|||64']);
  });

  test('that holds no match that can be read makes the answer unreadable', () => {
    for (const body of [
      { knockout: [{ p: 'P1', q: 'P2' }] },
      { rounds: [{ name: 'Final', partien: [{ eins: 'P1', zwei: 'P2' }] }] },
      { maintenance: true },
      { message: 'Not now.' },
      { status: 'ok' },
      [{ foo: 1 }, { foo: 2 }],
    ])
      expect(() => readBracket(reader, body)).toThrow(ShapeError);
  });

  test.each([
    {},
    [],
    { rounds: [] },
    { bracket: null },
    { data: [] },
    { id: 't1', name: 'Cup' },
    { groups: {} },
  ])('a bracket that is not drawn: %j', (body) => {
    expect(readBracket(reader, body).rounds).toEqual([]);
  });
});

test('a stage with its participants is no match', () => {
  // PandaScore and others list the participants of a stage beside its matches.
  const participants = [1, 2, 3].map((id) => ({ id, name: `P${id}` }));
  const stage = { id: 5, name: 'Swiss', participants, winner_id: 1, matches: [game(7, 1, 2)] };
  expect(
    outline({ tournaments: [stage, { ...stage, id: 6, name: 'Finals', matches: [game(8, 1, 3)] }] }),
  ).toEqual([expect.stringContaining('|7'), expect.stringContaining('|8')]);
});

describe('a record that is listed twice is read once', () => {
  test('a match of a bracket, also in two rounds', () => {
    expect(outline({ rounds: [{ round: 1, matches: [game(1, 1, 2), game(1, 1, 2)] }] })).toEqual(['|||1']);
    expect(
      outline({
        rounds: [
          { round: 1, matches: [game(1, 1, 2)] },
          { round: 2, matches: [game(1, 1, 2)] },
        ],
      }),
    ).toEqual(['|||1']);
  });

  test('but ids that each round counts anew are two matches', () => {
    const rounds = [
      { round: 1, matches: [game(1, 1, 2), game(2, 3, 4)] },
      { round: 2, matches: [{ id: 1, player1: null, player2: null }] },
    ];
    expect(outline({ rounds })).toEqual(['|||1 2', '|||1']);
  });

  test('matches, tournaments and rows of a ranking', () => {
    expect(readMatches(reader, [game(1, 1, 2), game(1, 1, 2), 1, 9, 9]).map(({ id }) => id)).toEqual([
      '1',
      '9',
    ]);
    expect(
      readTournaments(reader, [
        { id: 7, name: 'Cup' },
        { id: 7, name: 'Old' },
      ]),
    ).toEqual([{ id: '7', name: 'Cup' }]);
    const [ana, bo] = [
      { id: 1, name: 'Ana' },
      { id: 2, name: 'Bo' },
    ];
    expect(readRanking(reader, [ana, ana, bo])).toEqual([
      { place: 1, player: { id: '1', name: 'Ana' } },
      { place: 2, player: { id: '2', name: 'Bo' } },
    ]);
    // Without ids, two may have one name.
    expect(readRanking(reader, [{ name: 'Ana' }, { name: 'Ana' }])).toHaveLength(2);
  });
});
