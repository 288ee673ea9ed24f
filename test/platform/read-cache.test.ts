import { describe, expect, test } from 'vitest';
import type { CallEvent } from '../../src/platform/calls.ts';
import type { Platform, ReadOptions } from '../../src/platform/platform.ts';
import { json, member, standIn } from './stand-in.ts';
import type { HandleRequest } from './stand-in.ts';

/** A platform that counts, with a clock that stands still. */
async function counting(handle: HandleRequest) {
  /** `setBack`: how much later it is than the wall clock says. */
  const clock = { ms: 1_800_000_000_000, setBack: 0 };
  const events: CallEvent[] = [];
  const { platform, received } = await standIn(handle, {
    now: () => clock.ms - clock.setBack,
    monotonic: () => clock.ms,
    onCall: (event) => events.push(event),
  });
  return { platform, received, clock, events };
}

const ok: HandleRequest = ({ url }, response) =>
  json(
    response,
    200,
    url.startsWith('/v1/rankings') ? [{ id: 1, name: 'Ana' }] : { id: 1, name: 'Ana', data: [] },
  );

/** Answers one by one, when told to. */
function gated() {
  const waiting: (() => void)[] = [];
  const failing = { now: false };
  let count = 0;
  const handle: HandleRequest = (request, response) => {
    if (failing.now) return json(response, 500);
    if (request.method !== 'GET') return json(response, 200, { ok: true });
    count += 1;
    const name = `answer ${count}`;
    return waiting.push(() => json(response, 200, { id: 1, name }));
  };
  const arrived = async (number: number) => {
    while (waiting.length < number) await new Promise((resolve) => setImmediate(resolve));
  };
  return { handle, arrived, failing, answer: (index: number) => waiting[index]?.() };
}

describe('lists', () => {
  test('are cached for 15 s', async () => {
    const { platform, received, clock, events } = await counting(ok);
    await platform.rankings({});
    clock.ms += 14_999;
    expect(await platform.rankings({})).toEqual({ value: [{ place: 1, player: { id: '1', name: 'Ana' } }] });
    expect(received).toHaveLength(1);
    expect(events.at(-1)).toEqual({ operation: 'GET /v1/rankings', outcome: 'ok', ms: 0, cached: true });
    clock.ms += 1;
    await platform.rankings({});
    expect(received).toHaveLength(2);
  });

  test('are read again although the clock was set back', async () => {
    const { platform, received, clock } = await counting(ok);
    await platform.rankings({});
    clock.ms += 60_000;
    clock.setBack = 60_000;
    expect(await platform.rankings({})).not.toHaveProperty('asOf');
    expect(received).toHaveLength(2);
  });

  test('are cached per region, status and player', async () => {
    const { platform, received } = await counting(ok);
    await platform.rankings({});
    await platform.rankings({ region: 'a' });
    await platform.rankings({ region: 'b' });
    await platform.tournaments({});
    await platform.tournaments({ status: 'upcoming' });
    await platform.userMatches('1');
    await platform.userMatches('2');
    expect(received).toHaveLength(7);
  });

  test('10,000 readers in a minute make at most 5 calls', async () => {
    const { platform, received, clock } = await counting(ok);
    for (let second = 0; second < 60; second += 1) {
      await Promise.all(Array.from({ length: 167 }, () => platform.rankings({})));
      clock.ms += 1000;
    }
    expect(received.length).toBeLessThanOrEqual(5);
  });
});

describe('brackets and tournaments', () => {
  const look = (platform: Platform, id: string, options?: ReadOptions) =>
    Promise.all([platform.tournament(id, options), platform.bracket(id, options)]);

  test('are cached for 15 s: 10,000 readers in a minute make 8 calls', async () => {
    const { platform, received, clock } = await counting(ok);
    for (let second = 0; second < 60; second += 1) {
      await Promise.all(Array.from({ length: 167 }, () => look(platform, 't1')));
      clock.ms += 1000;
    }
    expect(received).toHaveLength(8);
  });

  test('are read again by fresh reads, for another tournament, and after writes that change them', async () => {
    const { platform, received } = await counting(ok);
    const ana = platform.as(member('ana', '1'));
    const callsOf = async (work: () => Promise<unknown>): Promise<number> => {
      const before = received.length;
      await work();
      return received.length - before;
    };
    await look(platform, 't1');
    expect(await callsOf(() => look(platform, 't1'))).toBe(0);
    expect(await callsOf(() => look(platform, 't1', { fresh: true }))).toBe(2);
    expect(await callsOf(() => look(platform, 't2'))).toBe(2);
    await ana.reportScore('m1', { player1: 1, player2: 0 });
    expect(await callsOf(() => look(platform, 't1'))).toBe(2);
    await ana.register('t1');
    // The registration's own answer or read-back is the tournament as it is now.
    expect(await callsOf(() => platform.bracket('t1'))).toBe(1);
    await ana.updateMe({ name: 'Ana' });
    expect(await callsOf(() => platform.bracket('t1'))).toBe(1);
  });
});

