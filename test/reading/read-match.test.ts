import { ShapeError } from '../../src/reading/shape-error.ts';
import { describe, expect, test } from 'vitest';
import type { Match } from '../../src/reading/records.ts';
import { readMatch, readMatches, reader } from './reading.ts';

interface Shape {
  shape: string;
  body: unknown;
  read: Partial<Match>;
}

const ana = { id: 'u1', name: 'Ana' };
const bao = { id: 'u2', name: 'Bảo' };
const anaBeatBao: Match['sides'] = [
  { player: ana, score: 3 },
  { player: bao, score: 1 },
];

const shapes: Shape[] = [
  {
    shape: 'flat, in the words of the interface document',
    body: {
      id: 'm1',
      tournament_id: 't1',
      round: 1,
      player1: ana,
      player2: bao,
      player1_score: 3,
      player2_score: 1,
      status: 'finished',
      scheduled_at: '2027-01-01T18:00:00Z',
    },
    read: {
      id: 'm1',
      tournament: { id: 't1' },
      round: 1,
      sides: anaBeatBao,
      phase: 'finished',
      winner: 1,
      startsAt: { epochMs: Date.UTC(2027, 0, 1, 18), precision: 'second' },
    },
  },
  {
    shape: 'enveloped, ids with names',
    body: {
      data: {
        id: 3001,
        tournament: { id: 2001, name: 'Cup' },
        round_number: 2,
        player1_id: 'u1',
        player1_name: 'Ana',
        player2_id: 'u2',
        player2_name: 'Bảo',
        player1_score: 3,
        player2_score: 1,
        state: 'pending',
      },
    },
    read: {
      id: '3001',
      tournament: { id: '2001', name: 'Cup' },
      round: 2,
      sides: anaBeatBao,
      phase: 'upcoming',
    },
  },
  {
    shape: 'camelCase, a list of players beside a list of scores',
    body: {
      id: 5,
      players: [
        { id: 'u1', displayName: 'Ana' },
        { id: 'u2', displayName: 'Bảo' },
      ],
      scores: [3, 1],
      status: 'LIVE',
    },
    read: { id: '5', sides: anaBeatBao, phase: 'running' },
  },
  {
    shape: 'an id alone',
    body: { id: 'm1', player1_score: null, player2_score: null },
    read: { id: 'm1', sides: [{}, {}] },
  },
  {
    shape: 'bare names and a score in text',
    body: { id: 'm1', player1: 'Ana', player2: 'Bảo', score: '3–1' },
    read: {
      sides: [
        { player: { name: 'Ana' }, score: 3 },
        { player: { name: 'Bảo' }, score: 1 },
      ],
    },
  },
  {
    shape: 'keyed by side',
    body: { id: 'm1', sides: { home: { ...ana, score: 3 }, away: { ...bao, score: 1 } } },
    read: { sides: anaBeatBao },
  },
  {
    shape: 'nested a level deeper with their scores',
    body: {
      match: {
        id: 'm1',
        slots: [
          { id: 's1', score: { value: 3 }, player: ana },
          { id: 's2', score: { value: 1 }, player: bao },
        ],
      },
    },
    read: { id: 'm1', sides: anaBeatBao },
  },
  {
    shape: 'scores by player',
    body: { id: 'm1', opponents: [ana, bao], scores: { u2: 1, u1: 3 } },
    read: { sides: anaBeatBao },
  },
  {
    shape: 'two of them open',
    body: { id: 'm1', player1: null, player2: { name: 'TBD' } },
    read: { sides: [{}, {}] },
  },
  {
    shape: 'a bye',
    body: { id: 'm1', player1: ana, player2: { name: 'BYE' } },
    read: { sides: [{ player: ana }, { bye: true }] },
  },
  {
    shape: 'a bye told by the match',
    body: { id: 'm1', player1: ana, player2: null, bye_match: true },
    read: { sides: [{ player: ana }, { bye: true }] },
  },
  {
    shape: 'score1 and score2',
    body: { id: 'm1', p1: ana, p2: bao, score1: 3, score2: 1 },
    read: { sides: anaBeatBao },
  },
  {
    shape: 'sets by side',
    body: {
      id: 'm1',
      player1: 'Ana',
      player2: 'Bảo',
      sets: [
        { player1: 6, player2: 4 },
        { player1: 3, player2: 6 },
        { player1: 6, player2: 0 },
      ],
    },
    read: {
      sides: [
        { player: { name: 'Ana' }, score: 2 },
        { player: { name: 'Bảo' }, score: 1 },
      ],
    },
  },
  {
    shape: 'teams and scores under keys of two styles',
    body: {
      id: 1,
      homeTeam: ana,
      awayTeam: bao,
      homeScore: { current: 3 },
      awayScore: { current: 1 },
      winnerCode: 1,
      status: { type: 'finished' },
      roundInfo: { round: 2 },
    },
    read: { round: 2, winner: 1, phase: 'finished', sides: anaBeatBao },
  },
  {
    shape: 'a player’s team is not the player',
    body: { id: 1, player1: { ...ana, team: { id: 9, name: 'T' } }, player2: bao },
    read: { sides: [{ player: ana }, { player: bao }] },
  },
  {
    shape: 'ids alone',
    body: { id: 1, player1: 'u_001', player2: 'u_002', winner: 'u_002', score: '1:3' },
    read: {
      winner: 2,
      sides: [
        { player: { id: 'u_001' }, score: 1 },
        { player: { id: 'u_002' }, score: 3 },
      ],
    },
  },
  {
    shape: 'words that say whom a slot waits for',
    body: { id: 1, player1: { name: 'Winner of M3' }, player2: 'Loser of M4' },
    read: {
      sides: [{ from: { outcome: 'winner', label: 'M3' } }, { from: { outcome: 'loser', label: 'M4' } }],
    },
  },
  {
    shape: 'more than two are no sides',
    body: { id: 1, players: ['Ana', 'Bảo', 'Chi'] },
    read: { sides: [{}, {}] },
  },
  {
    // https://lichess.org/api#tag/Games
    shape: 'Lichess: keyed by color',
    body: {
      id: 'q7',
      players: {
        white: { user: { id: 'u1', name: 'Ana' }, rating: 1500 },
        black: { user: { id: 'u2', name: 'Bảo' }, rating: 1400 },
      },
      winner: 'white',
      status: 'mate',
    },
    read: { winner: 1, status: 'mate', sides: [{ player: ana }, { player: bao }] },
  },
  {
    // https://online-go.com/api/ (games): black moves first.
    shape: 'Online-Go: keyed by color, black first',
    body: {
      id: 'g1',
      players: { black: { id: 'u1', username: 'Ana' }, white: { id: 'u2', username: 'Bảo' } },
      winner: 'black',
    },
    read: { id: 'g1', winner: 1, sides: [{ player: ana }, { player: bao }] },
  },
  {
    shape: 'colors as the beginnings of keys, in the order of the record',
    body: {
      id: 'g2',
      black_id: 'u1',
      black_name: 'Ana',
      black_score: 3,
      white_id: 'u2',
      white_name: 'Bảo',
      white_score: 1,
    },
    read: { id: 'g2', sides: anaBeatBao },
  },
  {
    shape: 'colors as keys, red first',
    body: { id: 'g3', red: { ...ana, score: 3 }, blue: { ...bao, score: 1 } },
    read: { id: 'g3', sides: anaBeatBao },
  },
  {
    shape: 'no colors, the second side first',
    body: { id: 'g4', away: bao, home: ana },
    read: { id: 'g4', sides: [{ player: ana }, { player: bao }] },
  },
  {
    shape: 'sides in lists of one',
    body: { id: 1, home: [ana], away: [bao], home_score: 3, away_score: 1, winner: [{ id: 'u1' }] },
    read: { winner: 1, sides: anaBeatBao },
  },
  {
    shape: 'players of sides in lists of one',
    body: {
      id: 1,
      sides: [
        { id: 's1', team: [ana], score: 3 },
        { id: 's2', team: [bao], score: 1 },
      ],
    },
    read: { sides: anaBeatBao },
  },
  {
    shape: 'both sides in an object in a list of one',
    body: { id: 1, matchup: [{ home: [{ ...ana, score: 3 }], away: [{ ...bao, score: 1 }] }] },
    read: { sides: anaBeatBao },
  },
  {
    shape: 'a tournament and a round in lists of one',
    body: { id: 1, tournament: [{ id: 't1', name: 'Spring Cup' }], round: [{ number: 2 }], player1: ana },
    read: { round: 2, tournament: { id: 't1', name: 'Spring Cup' }, sides: [{ player: ana }, {}] },
  },
  {
    shape: 'one side, the other unknown',
    body: { id: 1, sides: [ana] },
    read: { sides: [{ player: ana }, {}] },
  },
  {
    // https://developers.wargaming.net/ (tournament matches)
    shape: 'Wargaming',
    body: {
      uuid: '2@1',
      tournament_id: 3,
      team_1_id: 'u1',
      team_2_id: 'u2',
      team_1: { id: 'u1', title: 'Ana' },
      team_2: { id: 'u2', title: 'Bảo' },
      state: 'finished',
      winner_team_id: 'u1',
      tournament_system_specific_data: { round: 1 },
      start_at: 1720898220,
      extra_data: { wins_team_1: 3, wins_team_2: 1 },
    },
    read: { id: '2@1', round: 1, winner: 1, tournament: { id: '3' }, sides: anaBeatBao },
  },
  {
    // https://api.challonge.com/v1/documents/matches/show
    shape: 'Challonge v1',
    body: {
      match: {
        id: 23575258,
        identifier: 'C',
        player1_id: null,
        player1_is_prereq_match_loser: false,
        player1_prereq_match_id: 23575256,
        player2_id: 16543997,
        player2_prereq_match_id: null,
        round: -1,
        scores_csv: '',
        state: 'pending',
        tournament_id: 1086875,
        winner_id: null,
      },
    },
    read: {
      id: '23575258',
      round: 1,
      tournament: { id: '1086875' },
      phase: 'upcoming',
      sides: [{ from: { outcome: 'winner', matchId: '23575256' } }, { player: { id: '16543997' } }],
    },
  },
  {
    shape: 'Challonge v1, sets in scores_csv',
    body: {
      match: {
        id: 1,
        player1_id: 7,
        player2_id: 8,
        scores_csv: '11-9,5-11,11-8',
        state: 'complete',
        winner_id: 7,
      },
    },
    read: {
      winner: 1,
      phase: 'finished',
      sides: [
        { player: { id: '7' }, score: 2 },
        { player: { id: '8' }, score: 1 },
      ],
    },
  },
  {
    // https://challonge.apidog.io/ (v2.1, JSON:API)
    shape: 'Challonge v2.1, JSON:API with included players',
    body: {
      data: {
        id: '8008135',
        type: 'match',
        attributes: {
          state: 'complete',
          round: 1,
          identifier: 'A',
          scores: '3 - 1',
          score_in_sets: [[3, 1]],
          winner_id: 355,
          timestamps: { underway_at: null },
        },
        relationships: {
          player1: { data: { id: '355', type: 'participant' } },
          player2: { data: { id: '354', type: 'participant' } },
        },
      },
      included: [
        { id: '355', type: 'participant', attributes: { name: 'Ana' } },
        { id: '354', type: 'participant', attributes: { name: 'Bảo' } },
        { id: '354', type: 'tournament', attributes: { name: 'Cup' } },
      ],
    },
    read: {
      id: '8008135',
      winner: 1,
      sides: [
        { player: { id: '355', name: 'Ana' }, score: 3 },
        { player: { id: '354', name: 'Bảo' }, score: 1 },
      ],
    },
  },
  {
    // https://developer.start.gg/reference/set.doc.html
    shape: 'start.gg, GraphQL',
    body: {
      data: {
        set: {
          id: 11,
          state: 3,
          fullRoundText: 'Winners Final',
          round: 3,
          winnerId: 501,
          totalGames: 5,
          startAt: 1_700_000_000,
          slots: [
            { id: '11-0', entrant: { id: 501, name: 'Ana' }, standing: { stats: { score: { value: 3 } } } },
            { id: '11-1', entrant: { id: 502, name: 'Bảo' }, standing: { stats: { score: { value: 1 } } } },
          ],
        },
      },
    },
    read: {
      id: '11',
      roundName: 'Winners Final',
      round: 3,
      winner: 1,
      bestOf: 5,
      sides: [
        { player: { id: '501', name: 'Ana' }, score: 3 },
        { player: { id: '502', name: 'Bảo' }, score: 1 },
      ],
    },
  },
  {
    shape: 'start.gg, a slot still open',
    body: {
      data: {
        set: {
          id: 12,
          slots: [
            { id: '12-0', entrant: null, prereqType: 'set', prereqId: '11', prereqPlacement: 2 },
            { id: '12-1', entrant: null },
          ],
        },
      },
    },
    read: { id: '12', sides: [{ from: { outcome: 'loser', matchId: '11' } }, {}] },
  },
  {
    // https://developer.toornament.com/v2/doc/viewer_matches
    shape: 'Toornament',
    body: {
      id: '618954615761465416',
      status: 'completed',
      scheduled_datetime: null,
      played_at: '2027-01-01T18:00:00+00:00',
      round_id: '618',
      number: 1,
      opponents: [
        {
          number: 2,
          position: 2,
          result: 'loss',
          rank: 2,
          forfeit: false,
          score: 1,
          participant: { id: 'u2', name: 'Bảo' },
        },
        {
          number: 1,
          position: 1,
          result: 'win',
          rank: 1,
          forfeit: false,
          score: 3,
          participant: { id: 'u1', name: 'Ana' },
        },
      ],
    },
    read: { id: '618954615761465416', phase: 'finished', winner: 1, sides: anaBeatBao },
  },
  {
    // https://docs.faceit.com/docs/data-api/data (matches)
    shape: 'FACEIT',
    body: {
      match_id: '1-abc',
      competition_id: 'c1',
      competition_name: 'EU 5v5',
      region: 'EU',
      teams: {
        faction1: { faction_id: 'u1', name: 'Ana', avatar: '', roster: [{ player_id: 'x', nickname: 'x' }] },
        faction2: { faction_id: 'u2', name: 'Bảo', roster: [] },
      },
      results: { winner: 'faction1', score: { faction1: 3, faction2: 1 } },
      status: 'FINISHED',
      scheduled_at: 1_700_000_000,
      best_of: 5,
    },
    read: {
      id: '1-abc',
      tournament: { id: 'c1', name: 'EU 5v5' },
      winner: 1,
      bestOf: 5,
      phase: 'finished',
      sides: anaBeatBao,
    },
  },
  {
    // https://github.com/battlefy (public match documents)
    shape: 'Battlefy',
    body: [
      {
        _id: '66f5',
        top: { teamID: 'u1', team: { _id: 'u1', name: 'Ana' }, score: 3, winner: true },
        bottom: { teamID: 'u2', team: { _id: 'u2', name: 'Bảo' }, score: 1, winner: false },
        roundNumber: 2,
        matchNumber: 4,
        isBye: false,
      },
    ],
    read: { id: '66f5', round: 2, winner: 1, sides: anaBeatBao },
  },
  {
    // https://developers.pandascore.co/reference/get_matches_matchidorslug
    shape: 'PandaScore',
    body: {
      id: 9,
      name: 'Semifinal',
      status: 'finished',
      begin_at: '2027-01-01T18:00:00Z',
      number_of_games: 5,
      match_type: 'best_of',
      winner_id: 2,
      winner: { id: 2, name: 'Bảo' },
      opponents: [
        { type: 'Team', opponent: { id: 1, name: 'Ana', image_url: 'https://cdn.pandascore.co/a.png' } },
        { type: 'Team', opponent: { id: 2, name: 'Bảo', image_url: null } },
      ],
      results: [
        { score: 3, team_id: 2 },
        { score: 1, team_id: 1 },
      ],
      tournament: { id: 4, name: 'Playoffs' },
      games: [{ id: 1, position: 1, status: 'finished', winner: { id: 2 } }],
    },
    read: {
      id: '9',
      winner: 2,
      bestOf: 5,
      tournament: { id: '4', name: 'Playoffs' },
      sides: [
        { player: { id: '1', name: 'Ana', avatarUrl: 'https://cdn.pandascore.co/a.png' }, score: 1 },
        { player: { id: '2', name: 'Bảo' }, score: 3 },
      ],
    },
  },
  {
    // https://www.chess.com/news/view/published-data-api (tournament games)
    shape: 'chess.com',
    body: {
      uuid: 'g1',
      end_time: 1_700_000_000,
      white: { username: 'Ana', rating: 1500, result: 'win' },
      black: { username: 'Bảo', rating: 1400, result: 'checkmated' },
    },
    read: { id: 'g1', winner: 1, sides: [{ player: { name: 'Ana' } }, { player: { name: 'Bảo' } }] },
  },
  {
    // https://docs.opendota.com/ (matches)
    shape: 'OpenDota',
    body: {
      match_id: 271145478,
      leagueid: 600,
      radiant_team_id: 1,
      radiant_name: 'Ana',
      dire_team_id: 2,
      dire_name: 'Bảo',
      radiant_score: 12,
      dire_score: 30,
      radiant_win: false,
      start_time: 1_700_000_000,
    },
    read: {
      id: '271145478',
      winner: 2,
      tournament: { id: '600' },
      sides: [
        { player: { id: '1', name: 'Ana' }, score: 12 },
        { player: { id: '2', name: 'Bảo' }, score: 30 },
      ],
    },
  },
  {
    // https://github.com/Drarig29/brackets-model (match)
    shape: 'brackets-manager: a status number is no word',
    body: {
      id: 0,
      number: 1,
      stage_id: 0,
      group_id: 0,
      round_id: 0,
      status: 4,
      opponent1: { id: 7, position: 1, score: 3, result: 'win' },
      opponent2: { id: 8, position: 2, score: 1, result: 'loss' },
    },
    read: {
      id: '0',
      winner: 1,
      sides: [
        { player: { id: '7' }, score: 3 },
        { player: { id: '8' }, score: 1 },
      ],
    },
  },
];

