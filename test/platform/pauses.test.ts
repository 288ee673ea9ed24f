import { describe, expect, test } from 'vitest';
import { createPauses } from '../../src/platform/calls.ts';
import { createPlatform } from '../../src/platform/create-platform.ts';
import { PlatformError } from '../../src/platform/error.ts';
import { json, member, standIn, type HandleRequest } from './stand-in.ts';

/** A platform on a clock that each wait moves on. */
async function paused(handle: HandleRequest) {
  /** `setBack`: how much later it is than the wall clock says. */
  const clock = { ms: 1_800_000_000_000, setBack: 0 };
  const world = await standIn(handle, {
    now: () => clock.ms - clock.setBack,
    monotonic: () => clock.ms,
    random: () => 0,
    sleep: async (ms) => void (clock.ms += ms),
  });
  return { ...world, clock };
}
const failing =
  (status: number, seconds: number): HandleRequest =>
  (_request, response) =>
    json(response, status, { message: 'slow down' }, { 'retry-after': String(seconds) });
const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: { kind: string; retryAfterMs: number }) => `${error.kind} ${error.retryAfterMs}`,
  );

describe('Retry-After', () => {
  test('for the API key pauses all its calls', async () => {
    const { platform, received, clock } = await paused(failing(429, 60));
    expect(await kindOf(platform.user('1'))).toBe('rate-limited 60000');
    clock.ms += 20_000;
    expect(await kindOf(platform.match('2'))).toBe('rate-limited 40000');
    expect(received).toHaveLength(1);
    clock.ms += 40_000;
    await kindOf(platform.match('2'));
    expect(received).toHaveLength(2);
  });

  test('lasts as long as it says where the clock is set back, meanwhile or later', async () => {
    const { platform, received, clock } = await paused(failing(429, 60));
    await kindOf(platform.user('1'));
    clock.setBack = 30_000;
    clock.ms += 20_000;
    expect(await kindOf(platform.match('2'))).toBe('rate-limited 40000');
    clock.ms += 40_000;
    // By the wall clock, it is within that minute again.
    await kindOf(platform.match('2'));
    expect(received).toHaveLength(2);
  });

  test('is over once a timer of whole milliseconds is', () => {
    let ms = 0.3;
    const pauses = createPauses(() => ms);
    const caller = { route: 'reads', credential: 'key' } as const;
    const failure = new PlatformError('rate-limited', {
      operation: 'GET /',
      status: 429,
      retryAfterMs: 1000,
    });
    pauses.note(caller, failure);
    ms += 0.4;
    expect(pauses.leftMs(caller)).toBe(1000);
    ms += 999.2;
    expect(pauses.leftMs(caller)).toBe(0);
  });

  test('for a member pauses only that member', async () => {
    const { platform, received } = await paused(({ headers }, response) =>
      headers.authorization === 'Bearer ana'
        ? json(response, 429, {}, { 'retry-after': '60' })
        : json(response, 200, { id: 1, name: 'x' }),
    );
    await kindOf(platform.as(member('ana')).me());
    expect(await kindOf(platform.as(member('ana')).me())).toBe('rate-limited 60000');
    expect(received).toHaveLength(1);
    expect(await kindOf(platform.as(member('bao')).me())).toBe('ok');
    expect(await kindOf(platform.user('1'))).toBe('ok');
  });

  test('of a 503 pauses the route: reads, writes or tokens', async () => {
    const { platform, received } = await paused(failing(503, 60));
    const calls = {
      reads: [() => platform.user('1'), () => platform.match('2'), () => platform.as(member('ana')).me()],
      writes: ['ana', 'bao'].map((name) => async () => {
        const registration = await platform.as(member(name)).register('t');
        if (registration.outcome !== 'done') throw registration.failure;
      }),
      tokens: [() => platform.refresh('r'), () => platform.exchangeCode({ code: 'c' })],
    };
    for (const [route, [first, ...others]] of Object.entries(calls)) {
      const before = received.length;
      expect.soft(first && (await kindOf(first())), route).toBe('unavailable 60000');
      for (const other of others) expect.soft(await kindOf(other()), route).toBe('rate-limited 60000');
      expect.soft(received.length - before, route).toBe(1);
    }
  });

  test('of a 429 at the token endpoint pauses the grant type: codes never block a refresh', async () => {
    const { platform, received } = await paused((request, response) =>
      request.body.includes('authorization_code')
        ? json(response, 429, {}, { 'retry-after': '60' })
        : json(response, 200, { access_token: 'a' }),
    );
    for (let n = 0; n < 2; n += 1) {
      expect(await kindOf(platform.exchangeCode({ code: 'c' }))).toBe('rate-limited 60000');
    }
    expect(received).toHaveLength(1);
    expect(await kindOf(platform.refresh('r'))).toBe('ok');
  });

  test('is not shortened by a later one', () => {
    const pauses = createPauses(() => 0);
    const caller = { route: 'reads', credential: 'k' } as const;
    for (const retryAfterMs of [60_000, 10_000])
      pauses.note(caller, new PlatformError('rate-limited', { operation: 'x', status: 429, retryAfterMs }));
    expect(pauses.leftMs(caller)).toBe(60_000);
  });

  test('that is short delays calls in the meantime', async () => {
    let refused = 0;
    const { platform, clock } = await paused((_request, response) => {
      refused += 1;
      if (refused === 1) json(response, 429, {}, { 'retry-after': '2' });
      else json(response, 200, { id: 1, name: 'x' });
    });
    const from = clock.ms;
    expect(await Promise.all([platform.user('1'), platform.user('2')].map(kindOf))).toEqual(['ok', 'ok']);
    expect(clock.ms - from).toBeGreaterThanOrEqual(2000);
  });

  test('leads to cached responses with their age', async () => {
    let works = true;
    const { platform, received, clock } = await paused((_request, response) =>
      works
        ? json(response, 200, [{ id: 1, name: 'Ana' }])
        : json(response, 429, {}, { 'retry-after': '600' }),
    );
    await platform.rankings({});
    works = false;
    const readAt = clock.ms;
    clock.ms += 20_000;
    for (let n = 0; n < 5; n += 1) expect((await platform.rankings({})).asOf).toBe(readAt);
    expect(received).toHaveLength(2);
  });

  test('of a year is limited to ten minutes', async () => {
    const { platform, received, clock } = await paused(failing(429, 31_536_000));
    await kindOf(platform.user('1'));
    clock.ms += 10 * 60_000;
    await kindOf(platform.user('1'));
    expect(received).toHaveLength(2);
  });
});

test('concurrent calls are limited by connections', async () => {
  let open = 0;
  let most = 0;
  const { origin } = await standIn((_request, response) => {
    open += 1;
    most = Math.max(most, open);
    setTimeout(() => {
      open -= 1;
      json(response, 200, { id: 1, name: 'x' });
    }, 5);
  });
  const platform = createPlatform({
    baseUrl: new URL(origin),
    apiKey: 'k',
    clientId: 'c',
    clientSecret: 's',
    connections: 3,
  });
  await Promise.all(Array.from({ length: 40 }, (_, n) => platform.match(String(n))));
  await platform.close();
  expect(most).toBe(3);
});
