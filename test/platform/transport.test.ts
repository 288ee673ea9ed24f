import { createServer } from 'node:net';
import type { ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createCalls, type CallEvent } from '../../src/platform/calls.ts';
import type { PlatformError } from '../../src/platform/error.ts';
import { client, json, standIn } from './stand-in.ts';

const ana = { id: 'u1', name: 'Ana' };
const quick = { connectMs: 200, headersMs: 200, bodyMs: 200, callMs: 600 };

const faults: { fault: string; handle: (response: ServerResponse) => void; kind: string }[] = [
  {
    fault: 'the socket closes before an answer',
    handle: (response) => response.destroy(),
    kind: 'unavailable',
  },
  {
    fault: 'the socket closes in the middle of the body',
    handle: (response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('{"id":');
      setTimeout(() => response.destroy(), 5);
    },
    kind: 'unavailable',
  },
  { fault: 'headers do not come', handle: () => {}, kind: 'unavailable' },
  {
    fault: 'the body stops',
    handle: (response) => {
      response.writeHead(200);
      response.write('{');
    },
    kind: 'unavailable',
  },
  {
    fault: 'the body trickles for ever',
    handle: (response) => {
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    },
    kind: 'unavailable',
  },
  {
    fault: '3 MiB',
    handle: (response) => response.end(JSON.stringify({ id: 'x'.repeat(3 * 1024 * 1024) })),
    kind: 'unexpected-response',
  },
  { fault: 'broken JSON', handle: (response) => response.end('{"id": 1,'), kind: 'unexpected-response' },
  {
    fault: 'a coding that is not known',
    handle: (response) => response.writeHead(200, { 'content-encoding': 'zstd' }).end('{"id": 1}'),
    kind: 'unexpected-response',
  },
  {
    fault: 'a coding that is called as a property of every object',
    handle: (response) => response.writeHead(200, { 'content-encoding': 'constructor' }).end('{"id": 1}'),
    kind: 'unexpected-response',
  },
  { fault: 'an HTML page', handle: (response) => response.end('<html>'), kind: 'unexpected-response' },
  { fault: 'no body', handle: (response) => response.end(), kind: 'unexpected-response' },
  { fault: 'another type', handle: (response) => json(response, 200, 7), kind: 'unexpected-response' },
  {
    fault: 'a header block without end',
    handle: (response) => json(response, 200, ana, { 'x-long': 'x'.repeat(100_000) }),
    kind: 'unavailable',
  },
];

describe('a read fails as PlatformError', () => {
  test.each(faults)('$fault', async ({ handle, kind }) => {
    const { platform } = await standIn((_, response) => handle(response), { timeouts: quick });
    await expect(platform.user('u1')).rejects.toMatchObject({
      name: 'PlatformError',
      kind,
      operation: 'GET /v1/users/:id',
    });
  });

  // A body that trickles takes the whole budget, and what is no answer at all is not asked for again.
  const passing = faults.filter(({ fault, kind }) => kind === 'unavailable' && !fault.includes('trickles'));

  test.each(passing)('and succeeds after a single fault: $fault', async ({ handle }) => {
    let isFirst = true;
    const { platform } = await standIn(
      (_, response) => {
        if (!isFirst) return json(response, 200, ana);
        isFirst = false;
        return handle(response);
      },
      { timeouts: { ...quick, callMs: 3000, headersMs: 100, bodyMs: 100 } },
    );
    expect(await platform.user('u1')).toEqual({ value: ana });
  });

  test('connection refused', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    await new Promise((resolve) => {
      server.close(resolve);
    });
    const platform = client(`http://127.0.0.1:${port}`);
    onTestFinished(() => platform.close());
    await expect(platform.user('u1')).rejects.toMatchObject({ kind: 'unavailable' });
  });
});

describe('redirects', () => {
  test('within the origin are followed by reads', async () => {
    const { platform, received } = await standIn(({ url }, response) =>
      url === '/v2/users/u1'
        ? json(response, 200, ana)
        : json(response, 301, undefined, { location: '/v2/users/u1' }),
    );
    expect(await platform.user('u1')).toEqual({ value: ana });
    expect(received.map(({ url }) => url)).toEqual(['/v1/users/u1', '/v2/users/u1']);
  });

  test('to another origin are not followed, so no Authorization header is sent', async () => {
    const other = await standIn((_, response) => json(response, 200, ana));
    const { platform } = await standIn((_, response) =>
      json(response, 302, undefined, { location: `${other.origin}/v1/users/u1` }),
    );
    await expect(platform.user('u1')).rejects.toMatchObject({ kind: 'unexpected-response', status: 302 });
    expect(other.received).toEqual([]);
  });

  test('in a loop end', async () => {
    const { platform, received } = await standIn((_, response) =>
      json(response, 302, undefined, { location: '/v1/users/u1' }),
    );
    await expect(platform.user('u1')).rejects.toMatchObject({ kind: 'unexpected-response' });
    expect(received).toHaveLength(4);
  });

  test.each(['http://', '::', ''])('to "%s" fail', async (location) => {
    const { platform } = await standIn((_, response) => json(response, 302, undefined, { location }));
    await expect(platform.user('u1')).rejects.toMatchObject({ kind: 'unexpected-response' });
  });

  test('are not followed for the token request', async () => {
    const { platform, received } = await standIn((_, response) =>
      json(response, 307, undefined, { location: '/elsewhere' }),
    );
    await expect(platform.refresh('r')).rejects.toMatchObject({ kind: 'unexpected-response' });
    expect(received).toHaveLength(1);
  });
});

