import { MockAgent } from 'undici';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { IdentityError } from '../../src/linking/ports.ts';
import { createIdentity } from '../../src/discord/identity.ts';
import { createRequestSubjects } from '../../src/discord/request-subjects.ts';
import { createInvalidRequests, createSend } from '../../src/discord/send.ts';

const ORIGIN = 'https://discord.test';
let agent: MockAgent;
beforeEach(() => {
  agent = new MockAgent();
  agent.disableNetConnect();
});
afterEach(() => agent.close());

const identity = (timeoutMs?: number, onClientRefused?: () => void) =>
  createIdentity({
    onClientRefused,
    direct: {
      send: createSend(agent, createInvalidRequests(Date.now), createRequestSubjects()),
      api: new URL(`${ORIGIN}/api/v10`),
      userAgent: 'DiscordBot',
    },
    ...(timeoutMs !== undefined && { timeoutMs }),
    applicationId: () => '9',
    clientSecret: 'secret-of-the-client',
    authorizeUrl: new URL(`${ORIGIN}/oauth2/authorize`),
  });
const grant = { code: 'secret-code', redirectUri: 'https://bot.test/link/discord' };

const exchange = (status: number, body: unknown) =>
  agent
    .get(ORIGIN)
    .intercept({ path: '/api/v10/oauth2/token', method: 'POST' })
    .reply(status, JSON.stringify(body));
const me = (status: number, body: unknown) =>
  agent
    .get(ORIGIN)
    .intercept({ path: '/api/v10/users/@me', method: 'GET', headers: { authorization: 'Bearer t' } })
    .reply(status, JSON.stringify(body));
const user = { id: '100', username: 'ana', global_name: 'Ana' };

test('a code identifies the user who granted it', async () => {
  exchange(200, { access_token: 't' });
  me(200, user);
  expect(await identity().identify(grant)).toEqual({ discordId: '100', name: 'Ana' });
});

describe('a code', () => {
  test.each([
    ['that Discord does not take', 400, 'refused'],
    ['from a client it does not know', 401, 'client'],
    ['beyond its limit', 429, 'unavailable'],
    ['while it is down', 503, 'unavailable'],
  ] as const)('with %s has its own error kind (%d)', async (_what, status, kind) => {
    exchange(status, { error: 'invalid_grant', retry_after: 60 });
    const failure: unknown = await identity()
      .identify(grant)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(IdentityError);
    expect(failure).toMatchObject({ kind, status, oauthError: 'invalid_grant' });
    expect(JSON.stringify(failure) + String(failure)).not.toContain('secret');
  });

  test('refused for a wrong client is also reported to onClientRefused', async () => {
    let refusals = 0;
    for (const [status, error, expected] of [
      [401, 'invalid_client', 1],
      [400, 'invalid_client', 2],
      [400, 'invalid_grant', 2],
      [500, 'x', 2],
    ] as const) {
      exchange(status, { error });
      await expect(identity(undefined, () => (refusals += 1)).identify(grant)).rejects.toThrow(IdentityError);
      expect(refusals).toBe(expected);
    }
  });

  test('with an unreadable response counts as an outage', async () => {
    for (const body of [{}, 'text', null]) {
      exchange(200, body);
      await expect(identity().identify(grant)).rejects.toMatchObject({ kind: 'unavailable' });
    }
    exchange(200, { access_token: 't' });
    me(401, { message: 'no' });
    await expect(identity().identify(grant)).rejects.toMatchObject({ kind: 'unavailable' });
    exchange(200, { access_token: 't' });
    me(200, { ...user, id: 'x' });
    await expect(identity().identify(grant)).rejects.toMatchObject({ kind: 'unavailable' });
  });
});

test('a slow response to one code does not delay another, and times out', async () => {
  agent
    .get(ORIGIN)
    .intercept({ path: '/api/v10/oauth2/token', method: 'POST', body: /slow/ })
    .reply(200, JSON.stringify({ access_token: 't' }))
    .delay(60_000);
  const slow = identity(100).identify({ ...grant, code: 'slow' });
  exchange(200, { access_token: 't' });
  me(200, user);
  expect(await identity().identify(grant)).toMatchObject({ discordId: '100' });
  await expect(slow).rejects.toMatchObject({ kind: 'unavailable', cause: { message: 'no answer in time' } });
});