describe('players and matches', () => {
  test('are not cached, but shared in flight', async () => {
    const { platform, received } = await counting(ok);
    const shared = await Promise.all([platform.match('1'), platform.match('1'), platform.match('1')]);
    expect(new Set(shared.map(({ value }) => value)).size).toBe(1);
    expect(received).toHaveLength(1);
    await platform.match('1');
    expect(received).toHaveLength(2);
  });
});

describe('a read with patienceMs', () => {
  test('uses any fresh cached response', async () => {
    const { platform, received, clock } = await counting(ok);
    await platform.match('1');
    clock.ms += 14_999;
    await platform.match('1', { patienceMs: 50 });
    expect(received).toHaveLength(1);
    await platform.match('1');
    expect(received).toHaveLength(2);
  });

  test('uses an older one if the platform is slow, and caches the late response', async () => {
    const gate = gated();
    const waits: { ms: number; end: () => void }[] = [];
    const clock = { ms: 0 };
    const { platform, received } = await standIn(gate.handle, {
      now: () => clock.ms,
      monotonic: () => clock.ms,
      sleep: (ms) => new Promise((end) => waits.push({ ms, end })),
    });
    const first = platform.user('1');
    await gate.arrived(1);
    gate.answer(0);
    await first;
    clock.ms = 60_000;
    const impatient = platform.user('1', { patienceMs: 50 });
    await gate.arrived(2);
    expect(waits.map(({ ms }) => ms)).toEqual([50]);
    waits[0]?.end();
    expect(await impatient).toEqual({ value: { id: '1', name: 'answer 1' }, asOf: 0 });
    // The one who waits gets the new one, of the same call.
    const patient = platform.user('1');
    gate.answer(1);
    expect(await patient).toEqual({ value: { id: '1', name: 'answer 2' } });
    expect(received).toHaveLength(2);
  });

  test('uses a new one that comes in time, and waits without a cached one', async () => {
    const clock = { ms: 0 };
    let count = 0;
    const { platform } = await standIn(
      (_, response) => json(response, 200, { id: 1, name: `answer ${(count += 1)}` }),
      { now: () => clock.ms, monotonic: () => clock.ms, sleep: () => new Promise(() => {}) },
    );
    expect((await platform.user('1', { patienceMs: 50 })).value.name).toBe('answer 1');
    clock.ms += 60_000;
    expect(await platform.user('1', { patienceMs: 50 })).toEqual({ value: { id: '1', name: 'answer 2' } });
  });
});

describe('a failing platform', () => {
  test.each([
    ['answers 500', 500],
    ['answers 429', 429],
    ['answers nonsense', 0],
  ])('that %s is stood in for by the last answer, which says its age when it is old', async (_, status) => {
    let failing = false;
    const { platform, clock } = await counting((request, response, incoming) => {
      if (!failing) return ok(request, response, incoming);
      return status === 0 ? response.end('<html>') : json(response, status);
    });
    const readAt = clock.ms;
    const { value } = await platform.user('1');
    failing = true;
    clock.ms += 14_000;
    expect(await platform.user('1')).toEqual({ value });
    clock.ms += 1000;
    expect(await platform.user('1')).toEqual({ value, asOf: readAt });
    await expect(platform.user('1', { fresh: true })).rejects.toMatchObject({ name: 'PlatformError' });
    await expect(platform.user('2')).rejects.toMatchObject({ name: 'PlatformError' });
  });

  test.each([401, 403, 404])('does not include %i', async (status) => {
    let says = 200;
    const { platform, clock } = await counting((_, response) => json(response, says, { id: 1 }));
    await platform.tournament('1');
    clock.ms += 15_000;
    says = status;
    await expect(platform.tournament('1')).rejects.toMatchObject({ status });
  });

  test('does not restore a deleted record', async () => {
    let says = 200;
    const { platform, clock } = await counting((_, response) => json(response, says, { id: 1 }));
    await platform.tournament('1');
    clock.ms += 15_000;
    says = 404;
    await expect(platform.tournament('1')).rejects.toMatchObject({ kind: 'not-found' });
    says = 500;
    await expect(platform.tournament('1')).rejects.toMatchObject({ kind: 'unavailable' });
  });
});

describe('fresh reads', () => {
  test('bypass the cache and update it', async () => {
    const { platform, received } = await counting(ok);
    await platform.rankings({});
    await platform.rankings({}, { fresh: true });
    await platform.rankings({});
    expect(received).toHaveLength(2);
  });

  test('do not join an older read, whose late response does not replace theirs', async () => {
    const { handle, arrived, answer, failing } = gated();
    const { platform } = await counting(handle);
    const old = platform.user('1');
    await arrived(1);
    const fresh = platform.user('1', { fresh: true });
    await arrived(2);
    const joining = platform.user('1');
    answer(1);
    expect((await fresh).value.name).toBe('answer 2');
    expect((await joining).value.name).toBe('answer 2');
    answer(0);
    expect((await old).value.name).toBe('answer 1');
    // A failing platform shows what is cached.
    failing.now = true;
    expect((await platform.user('1')).value.name).toBe('answer 2');
  });
});