describe('GET /v1/matches/:id', () => {
  test.each(shapes)('$shape', ({ body, read }) => {
    expect(readMatch(reader, body, 'asked')).toMatchObject(read);
    expect(readMatch(reader, body, 'asked').sides).toEqual(read.sides);
  });

  test('an unfinished match has no winner by score', () => {
    const body = { id: 1, player1: ana, player2: bao, player1_score: 3, player2_score: 1, status: 'running' };
    expect(readMatch(reader, body, '1').winner).toBeUndefined();
  });

  test.each([[null], [[]], ['x'], [4]])('%j is not a record', (body) => {
    expect(() => readMatch(reader, body, 'x')).toThrow(ShapeError);
  });
});

describe('GET /v1/users/:id/matches', () => {
  test.each([
    ['a bare array', (list: unknown) => list],
    ['under its own name', (list: unknown) => ({ matches: list })],
    ['under data', (list: unknown) => ({ data: list, meta: {} })],
    ['items (FACEIT history)', (list: unknown) => ({ items: list, start: 0, end: 2 })],
    [
      'a player with sets and nodes (start.gg)',
      (list: unknown) => ({ data: { player: { sets: { nodes: list } } } }),
    ],
    ['inside the user', (list: unknown) => ({ user: { id: 1, name: 'Ana', matches: list } })],
  ])('%s', (_, wrap) => {
    const list = [{ id: 'm1', player1: ana, player2: bao }, { player1: ana }, { id: 'm2' }];
    expect(readMatches(reader, wrap(list)).map(({ id }) => id)).toEqual(['m1', 'm2']);
  });
});

test('drawn sets count for neither side', () => {
  for (const scores of [
    '11-9,5-5,11-8',
    [
      [11, 9],
      [5, 5],
      [11, 8],
    ],
  ]) {
    const { sides } = readMatch(reader, { id: 1, player1: 'Ana', player2: 'Bo', scores }, '1');
    expect.soft(sides.map(({ score }) => score)).toEqual([2, 0]);
  }
});

test('a flat key marks a slot for the loser', () => {
  const body = { id: 1, player1_prereq_match_id: 'm7', player1_takes_loser: true };
  expect(readMatch(reader, body, '1').sides[0]).toEqual({
    from: { outcome: 'loser', matchId: 'm7' },
  });
});
