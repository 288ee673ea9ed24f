import { ShapeError } from '../../src/reading/shape-error.ts';
import { describe, expect, test } from 'vitest';
import { readMe, readPlayerRank, readToken } from '../../src/reading/read-documented.ts';
import { readPlayer } from '../../src/reading/read-player.ts';
import { reader } from './reading.ts';

const ana = { id: 'u1', name: 'Ana', elo: 2400, rank: 'Diamond' };

describe('GET /v1/users/:id', () => {
  test.each([
    ['as the document has it for the own account', { ...ana, phone: '+84****100', spa_balance: 50 }, ana],
    [
      'enveloped, snake_case',
      { data: { user_id: 7, display_name: 'Ana', elo_rating: '2400', rank_name: 'Diamond' } },
      { ...ana, id: '7' },
    ],
    [
      'camelCase',
      {
        id: 7,
        displayName: 'Ana',
        eloRating: 2400.4,
        rankLabel: 'Diamond',
        avatarUrl: 'https://x.test/a.png',
      },
      { ...ana, id: '7', avatarUrl: 'https://x.test/a.png' },
    ],
    ['an id and a name', { id: 'u1', name: 'Ana' }, { id: 'u1', name: 'Ana' }],
    ['no id', { name: 'Ana' }, { id: 'asked', name: 'Ana' }],
    [
      'its own name beside others',
      { user: { id: 'u1', name: 'Ana' }, stats: { elo: 2400, rank: 'Diamond' } },
      ana,
    ],
    ['a rank that is a number is no label', { id: 'u1', rank: 3 }, { id: 'u1' }],
    // https://docs.faceit.com/docs/data-api/data (players)
    [
      'FACEIT',
      {
        player_id: 'u1',
        nickname: 'Ana',
        avatar: 'https://x.test/a.png',
        country: 'br',
        games: { cs2: { skill_level: 10, faceit_elo: 2400, region: 'EU' } },
      },
      { id: 'u1', name: 'Ana', avatarUrl: 'https://x.test/a.png', elo: 2400, region: 'EU' },
    ],
    // https://www.chess.com/news/view/published-data-api (player profile)
    [
      'chess.com',
      {
        '@id': 'https://api.chess.com/pub/player/ana',
        player_id: 41,
        username: 'ana',
        name: 'Ana',
        status: 'premium',
      },
      { id: '41', name: 'Ana' },
    ],
    // https://docs.opendota.com/ (players)
    [
      'OpenDota',
      {
        profile: { account_id: 87, personaname: 'Ana', avatarfull: 'https://x.test/a.png' },
        rank_tier: 75,
        mmr_estimate: { estimate: 2400 },
      },
      { id: '87', name: 'Ana', avatarUrl: 'https://x.test/a.png', elo: 2400 },
    ],
    // https://developer.start.gg/reference/player.doc.html
    [
      'start.gg, GraphQL',
      { data: { player: { id: 1000, gamerTag: 'Ana', prefix: 'X' } } },
      { id: '1000', name: 'Ana' },
    ],
    [
      'JSON:API',
      { data: { id: 'u1', type: 'users', attributes: { username: 'Ana', rating: 2400 } } },
      { id: 'u1', name: 'Ana', elo: 2400 },
    ],
    [
      'an id too long for a number',
      { id: '76561198006675368', name: 'Ana' },
      { id: '76561198006675368', name: 'Ana' },
    ],
  ])('%s', (_, body, read) => {
    expect(readPlayer(reader, body, 'asked')).toEqual(read);
  });
});

