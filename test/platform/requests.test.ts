import { describe, expect, test } from 'vitest';
import type { Platform } from '../../src/platform/platform.ts';
import { json, member, standIn } from './stand-in.ts';

// Everything that any operation can read.
const anything = { id: 'x', name: 'x', access_token: 'x', elo: 1, data: [] };

const key = 'Bearer the-api-key';
const own = 'Bearer ana';
const ana = member('ana');

interface Operation {
  call: (platform: Platform) => Promise<unknown>;
  method: string;
  url: string;
  authorization?: string | undefined;
  type?: string;
  body?: string;
}

const operations: Operation[] = [
  { call: (p) => p.user('u 1'), method: 'GET', url: '/v1/users/u%201', authorization: key },
  { call: (p) => p.userRank('u1'), method: 'GET', url: '/v1/users/u1/rank', authorization: key },
  {
    call: (p) => p.userMatches('u1'),
    method: 'GET',
    url: '/v1/users/u1/matches?limit=50',
    authorization: key,
  },
  { call: (p) => p.tournaments({}), method: 'GET', url: '/v1/tournaments?limit=50', authorization: key },
  {
    call: (p) => p.tournaments({ status: 'upcoming' }),
    method: 'GET',
    url: '/v1/tournaments?status=upcoming&limit=50',
    authorization: key,
  },
  {
    call: (p) => p.tournaments({ status: 'upcoming', isWide: true }),
    method: 'GET',
    url: '/v1/tournaments?status=upcoming&limit=200',
    authorization: key,
  },
  { call: (p) => p.tournament('t1'), method: 'GET', url: '/v1/tournaments/t1', authorization: key },
  { call: (p) => p.bracket('t1'), method: 'GET', url: '/v1/tournaments/t1/bracket', authorization: key },
  { call: (p) => p.match('m1'), method: 'GET', url: '/v1/matches/m1', authorization: key },
  {
    call: (p) => p.rankings({}),
    method: 'GET',
    url: '/v1/rankings?type=global&limit=50',
    authorization: key,
  },
  {
    call: (p) => p.rankings({ region: 'ha-noi' }),
    method: 'GET',
    url: '/v1/rankings?type=regional&region=ha-noi',
    authorization: key,
  },
  { call: (p) => p.as(ana).me(), method: 'GET', url: '/v1/me', authorization: own },
  {
    call: (p) => p.as(ana).updateMe({ name: 'Ana' }),
    method: 'PATCH',
    url: '/v1/me',
    authorization: own,
    type: 'application/json',
    body: '{"name":"Ana"}',
  },
  {
    call: (p) => p.as(ana).updateMe({ avatarUrl: 'https://x.test/a' }),
    method: 'PATCH',
    url: '/v1/me',
    authorization: own,
    type: 'application/json',
    body: '{"avatar_url":"https://x.test/a"}',
  },
  {
    call: (p) => p.as(ana).updateMe({ name: 'Ana', avatarUrl: '' }),
    method: 'PATCH',
    url: '/v1/me',
    authorization: own,
    type: 'application/json',
    body: '{"name":"Ana","avatar_url":""}',
  },
  {
    call: (p) => p.as(ana).register('t1'),
    method: 'POST',
    url: '/v1/tournaments/t1/register',
    authorization: own,
  },
  {
    call: (p) => p.as(ana).reportScore('m1', { player1: 3, player2: 1 }),
    method: 'POST',
    url: '/v1/matches/m1/score',
    authorization: own,
    type: 'application/json',
    body: '{"player1_score":3,"player2_score":1}',
  },
  {
    call: (p) => p.exchangeCode({ code: 'c/1' }),
    method: 'POST',
    url: '/oauth/token',
    type: 'application/x-www-form-urlencoded',
    body: 'grant_type=authorization_code&code=c%2F1&client_id=the-client&client_secret=the-secret',
  },
  {
    call: (p) => p.exchangeCode({ code: 'c', redirectUri: 'https://b.test/cb', codeVerifier: 'v' }),
    method: 'POST',
    url: '/oauth/token',
    type: 'application/x-www-form-urlencoded',
    body: 'grant_type=authorization_code&code=c&redirect_uri=https%3A%2F%2Fb.test%2Fcb&code_verifier=v&client_id=the-client&client_secret=the-secret',
  },
  {
    call: (p) => p.refresh('r'),
    method: 'POST',
    url: '/oauth/token',
    type: 'application/x-www-form-urlencoded',
    body: 'grant_type=refresh_token&refresh_token=r&client_id=the-client&client_secret=the-secret',
  },
];

