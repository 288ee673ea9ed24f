import { describe, expect, test } from 'vitest';
import type { MemberPlatform } from '../../src/platform/platform.ts';
import { json, member, standIn } from './stand-in.ts';

const calls: [string, (ana: MemberPlatform) => Promise<unknown>][] = [
  ['me', (ana) => ana.me()],
  ['updateMe', (ana) => ana.updateMe({ name: 'Ana' })],
  ['register', (ana) => ana.register('t1')],
  ['reportScore', (ana) => ana.reportScore('m1', { player1: 1, player2: 0 })],
];

describe.each(calls)('%s', (name, call) => {
  test('is retried once after a 401 with the renewed token', async () => {
    const { platform, received } = await standIn(({ headers }, response) =>
      headers.authorization === 'Bearer ana'
        ? json(response, 401)
        : json(response, 200, { id: 'u1', name: 'Ana' }),
    );
    const credentials = member('ana');
    const result = await call(platform.as(credentials));
    expect(result).toMatchObject(name === 'me' ? { id: 'u1' } : { outcome: 'done' });
    expect(credentials.renewals).toEqual(['ana']);
    expect(received.slice(0, 2).map(({ headers }) => headers.authorization)).toEqual([
      'Bearer ana',
      'Bearer ana-2',
    ]);
    expect(received[1]?.body).toBe(received[0]?.body);
  });

  test('is unauthorised after a second 401, without a third attempt', async () => {
    const { platform, received } = await standIn((_, response) => json(response, 401));
    const credentials = member('ana');
    const failed = await call(platform.as(credentials)).catch((error: unknown) => ({ failure: error }));
    expect(failed).toMatchObject({ failure: { kind: 'unauthorised', status: 401 } });
    expect(credentials.renewals).toEqual(['ana']);
    expect(received).toHaveLength(2);
  });

  test('errors of the credentials reach the caller unchanged', async () => {
    const { platform, received } = await standIn((_, response) => json(response, 401));
    const failure = new Error('the link is gone');
    const fails = async () => {
      throw failure;
    };
    await expect(call(platform.as({ token: fails, renew: fails }))).rejects.toBe(failure);
    expect(received).toHaveLength(0);
    await expect(call(platform.as({ token: async () => 'ana', renew: fails }))).rejects.toBe(failure);
    expect(received).toHaveLength(1);
  });
});

test('a public read does not renew the operator’s API key', async () => {
  const { platform, received } = await standIn((_, response) => json(response, 401));
  await expect(platform.user('u1')).rejects.toMatchObject({ kind: 'unauthorised' });
  expect(received).toHaveLength(1);
});

test('a token that is not a valid header value fails without being in the error', async () => {
  const { platform } = await standIn((_, response) => json(response, 200, { id: 1 }));
  const failure: unknown = await platform
    .as(member('a\nsecret'))
    .me()
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'PlatformError', kind: 'unavailable' });
  const { inspect } = await import('node:util');
  expect(inspect(failure, { depth: 9 })).not.toContain('secret');
});

describe('the token endpoint', () => {
  test.each([
    [
      400,
      { error: 'invalid_grant', error_description: 'refresh token reused' },
      'invalid',
      'invalid_grant',
      'refresh token reused',
    ],
    [401, { error: 'invalid_client' }, 'unauthorised', 'invalid_client', 'invalid_client'],
    [400, { error: 'invalid_client' }, 'unauthorised', 'invalid_client', 'invalid_client'],
    [200, { error: 'unauthorized_client' }, 'unauthorised', 'unauthorized_client', 'unauthorized_client'],
    [401, { error: 'invalid_grant' }, 'invalid', 'invalid_grant', 'invalid_grant'],
    [401, { message: 'who is this' }, 'unauthorised', undefined, 'who is this'],
    [400, { error: { message: 'no' } }, 'invalid', undefined, 'no'],
    [503, undefined, 'unavailable', undefined, undefined],
    [429, { error: 'slow_down' }, 'rate-limited', 'slow_down', 'slow_down'],
  ])('%i %j', async (status, body, kind, oauthError, platformMessage) => {
    const { platform, received } = await standIn((_, response) => json(response, status, body));
    const failure = { kind, status, oauthError, platformMessage, operation: 'POST /oauth/token' };
    await expect(platform.refresh('r')).rejects.toMatchObject(failure);
    await expect(platform.exchangeCode({ code: 'c' })).rejects.toMatchObject(failure);
    // A code and a rotating refresh token work once.
    expect(received).toHaveLength(2);
  });

  test('a 200 with an error is a refusal with its code', async () => {
    // https://docs.github.com/apps/oauth-apps/maintaining-oauth-apps/troubleshooting-oauth-app-access-token-request-errors
    const { platform } = await standIn((_, response) => json(response, 200, { error: 'invalid_grant' }));
    await expect(platform.refresh('r')).rejects.toMatchObject({ oauthError: 'invalid_grant' });
  });

  test('a response without a token fails', async () => {
    const { platform } = await standIn((_, response) => json(response, 200, { token_type: 'Bearer' }));
    await expect(platform.refresh('r')).rejects.toMatchObject({
      kind: 'unexpected-response',
      at: 'access_token',
    });
  });

  test('a grant has the fields of the response', async () => {
    const { platform } = await standIn((_, response) =>
      json(response, 200, { access_token: 'a', refresh_token: 'r', expires_in: 10 }),
    );
    expect(await platform.exchangeCode({ code: 'c' })).toEqual({
      accessToken: 'a',
      refreshToken: 'r',
      expiresInSeconds: 10,
    });
  });
});

test('profiles and rankings tell the names that players have now; brackets do not', async () => {
  const told: string[] = [];
  const { platform } = await standIn(
    ({ url }, response) =>
      json(
        response,
        200,
        url.includes('rankings')
          ? [{ rank: 1, user: { id: 'u2', name: 'Bảo' } }]
          : url.includes('bracket')
            ? {
                matches: [
                  { id: 'm1', player1: { id: 'u3', name: 'Chi' }, player2: { id: 'u4', name: 'Dan' } },
                ],
              }
            : { id: 'u1', name: 'Ana' },
      ),
    { onPlayerName: (playerId, name) => told.push(`${playerId} ${name}`) },
  );
  const ana = platform.as(member('ana'));
  await ana.me();
  await ana.updateMe({ name: 'Ana' });
  await platform.user('u1');
  await platform.rankings({});
  await platform.rankings({ region: 'hanoi' });
  await platform.bracket('t1');
  expect(told).toEqual(['u1 Ana', 'u1 Ana', 'u1 Ana', 'u2 Bảo', 'u2 Bảo']);
});