describe('GET /v1/me', () => {
  const me = { ...ana, phone: '+84****100', spa_balance: 50 };
  const { spa_balance: balance, ...rest } = me;

  test.each([
    ['as documented', me, { ...rest, balance }],
    ['in an envelope', { data: me }, { ...rest, balance }],
    [
      'numbers as text, ids as numbers, null as absent',
      { ...me, id: 5, elo: '2400', rank: null },
      { id: '5', name: 'Ana', elo: 2400, phone: '+84****100', balance },
    ],
    ['an id alone', { id: 'u1' }, { id: 'u1' }],
    ['an id of its own, and no name of another', { id: 'u1', data: { id: 'x', name: 'Eve' } }, { id: 'u1' }],
    ['in an envelope, by the same rule', { data: { ...me, attributes: { id: 'x' } } }, { ...rest, balance }],
  ])('%s', (_, body, read) => {
    expect(readMe(reader, body)).toEqual(read);
  });

  test('top-level fields override nested ones', () => {
    for (const key of ['data', 'attributes', 'item', 'user', 'profile', 'result', 'me', 'fields']) {
      const body = { [key]: { ...me, id: 'other', name: 'Eve', spa_balance: 9 }, ...me };
      expect.soft(readMe(reader, body), key).toEqual({ ...rest, balance });
    }
  });

  test.each([
    [{ ...me, id: null }, 'id'],
    [{ name: 'Ana' }, 'id'],
    [{ ...me, elo: 'abc' }, 'elo'],
    [{ ...me, elo: { value: 3 } }, 'elo'],
    [{ ...me, name: 7 }, 'name'],
    [{ ...me, rank: ['Gold'] }, 'rank'],
    [{ data: { ...me, spa_balance: 'much' } }, 'data.spa_balance'],
    [{ ...me, phone: false }, 'phone'],
    [[], 'body'],
    [null, 'body'],
    ['x', 'body'],
  ])('%j is refused at %s', (body, at) => {
    expect(() => readMe(reader, body)).toThrow(expect.objectContaining({ at }));
  });
});

describe('GET /v1/users/:id/rank', () => {
  test.each([
    [
      { global_rank: 1, regional_rank: 2, elo: 2400, trend: '+3' },
      { globalRank: 1, regionalRank: 2, elo: 2400, trend: '+3' },
    ],
    [
      { globalRank: '1', trend: '-3' },
      { globalRank: 1, trend: '-3' },
    ],
    [{ elo: 2400, trend: 'up' }, { elo: 2400 }],
    [
      { elo: 2400, trend: 0 },
      { elo: 2400, trend: '+0' },
    ],
    [{ data: { elo: 2400, trend: null } }, { elo: 2400 }],
    [
      { elo: 2400, rank: { elo: 1, global_rank: 3 } },
      { elo: 2400, globalRank: 3 },
    ],
    [{ global_rank: 2, attributes: { global_rank: 1 } }, { globalRank: 2 }],
  ])('%j', (body, read) => {
    expect(readPlayerRank(reader, body)).toEqual(read);
  });

  test.each([
    [{}],
    [{ rank: 3 }],
    [{ elo: {} }],
    [{ global_rank: 'first' }],
    [{ trend: true }],
    [null],
    [[]],
    [{ elo: 12.5 }],
  ])('%j is refused', (body) => {
    expect(() => readPlayerRank(reader, body)).toThrow(ShapeError);
  });
});

describe('POST /oauth/token', () => {
  const now = Date.UTC(2027, 0, 1);

  test.each([
    [
      { access_token: 'a', token_type: 'Bearer', expires_in: 3600, refresh_token: 'r' },
      { accessToken: 'a', refreshToken: 'r', expiresInSeconds: 3600 },
    ],
    [
      { accessToken: 'a', refreshToken: 'r', expiresIn: '3600' },
      { accessToken: 'a', refreshToken: 'r', expiresInSeconds: 3600 },
    ],
    [
      { data: { access_token: 'a', expires_at: now / 1000 + 60 } },
      { accessToken: 'a', expiresInSeconds: 60 },
    ],
    [
      { access_token: 'a', expires_at: '2027-01-01T00:02:00Z' },
      { accessToken: 'a', expiresInSeconds: 120 },
    ],
    [{ access_token: 'a', refresh_token: null, expires_in: 0 }, { accessToken: 'a' }],
    [{ access_token: 'a' }, { accessToken: 'a' }],
  ])('%j', (body, read) => {
    expect(readToken(reader, body, now)).toEqual(read);
  });

  test.each([[{}], [{ access_token: '' }], [{ access_token: 5 }], [null], ['x'], [[]]])(
    '%j gives no token',
    (body) => {
      expect(() => readToken(reader, body, now)).toThrow(expect.objectContaining({ at: 'access_token' }));
    },
  );
});
