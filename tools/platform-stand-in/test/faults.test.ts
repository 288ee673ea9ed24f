import { describe, expect, test } from 'vitest';

import { FAULT_KINDS } from '../http/fault.ts';
import { createWire, type PlatformWireEntry } from '../http/wire.ts';
import { CAST } from '../world/players.ts';
import { history } from '../world/standings.ts';
import { call, codeOf, askToken, openPlatform, tokenOf } from './visitor.ts';

describe('a fault', () => {
  test('slow answers rightly, but late', async () => {
    const platform = await openPlatform();
    platform.setFault({ kind: 'slow', ms: 120 });
    const begun = performance.now();
    expect((await call(platform, '/v1/users/1001')).body.name).toBe('Linh Nguyễn');
    expect(performance.now() - begun).toBeGreaterThan(110);
  });

  test('error500 and rate-limited answer in the shape, and do nothing', async () => {
    const platform = await openPlatform({ shape: 'jsonapi' });
    const token = await tokenOf(platform, CAST.contender);
    const match = history(platform.world, CAST.contender)[0]!;
    const score = { token, body: { player1_score: 3, player2_score: 0 } };
    platform.setFault({ kind: 'error500' });
    const broken = await call(platform, `/v1/matches/${match.id}/score`, score);
    expect(broken).toMatchObject({ status: 500, body: { errors: [{ code: 'internal' }] } });
    platform.setFault({ kind: 'rate-limited', retryAfterSeconds: 7 });
    const limited = await call(platform, `/v1/matches/${match.id}/score`, score);
    expect(limited.status).toBe(429);
    expect(limited.headers.get('retry-after')).toBe('7');
    expect(match.state).toBe('pending');
  });

  test('garbage comes as a page or as broken JSON', async () => {
    const platform = await openPlatform();
    platform.setFault({ kind: 'garbage' });
    const page = await fetch(`${platform.baseUrl}/v1/tournaments`);
    expect(await page.text()).toContain('<h1>');
    platform.setFault({ kind: 'garbage', as: 'broken-json' });
    await expect((await fetch(`${platform.baseUrl}/v1/tournaments`)).json()).rejects.toThrow(SyntaxError);
  });

  test('dropped closes the connection, and leaves the consent page alone', async () => {
    const platform = await openPlatform();
    platform.setFault({ kind: 'dropped' });
    await expect(call(platform, '/v1/users/1001')).rejects.toThrow('fetch failed');
    await expect(askToken(platform, {})).rejects.toThrow('fetch failed');
    expect(
      (await fetch(`${platform.authorizeUrl}?client_id=${platform.clientId}`, { redirect: 'manual' })).status,
    ).toBe(303);
  });

  test('down closes every connection until it is taken away', async () => {
    const platform = await openPlatform();
    platform.setFault({ kind: 'down' });
    await expect(fetch(platform.authorizeUrl)).rejects.toThrow('fetch failed');
    platform.setFault(undefined);
    expect(platform.fault).toBeUndefined();
    expect((await call(platform, '/v1/users/1001')).status).toBe(200);
  });

  test('lost-writes does what was asked and never says so; reads are well', async () => {
    const platform = await openPlatform();
    const token = await tokenOf(platform, CAST.contender);
    const match = history(platform.world, CAST.contender)[0]!;
    platform.setFault({ kind: 'lost-writes' });
    const score = { token, body: { player1_score: 3, player2_score: 0 } };
    await expect(call(platform, `/v1/matches/${match.id}/score`, score)).rejects.toThrow('fetch failed');
    expect((await call(platform, `/v1/matches/${match.id}`)).body).toMatchObject({ player1_score: 3 });
  });

  test('may strike so many times only, and only what it names', async () => {
    const platform = await openPlatform();
    platform.setFault({ kind: 'error500', times: 2, match: { method: 'GET', path: /^\/v1\/users\// } });
    const statuses: number[] = [];
    for (const path of ['/v1/tournaments', '/v1/users/1001', '/v1/users/1001', '/v1/users/1001']) {
      statuses.push((await call(platform, path)).status);
    }
    expect(statuses).toEqual([200, 500, 500, 200]);
    expect(platform.fault).toBeUndefined();
  });
});

describe('the wire', () => {
  test.each(FAULT_KINDS)('names the fault %s that struck a write, and who met it', async (kind) => {
    const platform = await openPlatform();
    const token = await tokenOf(platform, CAST.contender);
    platform.setFault({ kind, times: 1, ...(kind === 'slow' ? { ms: 1 } : {}) });
    await call(platform, '/v1/me', { token, method: 'PATCH', body: { name: 'Ana' } }).catch(() => {});
    expect(platform.wire.at(-1)).toMatchObject({ fault: kind, who: `player ${CAST.contender}` });
    expect(platform.fault).toBeUndefined();
  });

  test('tells who asked what, how it ended, and no secret', async () => {
    const platform = await openPlatform();
    const entries: PlatformWireEntry[] = [];
    const stop = platform.onWire((entry) => entries.push(entry));
    const code = await codeOf(platform, CAST.contender, { state: 'a-secret-state' });
    const { body } = await askToken(platform, { grant_type: 'authorization_code', code });
    await call(platform, '/v1/me', { token: body['access_token']! });
    platform.setFault({ kind: 'dropped' });
    await call(platform, '/v1/rankings?type=global').catch(() => {});
    stop();
    platform.setFault(undefined);
    await call(platform, '/v1/users/1001');

    expect(
      entries.map(({ who, method, path, status, fault }) => ({ who, method, path, status, fault })),
    ).toEqual([
      { who: 'browser', method: 'POST', path: '/oauth/authorize', status: 303, fault: null },
      { who: 'client', method: 'POST', path: '/oauth/token', status: 200, fault: null },
      { who: `player ${CAST.contender}`, method: 'GET', path: '/v1/me', status: 200, fault: null },
      { who: 'api-key', method: 'GET', path: '/v1/rankings?type=global', status: null, fault: 'dropped' },
    ]);
    expect(platform.wire).toHaveLength(5);
    expect(platform.wire[2]?.answerBody).toContain('Ana Conceição');
    const text = JSON.stringify(platform.wire);
    for (const secret of [
      code,
      'a-secret-state',
      body['access_token']!,
      body['refresh_token']!,
      platform.clientSecret,
      platform.apiKey,
    ]) {
      expect(text).not.toContain(secret);
    }
  });

  test('keeps the last five hundred', () => {
    const wire = createWire();
    const entry = { at: 0, ms: 0, method: 'GET', path: '/v1/me', who: 'api-key', status: 200 } as const;
    for (let count = 0; count < 510; count += 1)
      wire.record({ ...entry, requestBody: '', answerBody: '', location: null, fault: null });
    expect(wire.entries).toHaveLength(500);
    expect(wire.entries.at(-1)?.number).toBe(510);
  });
});