describe('retries', () => {
  const waits = () => {
    const slept: number[] = [];
    return { slept, sleep: async (ms: number) => void slept.push(ms) };
  };

  test('a read is tried at most three times with full jitter', async () => {
    const { slept, sleep } = waits();
    const { platform, received } = await standIn((_, response) => json(response, 500), {
      sleep,
      random: () => 0.5,
    });
    await expect(platform.user('u1')).rejects.toMatchObject({ kind: 'unavailable', status: 500 });
    expect(received).toHaveLength(3);
    expect(slept).toEqual([200, 400]);
  });

  test('429 with Retry-After is obeyed within the budget', async () => {
    const clock = { ms: 1_800_000_000_000 };
    const slept: number[] = [];
    const sleep = async (ms: number) => {
      slept.push(ms);
      clock.ms += ms;
    };
    let isFirst = true;
    const { platform } = await standIn(
      (_, response) => {
        if (!isFirst) return json(response, 200, ana);
        isFirst = false;
        return json(response, 429, { message: 'slow down' }, { 'retry-after': '2' });
      },
      { sleep, now: () => clock.ms, monotonic: () => clock.ms },
    );
    expect(await platform.user('u1')).toEqual({ value: ana });
    expect(slept).toEqual([2000]);
  });

  test('a background read is tried once, without a cached fallback', async () => {
    let isDown = false;
    const { platform, received } = await standIn((_, response) =>
      isDown ? json(response, 503, {}) : json(response, 200, { id: 't1', name: 'Cup' }),
    );
    await platform.tournament('t1');
    isDown = true;
    const once = platform.tournament('t1', { fresh: true, once: true });
    await expect(once).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(platform.bracket('t1', { fresh: true, once: true })).rejects.toMatchObject({
      kind: 'unavailable',
    });
    expect(received).toHaveLength(3);
  });

  test('429 with a Retry-After beyond the budget fails at once with the delay', async () => {
    const { platform, received } = await standIn((_, response) =>
      json(response, 429, {}, { 'retry-after': '60' }),
    );
    await expect(platform.user('u1')).rejects.toMatchObject({ kind: 'rate-limited', retryAfterMs: 60_000 });
    expect(received).toHaveLength(1);
  });

  test('share one time budget', async () => {
    let ms = 0;
    const budgets: number[] = [];
    const calls = createCalls({
      send: async (_, remainingMs) => {
        budgets.push(remainingMs);
        ms += 4000;
        return { status: 500, headers: {}, text: '' };
      },
      callMs: 8300,
      now: () => ms,
      monotonic: () => ms,
      random: () => 1,
      sleep: async (delayMs) => void (ms += delayMs),
      onCall: () => {},
      onAnswer: undefined,
      secrets: [],
    });
    const request = { operation: 'GET /v1/me', method: 'GET', path: '/v1/me' } as const;
    await expect(calls.read(request)).rejects.toMatchObject({ status: 500 });
    expect(budgets).toEqual([8300, 3900]);
  });

  test('429 without Retry-After is retried', async () => {
    const { platform, received } = await standIn((_, response) => json(response, 429));
    await expect(platform.user('u1')).rejects.toMatchObject({ kind: 'rate-limited' });
    expect(received).toHaveLength(3);
  });

  test.each([400, 401, 403, 404, 409, 422, 501, 505])('%i is not retried', async (status) => {
    const { platform, received } = await standIn((_, response) => json(response, status));
    await expect(platform.user('u1')).rejects.toMatchObject({ status });
    expect(received).toHaveLength(1);
  });
});

test('call events and errors contain no ids, tokens or secrets', async () => {
  const events: CallEvent[] = [];
  const { platform } = await standIn(
    ({ url }, response) => (url.includes('users') ? json(response, 404, {}) : response.destroy()),
    { onCall: (event) => events.push(event), timeouts: quick },
  );
  const failures: PlatformError[] = [];
  const note = (error: PlatformError) => failures.push(error);
  await platform.user('secret-id').catch(note);
  await platform.exchangeCode({ code: 'secret-code' }).catch(note);
  await platform.refresh('secret-refresh').catch(note);
  const credentials = { token: async () => 'secret-token', renew: async () => 'secret-token' };
  await platform.as(credentials).me().catch(note);
  expect(failures).toHaveLength(4);
  expect(events.length).toBeGreaterThan(4);
  const { inspect } = await import('node:util');
  const all = inspect([failures, events], { depth: 20, showHidden: true });
  expect(all).not.toMatch(/secret|the-api-key|the-client/);
  expect(events[0]).toEqual({
    operation: 'GET /v1/users/:id',
    outcome: 'not-found',
    status: 404,
    ms: expect.any(Number),
  });
});
