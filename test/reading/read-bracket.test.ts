import { ShapeError } from '../../src/reading/shape-error.ts';
import { describe, expect, test } from 'vitest';
import type { Bracket } from '../../src/reading/records.ts';
import { readBracket, reader } from './reading.ts';

/** "winners 1 Semifinals: a b" for each round. */
function outline({ rounds }: Bracket): string[] {
  return rounds.map(
    ({ section, group, number, name, matches }) =>
      [section, group, number, name].filter((part) => part !== undefined).join(' ') +
      ': ' +
      matches.map(({ id }) => id).join(' '),
  );
}

const a = { id: 'a', player1: { id: 1, name: 'Ana' }, player2: { id: 2, name: 'Bảo' } };
const b = { id: 'b', player1: null, player2: null };
const c = { id: 'c' };

const shapes: { shape: string; body: unknown; rounds: string[] }[] = [
  {
    shape: 'rounds with matches',
    body: {
      tournament_id: 't1',
      rounds: [
        { round: 1, name: 'Semifinals', matches: [a, b] },
        { round: 2, name: 'Final', matches: [c] },
      ],
    },
    rounds: ['main 1 Semifinals: a b', 'main 2 Final: c'],
  },
  {
    shape: 'rounds of bare arrays, enveloped',
    body: { bracket: { rounds: [[a, b], [c]] } },
    rounds: ['main 1: a b', 'main 2: c'],
  },
  { shape: 'arrays of arrays', body: [[a, b], [c]], rounds: ['main 1: a b', 'main 2: c'] },
  {
    shape: 'a flat list with round numbers',
    body: {
      data: {
        matches: [
          { ...c, round_number: 2 },
          { ...a, round_number: 1 },
          { ...b, round_number: 1 },
        ],
      },
    },
    rounds: ['main 1: a b', 'main 2: c'],
  },
  {
    shape: 'a bare flat list',
    body: [
      { ...a, round: 1 },
      { ...b, round: 1 },
      { ...c, round: 2 },
    ],
    rounds: ['main 1: a b', 'main 2: c'],
  },
  { shape: 'a flat list without rounds', body: { matches: [a, b] }, rounds: ['main 1: a b'] },
  {
    shape: 'rounds by number',
    body: { rounds: { 1: [a, b], 2: [c] } },
    rounds: ['main 1: a b', 'main 2: c'],
  },
  {
    shape: 'rounds by name',
    body: { rounds: { Semifinals: [a, b], Final: [c] } },
    rounds: ['main 1 Semifinals: a b', 'main 2 Final: c'],
  },
  {
    shape: 'a flat list with names of rounds',
    body: {
      matches: [
        { ...a, round: 'Semifinals' },
        { ...b, round: 'Semifinals' },
        { ...c, round: 'Final' },
      ],
    },
    rounds: ['main Semifinals: a b', 'main Final: c'],
  },
  {
    shape: 'winners and losers',
    body: {
      data: { winners: { rounds: [[a], [b]] }, losers: [[c]], grand_final: { id: 'd', player1: null } },
    },
    rounds: ['winners 1: a', 'winners 2: b', 'losers 1: c', 'final: d'],
  },
  {
    shape: 'groups with rounds',
    body: {
      groups: [
        { name: 'A', rounds: [{ number: 1, matches: [a] }] },
        { name: 'B', rounds: [{ number: 1, matches: [b] }] },
      ],
    },
    rounds: ['group A 1: a', 'group B 1: b'],
  },
  {
    // https://api.challonge.com/v1/documents/tournaments/show (include_matches=1): losers' rounds are negative
    shape: 'Challonge v1',
    body: {
      tournament: {
        id: 9,
        participants: [{ participant: { id: 1, name: 'Ana' } }],
        matches: [
          { match: { id: 11, identifier: 'A', player1_id: 1, player2_id: 2, round: 1 } },
          { match: { id: 12, round: -1, player1_prereq_match_id: 11, player1_is_prereq_match_loser: true } },
          { match: { id: 13, round: 2 } },
        ],
      },
    },
    rounds: ['winners 1: 11', 'winners 2: 13', 'losers 1: 12'],
  },
  {
    // https://challonge.apidog.io/ (v2.1, JSON:API)
    shape: 'Challonge v2.1, JSON:API',
    body: {
      data: [
        { id: '1', type: 'match', attributes: { round: 1 } },
        { id: '2', type: 'match', attributes: { round: 2 } },
      ],
      included: [],
    },
    rounds: ['main 1: 1', 'main 2: 2'],
  },
  {
    // https://developer.start.gg/docs/examples/queries/sets-in-event
    shape: 'start.gg, GraphQL',
    body: {
      data: {
        event: {
          id: 1,
          name: 'Singles',
          sets: {
            pageInfo: { total: 2 },
            nodes: [
              { id: 1, round: 1, fullRoundText: 'Winners Round 1', slots: [] },
              { id: 2, round: -3, fullRoundText: 'Losers Round 1', slots: [] },
            ],
          },
        },
      },
    },
    rounds: ['winners 1 Winners Round 1: 1', 'losers 3 Losers Round 1: 2'],
  },
  {
    // https://github.com/Drarig29/brackets-model: rounds are described apart, matches name them by id
    shape: 'brackets-manager',
    body: {
      stage: [{ id: 0, name: 'Cup', type: 'single_elimination' }],
      group: [{ id: 0, stage_id: 0, number: 1 }],
      round: [
        { id: 0, number: 1, stage_id: 0, group_id: 0 },
        { id: 1, number: 2, stage_id: 0, group_id: 0 },
      ],
      match: [
        { id: 0, number: 1, round_id: 0, group_id: 0, opponent1: { id: 1 }, opponent2: { id: 2 } },
        { id: 1, number: 1, round_id: 1, group_id: 0, opponent1: { id: null }, opponent2: { id: null } },
      ],
      participant: [
        { id: 1, tournament_id: 0, name: 'Ana' },
        { id: 2, tournament_id: 0, name: 'Bảo' },
      ],
    },
    rounds: ['main 1: 0', 'main 2: 1'],
  },
  {
    // https://developers.pandascore.co/reference/get_tournaments_tournamentidorslug_brackets: links alone
    shape: 'PandaScore',
    body: [
      {
        id: 3,
        name: 'Final',
        opponents: [],
        previous_matches: [
          { match_id: 1, type: 'winner' },
          { match_id: 2, type: 'winner' },
        ],
      },
      {
        id: 1,
        opponents: [
          { type: 'Team', opponent: { id: 7, name: 'Ana' } },
          { type: 'Team', opponent: { id: 8, name: 'Bảo' } },
        ],
        previous_matches: [],
      },
      { id: 2, opponents: [], previous_matches: [] },
    ],
    rounds: ['main 1: 1 2', 'main 2: 3'],
  },
  {
    // https://github.com/g-loot/react-tournament-brackets
    shape: 'links to the next match',
    body: [
      { id: 1, nextMatchId: 3, participants: [] },
      { id: 2, nextMatchId: 3, participants: [] },
      { id: 3, nextMatchId: null, participants: [] },
    ],
    rounds: ['main 1: 1 2', 'main 2: 3'],
  },
  {
    // https://github.com/mohux/react-brackets
    shape: 'rounds with a title and seeds',
    body: [
      { title: 'Semifinals', seeds: [{ id: 1, teams: [{ name: 'Ana' }, { name: 'Bảo' }] }] },
      { title: 'Final', seeds: [{ id: 2, teams: [] }] },
    ],
    rounds: ['main 1 Semifinals: 1', 'main 2 Final: 2'],
  },
  {
    shape: 'stages of groups and a knockout',
    body: {
      data: {
        stages: [
          {
            name: 'Groups',
            type: 'groups',
            groups: [
              { name: 'A', rounds: [{ number: 1, matches: [a] }] },
              { name: 'B', matches: [b] },
            ],
          },
          { name: 'Playoffs', type: 'single_elimination', rounds: [{ number: 1, matches: [c] }] },
        ],
      },
    },
    rounds: ['group A 1: a', 'group B: b', 'main 1: c'],
  },
  {
    shape: 'two stages, each with a first round',
    body: {
      stages: [
        { name: 'Open', rounds: [[a], [b]] },
        { name: 'Finals', rounds: [[c]] },
      ],
    },
    rounds: ['main 1: a', 'main 2: b', 'main 1: c'],
  },
  {
    shape: 'rounds by name without a key around them',
    body: { tree: { quarterfinals: [a, b], semifinals: [c], final: [{ id: 'd' }] } },
    rounds: ['main 1 Quarterfinals: a b', 'main 2 Semifinals: c', 'main 3 Final: d'],
  },
  {
    shape: 'matches by id',
    body: { matches: { a: { player1: 'Ana', round: 1 }, c: { player1: null, round: 2 } } },
    rounds: ['main 1: a', 'main 2: c'],
  },
  {
    shape: 'edges and nodes all the way',
    body: {
      data: { bracket: { rounds: { edges: [{ node: { number: 1, matches: { edges: [{ node: a }] } } }] } } },
    },
    rounds: ['main 1: a'],
  },
  {
    shape: 'parts told by each match',
    body: {
      matches: [
        { ...a, bracket: 'upper', round: 1 },
        { ...b, bracket: 'lower', round: 1 },
        { ...c, bracket: 'grand_final', round: 1 },
      ],
    },
    rounds: ['winners 1: a', 'losers 1: b', 'final 1: c'],
  },
  {
    shape: 'rounds described apart, by id',
    body: {
      rounds: [
        { id: 'r1', number: 1, name: 'Semifinal' },
        { id: 'r2', number: 2, name: 'Final' },
      ],
      matches: [
        { ...c, round_id: 'r2' },
        { ...a, round_id: 'r1' },
      ],
    },
    rounds: ['main 1 Semifinal: a', 'main 2 Final: c'],
  },
  {
    shape: 'a bracket whose matches are included (JSON:API)',
    body: {
      data: { id: '5', type: 'bracket', relationships: {} },
      included: [{ id: 'm1', type: 'matches', attributes: { round: 1 } }],
    },
    rounds: ['main 1: m1'],
  },
  { shape: 'a place held for a match to come', body: { rounds: [[a, null], [null]] }, rounds: ['main 1: a'] },
  {
    shape: 'the games of a match are no matches of a round',
    body: { matches: [{ ...a, round: 1, games: [{ id: 1 }, { id: 2 }] }] },
    rounds: ['main 1: a'],
  },
  {
    shape: 'links that lead in a circle',
    body: [
      { id: 1, next_match_id: 2 },
      { id: 2, next_match_id: 1 },
    ],
    rounds: ['main 1: 2', 'main 2: 1'],
  },
  { shape: 'not drawn yet: an empty object', body: {}, rounds: [] },
  { shape: 'not drawn yet: an empty list', body: { data: { rounds: [] } }, rounds: [] },
  { shape: 'not drawn yet: null', body: { bracket: null }, rounds: [] },
];