describe.each(['', '/play/api', '/play/api/'])('under the base path "%s"', (path) => {
  test.each(operations)('$method $url', async ({ call, method, url, authorization, type, body = '' }) => {
    const { platform, received } = await standIn((_, response) => json(response, 200, anything), { path });
    await call(platform);
    const [request] = received;
    expect(request).toMatchObject({ method, url: path.replace(/\/$/, '') + url, body });
    expect(request?.headers['authorization']).toBe(authorization);
    expect(request?.headers['content-type']).toBe(type);
  });
});

describe('ids', () => {
  test.each([
    ['../me', '/v1/users/..%2Fme'],
    ['a/b?c#d', '/v1/users/a%2Fb%3Fc%23d'],
    ['%2e%2e', '/v1/users/%252e%252e'],
    ['#ABC', '/v1/users/%23ABC'],
    ['\uD800x', '/v1/users/%EF%BF%BDx'],
    ['Trần', '/v1/users/Tr%E1%BA%A7n'],
  ])('%j stays one path segment', async (id, url) => {
    const { platform, received } = await standIn((_, response) => json(response, 200, anything));
    await platform.user(id);
    expect(received[0]?.url).toBe(url);
  });

  test.each(['', '.', '..'])('"%s" is not found, without a request', async (id) => {
    const { platform, received } = await standIn((_, response) => json(response, 200, anything));
    const calls = [
      platform.user(id),
      platform.userRank(id),
      platform.userMatches(id),
      platform.tournament(id),
      platform.bracket(id),
      platform.match(id),
      platform.as(ana).register(id),
      platform.as(ana).reportScore(id, { player1: 1, player2: 0 }),
    ];
    for (const call of calls) await expect(call).rejects.toMatchObject({ kind: 'not-found' });
    expect(received).toEqual([]);
  });
});

describe('windows', () => {
  test.each([400, 422])(
    'a platform that answers %i to a limit of 50 is asked for 20, from then on',
    async (status) => {
      const now = clock();
      const { platform, received } = await standIn(
        ({ url }, response) =>
          url.includes('limit=50') ? json(response, status, { message: 'limit' }) : json(response, 200, []),
        { now: () => now.ms, monotonic: () => now.ms },
      );
      await platform.tournaments({});
      now.ms += 60_000;
      await platform.tournaments({ status: 'upcoming' });
      await platform.rankings({});
      expect(received.map(({ url }) => url)).toEqual([
        '/v1/tournaments?limit=50',
        '/v1/tournaments?limit=20',
        '/v1/tournaments?status=upcoming&limit=20',
        '/v1/rankings?type=global&limit=50',
        '/v1/rankings?type=global&limit=20',
      ]);
    },
  );

  test('a long list is asked for 200, and for less where that is rejected', async () => {
    const now = clock();
    const { platform, received } = await standIn(
      ({ url }, response) =>
        url.includes('limit=200') ? json(response, 400, { message: 'limit' }) : json(response, 200, []),
      { now: () => now.ms, monotonic: () => now.ms },
    );
    for (const _ of [1, 2]) await platform.tournaments({ status: 'upcoming', isWide: true }, { fresh: true });
    await platform.tournaments({ status: 'upcoming' });
    expect(received.map(({ url }) => url.split('limit=')[1])).toEqual(['200', '50', '50', '50']);
  });

  test('if 20 is rejected too, the window was not the cause, and 50 is used again', async () => {
    const { platform, received } = await standIn((_, response) =>
      json(response, 422, { message: 'no such user' }),
    );
    await expect(platform.userMatches('u1')).rejects.toMatchObject({
      kind: 'invalid',
      platformMessage: 'no such user',
    });
    await expect(platform.userMatches('u1')).rejects.toMatchObject({ kind: 'invalid' });
    expect(received[2]?.url).toContain('limit=50');
  });
});

test('remembers regions from records that are slugs', async () => {
  const { platform } = await standIn(({ url }, response) =>
    json(
      response,
      200,
      url.startsWith('/v1/users')
        ? { id: 1, region: 'sao-paulo' }
        : [
            { id: 1, region: 'ha-noi' },
            { id: 2, region: 'North of Hà Nội' },
          ],
    ),
  );
  await platform.user('u1');
  await platform.tournaments({});
  expect(platform.seenRegions()).toEqual(['ha-noi', 'sao-paulo']);
});

function clock() {
  return { ms: 1_800_000_000_000 };
}
