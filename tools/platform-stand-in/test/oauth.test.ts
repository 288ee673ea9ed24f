import { createHash } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { CAST } from '../world/players.ts';
import { askToken, call, CALLBACK, codeOf, decide, openPlatform, tokenOf } from './visitor.ts';

const VERIFIER = 'a-verifier-of-forty-three-characters-or-more-0123';
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

describe('the token endpoint', () => {
  test('gives a token for a code with the four documented fields alone', async () => {
    const platform = await openPlatform();
    const code = await codeOf(platform, CAST.contender);
    const { status, body } = await askToken(platform, { grant_type: 'authorization_code', code });
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, refresh_token: expect.any(String) });
    const me = await call(platform, '/v1/me', { token: body['access_token']! });
    expect(me.body.id).toBe(CAST.contender);
  });

  test('takes a code once, and a second time ends what it gave', async () => {
    const platform = await openPlatform();
    const grant = { grant_type: 'authorization_code', code: await codeOf(platform, CAST.contender) };
    const first = await askToken(platform, grant);
    expect(await askToken(platform, grant)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect((await call(platform, '/v1/me', { token: first.body['access_token']! })).status).toBe(401);
  });

  test('refuses a code after a minute', async () => {
    let time = Date.UTC(2027, 0, 9);
    const platform = await openPlatform({ now: () => time });
    const code = await codeOf(platform, CAST.contender);
    time += 60_000;
    expect((await askToken(platform, { grant_type: 'authorization_code', code })).body['error']).toBe(
      'invalid_grant',
    );
  });

  test('rotates refresh tokens, and a used one ends the whole family', async () => {
    const platform = await openPlatform();
    const code = await codeOf(platform, CAST.contender);
    const first = await askToken(platform, { grant_type: 'authorization_code', code });
    const refresh = (from: typeof first) =>
      askToken(platform, { grant_type: 'refresh_token', refresh_token: from.body['refresh_token']! });
    const second = await refresh(first);
    expect(second.status).toBe(200);
    expect(second.body['refresh_token']).not.toBe(first.body['refresh_token']);
    expect((await call(platform, '/v1/me', { token: second.body['access_token']! })).status).toBe(200);
    expect(await refresh(first)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await refresh(second)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect((await call(platform, '/v1/me', { token: second.body['access_token']! })).status).toBe(401);
  });

  test.each([
    ['a code without its verifier', { code_challenge: CHALLENGE, code_challenge_method: 'S256' }, {}],
    [
      'a wrong verifier',
      { code_challenge: CHALLENGE, code_challenge_method: 'S256' },
      { code_verifier: 'guess' },
    ],
    ['a verifier that nobody asked for', {}, { code_verifier: VERIFIER }],
    ['a redirect_uri left out', { redirect_uri: CALLBACK }, {}],
    ['another redirect_uri', { redirect_uri: CALLBACK }, { redirect_uri: 'http://127.0.0.1:1/x' }],
    ['a redirect_uri that was not in the first request', {}, { redirect_uri: CALLBACK }],
  ])('refuses %s', async (_title, authorizeFields, tokenFields) => {
    const platform = await openPlatform();
    const code = await codeOf(platform, CAST.contender, authorizeFields);
    const answer = await askToken(platform, { grant_type: 'authorization_code', code, ...tokenFields });
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  test('accepts redirect_uri and PKCE where both requests carry them', async () => {
    const platform = await openPlatform();
    const code = await codeOf(platform, CAST.contender, {
      redirect_uri: CALLBACK,
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
    });
    const proof = { redirect_uri: CALLBACK, code_verifier: VERIFIER };
    expect((await askToken(platform, { grant_type: 'authorization_code', code, ...proof })).status).toBe(200);
  });

  test.each([
    [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
    [{ grant_type: 'authorization_code' }, 400, 'invalid_request'],
    [{ grant_type: 'authorization_code', code: 'x', scope: 'all' }, 400, 'invalid_request'],
    [{ grant_type: 'refresh_token', refresh_token: 'x', code: 'y' }, 400, 'invalid_request'],
    [{ grant_type: 'authorization_code', code: 'x', client_secret: 'wrong' }, 401, 'invalid_client'],
    [{ grant_type: 'authorization_code', code: 'x', client_id: 'other' }, 401, 'invalid_client'],
    [{ grant_type: 'refresh_token', refresh_token: 'made-up' }, 400, 'invalid_grant'],
  ])('answers %j with %i %s', async (fields, status, error) => {
    expect(await askToken(await openPlatform(), fields)).toMatchObject({ status, body: { error } });
  });

  test('takes forms only, and each field once', async () => {
    const platform = await openPlatform();
    const send = async (body: string, type: string) =>
      (
        await fetch(`${platform.baseUrl}/oauth/token`, {
          method: 'POST',
          headers: { 'content-type': type },
          body,
        })
      ).status;
    expect(await send('{"grant_type":"authorization_code"}', 'application/json')).toBe(415);
    expect(await send('code=a&code=b', 'application/x-www-form-urlencoded')).toBe(400);
    expect((await fetch(`${platform.baseUrl}/oauth/token`)).status).toBe(405);
  });
});

describe('the consent', () => {
  test('hands back code and state, and keeps what the address carried already', async () => {
    const platform = await openPlatform({ redirectUris: [`${CALLBACK}?from=platform`] });
    const { status, location } = await decide(platform, {
      player: CAST.contender,
      decision: 'allow',
      state: 'a&b=c',
    });
    expect(status).toBe(303);
    expect(`${location!.origin}${location!.pathname}`).toBe(CALLBACK);
    expect(Object.fromEntries(location!.searchParams)).toEqual({
      from: 'platform',
      code: expect.any(String),
      state: 'a&b=c',
    });
  });

  test('denied, it gives no code', async () => {
    const platform = await openPlatform();
    const { location } = await decide(platform, { player: CAST.contender, decision: 'deny', state: 's' });
    expect(Object.fromEntries(location!.searchParams)).toMatchObject({ error: 'access_denied', state: 's' });
    expect(location!.searchParams.has('code')).toBe(false);
  });

  test.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ code_challenge: 'x' }, 'invalid_request'],
    [{ code_challenge: 'x', code_challenge_method: 'plain' }, 'invalid_request'],
  ])('tells the app that %j is wrong', async (fields, error) => {
    const platform = await openPlatform();
    const { location } = await decide(platform, { player: CAST.contender, decision: 'allow', ...fields });
    expect(location?.searchParams.get('error')).toBe(error);
  });

  test.each([
    { client_id: 'other' },
    { redirect_uri: 'https://evil.example/' },
    { redirect_uri: `${CALLBACK}/more` },
  ])('sends nobody anywhere for %j', async (fields) => {
    const platform = await openPlatform();
    const { status, location } = await decide(platform, {
      player: CAST.contender,
      decision: 'allow',
      ...fields,
    });
    expect(status).toBe(400);
    expect(location).toBeUndefined();
  });

  test('signs a person in by cookie, shows the permissions, and lets them switch to another player', async () => {
    const platform = await openPlatform();
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: platform.clientId,
      state: '"><script>',
    });
    const address = `${platform.authorizeUrl}?${query.toString()}`;
    const first = await (await fetch(address)).text();
    expect(first).toContain('Sign in');
    expect(first).toContain('Linh Nguyễn');
    expect(first).not.toContain('<script');

    const signedIn = await decide(platform, { player: CAST.awkward, state: '"><script>' });
    expect(signedIn.location?.pathname).toBe('/oauth/authorize');
    const cookie = signedIn.response.headers.get('set-cookie')!;
    expect(cookie).toMatch(/HttpOnly; SameSite=Lax/);

    const consent = await fetch(signedIn.location!, { headers: { cookie: cookie.split(';')[0]! } });
    const page = await consent.text();
    expect(page).toContain('Allow');
    expect(page).toContain('_under_*star*');
    expect(page).not.toContain('<script');
    expect(consent.headers.get('content-security-policy')).toContain("default-src 'none'");

    const switched = await fetch(`${address}&prompt=select_account`, {
      headers: { cookie: cookie.split(';')[0]! },
    });
    expect(await switched.text()).toContain('Or anybody else');
  });

  test('finds players by id and by name, and says when no player matches', async () => {
    const platform = await openPlatform();
    expect((await decide(platform, { player: ' 1013 ' })).status).toBe(303);
    expect((await decide(platform, { player: 'jürgen weiß' })).status).toBe(303);
    const nobody = await decide(platform, { player: '<b>nobody</b>' });
    expect(nobody.status).toBe(422);
    expect(await nobody.response.text()).toContain('&lt;b&gt;nobody&lt;/b&gt;');
    expect((await decide(platform, { decision: 'allow' })).status).toBe(422);
  });

  test('takes newly registered addresses', async () => {
    const platform = await openPlatform({ redirectUris: [] });
    expect((await decide(platform, { player: CAST.contender, decision: 'allow' })).status).toBe(400);
    platform.setRedirectUris([CALLBACK]);
    expect(await tokenOf(platform, CAST.contender)).toMatch(/^at_/);
  });
});
