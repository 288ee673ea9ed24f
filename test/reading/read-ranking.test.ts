import { ShapeError } from '../../src/reading/shape-error.ts';
import { describe, expect, test } from 'vitest';
import type { RankingEntry } from '../../src/reading/records.ts';
import { readRanking, reader } from './reading.ts';

const first = { place: 1, player: { id: 'u1', name: 'Ana' }, elo: 2400 };

const shapes: { shape: string; body: unknown; read: RankingEntry[] }[] = [
  {
    shape: 'place and a nested user',
    body: [{ position: 1, user: { id: 'u1', name: 'Ana' }, elo: 2400, rank: 'Diamond' }],
    read: [{ ...first, rank: 'Diamond' }],
  },
  {
    shape: 'enveloped, flat',
    body: { data: [{ global_rank: 1, user_id: 'u1', name: 'Ana', elo: 2400 }], meta: { total: 1 } },
    read: [first],
  },
  {
    shape: 'camelCase, rank as the place',
    body: { rankings: [{ rank: 1, userId: 'u1', displayName: 'Ana', rating: 2400 }], nextCursor: null },
    read: [first],
  },
  {
    shape: 'id, name and rating alone: in the order given',
    body: [
      { id: 'u1', name: 'Ana', elo: 2400 },
      { id: 'u2', name: 'Bảo', elo: '2377' },
    ],
    read: [first, { place: 2, player: { id: 'u2', name: 'Bảo' }, elo: 2377 }],
  },
  {
    shape: 'names alone',
    body: { leaderboard: ['Ana', 'Bảo'].map((player) => ({ player })) },
    read: [
      { place: 1, player: { name: 'Ana' } },
      { place: 2, player: { name: 'Bảo' } },
    ],
  },
  {
    shape: 'a division is no place',
    body: [{ rank: 'II', division: 3, user: { id: 'u1', name: 'Ana' }, elo: 2400 }],
    read: [{ ...first, rank: 'II' }],
  },
  {
    shape: 'places from 0',
    body: [
      { rank: 0, name: 'Ana' },
      { rank: 1, name: 'Bảo' },
    ],
    read: [
      { place: 1, player: { name: 'Ana' } },
      { place: 2, player: { name: 'Bảo' } },
    ],
  },
  {
    shape: 'the row has an id of its own',
    body: [{ id: 'row-9', rank: 1, elo: 2400, player: { id: 'u1', name: 'Ana' } }],
    read: [first],
  },
  {
    // https://docs.faceit.com/docs/data-api/data (rankings)
    shape: 'FACEIT',
    body: {
      items: [
        {
          player_id: 'u1',
          nickname: 'Ana',
          country: 'br',
          position: 1,
          faceit_elo: 2400,
          game_skill_level: 10,
        },
      ],
      start: 0,
      end: 1,
    },
    read: [first],
  },
  {
    // https://lichess.org/api#tag/Users/operation/playerTopNbPerf
    shape: 'Lichess',
    body: {
      users: [{ id: 'ana', username: 'Ana', perfs: { bullet: { rating: 2400, progress: 20 } }, title: 'GM' }],
    },
    read: [{ place: 1, player: { id: 'ana', name: 'Ana' }, elo: 2400, trend: '+20' }],
  },
  {
    // https://www.chess.com/news/view/published-data-api (leaderboards)
    shape: 'chess.com',
    body: {
      leaderboard: [
        {
          player_id: 7,
          '@id': 'https://api.chess.com/pub/player/ana',
          username: 'Ana',
          score: 2400,
          rank: 1,
        },
      ],
    },
    read: [{ place: 1, player: { id: '7', name: 'Ana' }, elo: 2400 }],
  },
  {
    // https://developer.riotgames.com/apis#val-ranked-v1
    shape: 'Riot VALORANT',
    body: {
      actId: 'x',
      players: [
        {
          puuid: 'u1',
          gameName: 'Ana',
          tagLine: 'BR1',
          leaderboardRank: 1,
          rankedRating: 2400,
          numberOfWins: 9,
        },
      ],
      totalPlayers: 1,
    },
    read: [first],
  },
  {
    // https://developer.clashroyale.com/#/documentation (rankings)
    shape: 'Supercell',
    body: {
      items: [
        {
          tag: '#ABC',
          name: 'Ana',
          expLevel: 60,
          trophies: 2400,
          rank: 1,
          previousRank: 2,
          clan: { tag: '#C', name: 'X' },
        },
      ],
      paging: {},
    },
    read: [{ place: 1, player: { id: '#ABC', name: 'Ana' }, elo: 2400 }],
  },
  {
    // https://osu.ppy.sh/docs/#get-ranking
    shape: 'osu!',
    body: {
      cursor: {},
      ranking: [
        { global_rank: 1, pp: 99, user: { id: 5, username: 'Ana', avatar_url: 'https://a.ppy.sh/5' } },
      ],
      total: 1,
    },
    read: [{ place: 1, player: { id: '5', name: 'Ana', avatarUrl: 'https://a.ppy.sh/5' } }],
  },
  {
    shape: 'JSON:API with included users',
    body: {
      data: [
        {
          id: '1',
          type: 'ranking',
          attributes: { place: 1, rating: 2400 },
          relationships: { user: { data: { id: 'u1', type: 'user' } } },
        },
      ],
      included: [{ id: 'u1', type: 'users', attributes: { name: 'Ana' } }],
    },
    read: [first],
  },
  {
    shape: 'GraphQL edges',
    body: {
      data: {
        leaderboard: {
          edges: [{ node: { place: '1', user: { id: 'u1', name: 'Ana' }, rating: { value: 2400.4 } } }],
        },
      },
    },
    read: [first],
  },
];

describe('GET /v1/rankings', () => {
  test.each(shapes)('$shape', ({ body, read }) => {
    expect(readRanking(reader, body)).toEqual(read);
  });

  test('a regional ranking uses regional places', () => {
    const body = [{ global_rank: 9, regional_rank: 2, name: 'Ana' }];
    expect(readRanking(reader, body, true)[0]?.place).toBe(2);
    expect(readRanking(reader, body)[0]?.place).toBe(9);
  });

  test.each([[null], [{}], ['x'], [[3]]])('%j is not a ranking', (body) => {
    expect(() => readRanking(reader, body)).toThrow(ShapeError);
  });
});