describe('a write', () => {
  test('drops the responses that it changes', async () => {
    const { platform, received, events } = await counting(ok);
    const ana = platform.as(member('ana', '1'));
    const lists = async () => {
      await platform.rankings({});
      await platform.tournaments({});
      await platform.userMatches('7');
    };
    await lists();
    const before = received.length;
    await ana.reportScore('m1', { player1: 1, player2: 0 });
    const afterWrite = received.length;
    await lists();
    // Rankings and histories may have changed with the score; the list of tournaments has not.
    expect(received.slice(afterWrite).map(({ url }) => url)).toEqual([
      '/v1/rankings?type=global&limit=50',
      '/v1/users/7/matches?limit=50',
    ]);
    expect(afterWrite).toBe(before + 2);
    expect(events.some(({ cached }) => cached)).toBe(true);
    await ana.register('t1');
    const afterRegister = received.length;
    await lists();
    expect(received.slice(afterRegister).map(({ url }) => url)).toEqual(['/v1/tournaments?limit=50']);
    await ana.updateMe({ name: 'Ana' });
    const afterUpdate = received.length;
    await lists();
    // Rankings and histories name their players.
    expect(received.slice(afterUpdate).map(({ url }) => url)).toEqual([
      '/v1/rankings?type=global&limit=50',
      '/v1/users/7/matches?limit=50',
    ]);
  });

  test('does not cache responses to earlier reads', async () => {
    const { handle, arrived, answer, failing } = gated();
    const { platform, clock } = await counting(handle);
    const old = platform.tournament('t1');
    await arrived(1);
    const registration = platform.as(member('ana', '1')).register('t1');
    await arrived(2);
    answer(1);
    expect(await registration).toMatchObject({ outcome: 'done', now: { name: 'answer 2' } });
    answer(0);
    expect((await old).value.name).toBe('answer 1');
    failing.now = true;
    clock.ms += 15_000;
    // The answer from before the write would stand in here.
    expect((await platform.tournament('t1')).value.name).toBe('answer 2');
  });
});

describe('a member never gets another member’s response', () => {
  const whoami: HandleRequest = ({ headers }, response) =>
    setTimeout(() => json(response, 200, { id: headers.authorization, name: headers.authorization }), 5);

  test('in flight', async () => {
    const { platform, received } = await counting(whoami);
    const names = ['ana', 'bao', 'ana', 'chloe'];
    const profiles = await Promise.all(names.map((name) => platform.as(member(name)).me()));
    expect(profiles.map(({ id }) => id)).toEqual(names.map((name) => `Bearer ${name}`));
    expect(received).toHaveLength(4);
  });

  test('cached', async () => {
    let failing = false;
    const { platform } = await counting((request, response, incoming) =>
      failing ? json(response, 500) : whoami(request, response, incoming),
    );
    await platform.as(member('ana')).me();
    failing = true;
    await expect(platform.as(member('bao')).me()).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(platform.as(member('ana')).me()).rejects.toMatchObject({ kind: 'unavailable' });
  });
});

test('a write makes answers old, and they still serve everybody while the platform fails', async () => {
  const failing = { now: false };
  const { platform, received, clock } = await counting((request, response) =>
    failing.now ? json(response, 500) : ok(request, response, undefined as never),
  );
  const readAt = clock.ms;
  await platform.tournament('1');
  await platform.tournaments({});
  await platform.as(member('ana', '1')).register('1');
  const before = received.length;
  failing.now = true;
  clock.ms += 1000;
  // With its age: it is unknown whether it still holds.
  expect(await platform.tournaments({})).toMatchObject({ asOf: readAt });
  expect(received.length).toBeGreaterThan(before);
  failing.now = false;
  expect(await platform.tournaments({})).not.toHaveProperty('asOf');
});

test('the same response as before has the same value, which is read once; another one is read anew', async () => {
  let answer: unknown = { id: 1, name: 'Cup' };
  let status = 200;
  const { platform, received } = await counting((_request, response) => json(response, status, answer));
  const read = async () => (await platform.tournament('1', { fresh: true })).value;
  const first = await read();
  expect(await read()).toBe(first);
  answer = { id: 1, name: 'Other' };
  const other = await read();
  expect(other).toMatchObject({ name: 'Other' });
  answer = { id: 1, name: 'Cup' };
  // Only the last one is known.
  const again = await read();
  expect(again).toEqual(first);
  expect(again).not.toBe(first);
  // A failure with the text of an answer is a failure.
  status = 500;
  await expect(platform.tournament('1', { fresh: true, once: true })).rejects.toMatchObject({ status: 500 });
  expect(received.length).toBeGreaterThanOrEqual(5);
});

test('the same bracket is the same object for all who read it, also after a failure', async () => {
  let isDown = false;
  const bracket = {
    matches: [{ id: 'm1', player1: { id: 'u1', name: 'Ana' }, player2: { id: 'u2', name: 'Bo' } }],
  };
  const { platform } = await counting((_request, response) => json(response, isDown ? 503 : 200, bracket));
  const first = await platform.bracket('1', { fresh: true });
  isDown = true;
  await platform.bracket('1', { fresh: true, once: true }).catch(() => undefined);
  isDown = false;
  expect((await platform.bracket('1', { fresh: true })).value).toBe(first.value);
});