describe('GET /v1/tournaments/:id/bracket', () => {
  test.each(shapes)('$shape', ({ body, rounds }) => {
    expect(outline(readBracket(reader, body))).toEqual(rounds);
  });

  test('players from a separate list are found by id', () => {
    const body = {
      matches: [{ id: 1, round: 1, player1_id: 7, player2_id: 8 }],
      participants: [
        { id: 7, name: 'Ana' },
        { id: 8, name: 'Bảo' },
      ],
    };
    expect(readBracket(reader, body).rounds[0]?.matches[0]?.sides).toEqual([
      { player: { id: '7', name: 'Ana' } },
      { player: { id: '8', name: 'Bảo' } },
    ]);
  });

  test('an open slot has its source match, and a match its label', () => {
    const body = [
      { match: { id: 11, identifier: 'A', round: 1 } },
      { match: { id: 12, round: 2, player1_prereq_match_id: 11, player2_prereq_match_id: 99 } },
    ];
    const { rounds } = readBracket(reader, body);
    expect(rounds[0]?.matches[0]?.label).toBe('A');
    expect(rounds[1]?.matches[0]?.sides).toEqual([
      { from: { outcome: 'winner', matchId: '11' } },
      { from: { outcome: 'winner', matchId: '99' } },
    ]);
  });

  test.each([
    { called: 'by number', match: { number: 12 }, source: 'Winner of M12', outcome: 'winner' },
    { called: 'by name', match: { match_label: 'B' }, source: 'Loser of b', outcome: 'loser' },
    { called: 'by id', match: {}, source: 'Loser from match x1', outcome: 'loser', id: 'match x1' },
    {
      called: 'in an object',
      match: {},
      source: { match_id: 'm_7', outcome: 'loser' },
      outcome: 'loser',
    },
    { called: 'without "of"', match: { number: 12 }, source: 'Winner Match #12', outcome: 'winner' },
  ])('words of a slot lead to the match they call $called', ({ match, source, outcome, id = 'm_7' }) => {
    const body = { rounds: [[{ id, ...match }], [{ id: 'm_9', number: 13, player1: { source } }]] };
    expect(readBracket(reader, body).rounds[1]?.matches[0]?.sides[0]).toEqual({
      from: { outcome, matchId: id },
    });
  });

  test('a number is a match’s position if there are no labels and all slots agree', () => {
    const waits = (source: string) => ({ player1: { source } });
    const body = (third: string) => ({
      rounds: [[{ id: 'a' }, { id: 'b' }], [{ id: 'c', ...waits(third) }]],
    });
    const source = (third: string) => readBracket(reader, body(third)).rounds[1]?.matches[0]?.sides[0];
    expect(source('Winner of M2')).toEqual({ from: { outcome: 'winner', matchId: 'b' } });
    expect(source('Winner of M3')).toEqual({ from: { outcome: 'winner', label: 'M3' } });
    const decided = { rounds: [[{ id: 'a', winner: 1 }], [{ id: 'c', ...waits('Winner of M1') }]] };
    expect(readBracket(reader, decided).rounds[1]?.matches[0]?.sides[0]).toEqual({
      from: { outcome: 'winner', label: 'M1' },
    });
  });

  test.each([
    {
      words: 'what several matches are called',
      source: 'Winner of M1',
      from: { outcome: 'winner', label: 'M1' },
    },
    { words: 'another language', source: 'Vinnare match 1', from: { text: 'Vinnare match 1' } },
    {
      words: 'what no match is called',
      source: 'Winner of pool C',
      from: { outcome: 'winner', label: 'pool C' },
    },
  ])('words of a slot stay as they are: $words', ({ source, from }) => {
    const body = {
      rounds: [
        [
          { id: 'a', number: 1 },
          { id: 'b', number: 1 },
        ],
        [{ id: 'c', player1: { source } }],
      ],
    };
    expect(readBracket(reader, body).rounds[1]?.matches[0]?.sides[0]).toEqual({ from });
  });

  test('two bare names are a match without an id', () => {
    const { rounds } = readBracket(reader, { rounds: [[['Ana', 'Bảo']]] });
    expect(rounds[0]?.matches).toEqual([
      { id: '', sides: [{ player: { name: 'Ana' } }, { player: { name: 'Bảo' } }], round: 1 },
    ]);
  });

  test('only the first 1,024 matches are read, however they are linked', () => {
    const body = Array.from({ length: 20_000 }, (_, id) => ({ id: id + 1, next_match_id: id + 2 }));
    expect(readBracket(reader, body).rounds).toHaveLength(1024);
  });

  test('a bracket has its tournament id', () => {
    expect(readBracket(reader, { tournament_id: 5, rounds: [[a]] }).tournamentId).toBe('5');
  });

  test.each([[null], ['x'], [4], [[true]]])('%j is not a bracket', (body) => {
    expect(() => readBracket(reader, body)).toThrow(ShapeError);
  });
});
