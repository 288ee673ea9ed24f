import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { MemberPlatform } from '../../src/platform/platform.ts';
import type { WriteResult } from '../../src/platform/write-result.ts';
import { present } from '../../src/present.ts';
import { client, json, member, standIn } from './stand-in.ts';

/** For answers that never end; a busy machine may take longer for one that does. */
const quick = { headersMs: 250, bodyMs: 250, callMs: 800 };

/** Answers that leave open whether the write was done. */
const unclearAnswers: {
  answer: string;
  handle: (response: ServerResponse) => void;
  timeouts?: typeof quick;
}[] = [
  { answer: 'a dropped socket', handle: (response) => response.destroy() },
  { answer: '500', handle: (response) => json(response, 500, { message: 'oops' }) },
  { answer: '502 in HTML', handle: (response) => response.writeHead(502).end('<html>') },
  { answer: 'no headers', handle: () => {}, timeouts: quick },
  {
    answer: 'a body that stops',
    handle: (response) => void response.writeHead(200).write('{'),
    timeouts: quick,
  },
  { answer: 'broken JSON', handle: (response) => response.end('{"id":') },
  { answer: 'an HTML page', handle: (response) => response.end('<html>Sign in</html>') },
  { answer: 'a redirect', handle: (response) => json(response, 303, undefined, { location: '/v1/me' }) },
  { answer: '3 MiB', handle: (response) => response.end(`"${'x'.repeat(3 * 1024 * 1024)}"`) },
];

interface Case {
  write: string;
  call: (ana: MemberPlatform) => Promise<WriteResult<unknown>>;
  /** What can be read back once it was done, and where it was not. */
  done: unknown;
  before: unknown;
}

const cases: Case[] = [
  {
    write: 'a score',
    call: (ana) => ana.reportScore('m1', { player1: 3, player2: 1 }),
    done: { id: 'm1', player1_score: 3, player2_score: 1 },
    before: { id: 'm1', player1_score: null, player2_score: null },
  },
  {
    write: 'a registration',
    call: (ana) => ana.register('t1'),
    done: { id: 't1', name: 'Cup', participants: [{ id: 'u9' }, { id: 'u1' }] },
    before: { id: 't1', name: 'Cup', participants: [{ id: 'u9' }] },
  },
  {
    write: 'a profile',
    call: (ana) => ana.updateMe({ name: 'Ana', avatarUrl: 'https://x.test/a.png' }),
    done: { id: 'u1', name: 'Ana', avatar_url: 'https://x.test/a.png' },
    before: { id: 'u1', name: 'Old', avatar_url: 'https://x.test/a.png' },
  },
];

/** A platform whose writes are answered by `write`, and whose reads show `shown` (or fail without it). */
async function world(
  write: (response: ServerResponse) => unknown,
  shown: unknown,
  timeouts?: Partial<typeof quick>,
) {
  const { platform, received } = await standIn(({ method }, response) => {
    if (method !== 'GET') return write(response);
    return shown === undefined ? json(response, 500) : json(response, 200, shown);
  }, present({ timeouts }));
  const writes = () => received.filter(({ method }) => method !== 'GET');
  return { ana: platform.as(member('ana', 'u1')), received, writes };
}

describe.each(cases)('$write', ({ call, done, before }) => {
  test.each(unclearAnswers)('after $answer is done if the record shows it', async ({ handle, timeouts }) => {
    const { ana, writes } = await world(handle, done, timeouts);
    expect(await call(ana)).toMatchObject({ outcome: 'done', now: {} });
    expect(writes()).toHaveLength(1);
  });

  test.each(unclearAnswers)(
    'after $answer is unknown if the record does not show it',
    async ({ handle, timeouts }) => {
      const { ana, writes } = await world(handle, before, timeouts);
      expect(await call(ana)).toMatchObject({
        outcome: 'unknown',
        failure: { name: 'PlatformError' },
        now: {},
      });
      expect(writes()).toHaveLength(1);
    },
  );

  test.each(unclearAnswers)(
    'after $answer is unknown if nothing can be read',
    async ({ handle, timeouts }) => {
      const { ana, writes } = await world(handle, undefined, timeouts);
      const result = await call(ana);
      expect(result).toMatchObject({ outcome: 'unknown' });
      expect(result).not.toHaveProperty('now');
      expect(writes()).toHaveLength(1);
    },
  );

  test.each([
    ['200 {"ok":true}', (response: ServerResponse) => json(response, 200, { ok: true })],
    ['204', (response: ServerResponse) => response.writeHead(204).end()],
    ['201 without a body', (response: ServerResponse) => response.writeHead(201).end()],
    ['202 with null', (response: ServerResponse) => json(response, 202, null)],
    ['200 with a list', (response: ServerResponse) => json(response, 200, [1, 2])],
  ])('after %s is done, and what the platform holds is read back', async (_, handle) => {
    const { ana, received } = await world(handle, done);
    expect(await call(ana)).toMatchObject({ outcome: 'done', now: {} });
    expect(received.map(({ method }) => method)).toEqual([expect.stringMatching(/POST|PATCH/), 'GET']);
  });

  test('is done even if nothing can be read back', async () => {
    const { ana } = await world((response) => json(response, 200, { ok: true }), undefined);
    expect(await call(ana)).toEqual({ outcome: 'done' });
  });

  test.each([
    [400, 'invalid'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [409, 'conflict'],
    [422, 'invalid'],
    [429, 'rate-limited'],
  ])('after %i is refused, with the platform’s words', async (status, kind) => {
    const { ana, received } = await world((response) => json(response, status, { message: 'no' }), done);
    expect(await call(ana)).toMatchObject({
      outcome: 'refused',
      failure: { kind, status, platformMessage: 'no' },
    });
    expect(received).toHaveLength(1);
  });

  test('with a 200 and errors is refused', async () => {
    const { ana } = await world(
      (response) => json(response, 200, { data: null, errors: [{ message: 'full' }] }),
      done,
    );
    expect(await call(ana)).toMatchObject({
      outcome: 'refused',
      failure: { kind: 'invalid', platformMessage: 'full' },
    });
  });

  test('that was never sent is refused', async () => {
    const result = await call(client('http://127.0.0.1:1').as(member('ana')));
    expect(result).toMatchObject({ outcome: 'refused', failure: { kind: 'unavailable' } });
  });
});

test('a score is read back, not taken from the request or the response', async () => {
  const answered = { id: 'm1', player1_score: 3, player2_score: 1 };
  const { ana } = await world((response) => json(response, 200, answered), {
    ...answered,
    status: 'disputed',
  });
  expect(await ana.reportScore('m1', { player1: 3, player2: 1 })).toMatchObject({
    outcome: 'done',
    now: { status: 'disputed' },
  });
});

test('a score that cannot be read back is taken from the response', async () => {
  const { ana } = await world(
    (response) => json(response, 200, { id: 'm1', player1_score: 3, player2_score: 1 }),
    undefined,
  );
  expect(await ana.reportScore('m1', { player1: 3, player2: 1 })).toMatchObject({
    outcome: 'done',
    now: { sides: [{ score: 3 }, { score: 1 }] },
  });
});

test('a name that the platform normalized is taken from the response', async () => {
  const { ana, received } = await world(
    (response) => json(response, 200, { id: 'u1', name: 'Ana' }),
    undefined,
  );
  expect(await ana.updateMe({ name: '  Ana ' })).toEqual({ outcome: 'done', now: { id: 'u1', name: 'Ana' } });
  expect(received).toHaveLength(1);
});

test('the response to a registration is not read as the tournament', async () => {
  const registration = { tournament_id: 't1', user_id: 'u1', status: 'registered' };
  const { ana } = await world((response) => json(response, 201, registration), {
    id: 't1',
    name: 'Cup',
    status: 'upcoming',
  });
  expect(await ana.register('t1')).toEqual({
    outcome: 'done',
    now: { id: 't1', name: 'Cup', status: 'upcoming', phase: 'upcoming' },
  });
});

test.each([
  { id: 'r1', status: 'ok' },
  { ok: true },
  { id: 't1', status: 'registered', entrant_ids: ['u1'] },
  { id: 't1', name: 'Ana', status: 'ok', entrant_ids: ['u1'] },
  { tournament_id: 't1', participants: [{ id: 'u1' }] },
])('a thin answer to a registration never becomes the tournament: %j', async (thin) => {
  const cup = { id: 't1', name: 'Cup', status: 'upcoming' };
  const { ana } = await world((response) => json(response, 201, thin), cup);
  expect(await ana.register('t1')).toEqual({ outcome: 'done', now: { ...cup, phase: 'upcoming' } });
  const unread = await world((response) => json(response, 201, thin), undefined);
  expect(await unread.ana.register('t1')).toEqual({ outcome: 'done' });
});

test('a response with another record is not used', async () => {
  const report = { id: 'report-9', player1_score: 3, player2_score: 1 };
  const scored = await world((response) => json(response, 200, report), undefined);
  expect(await scored.ana.reportScore('m1', { player1: 3, player2: 1 })).toEqual({ outcome: 'done' });
  const registration = { id: 'r-9', name: 'Ana', participants: ['u1'] };
  const registered = await world((response) => json(response, 201, registration), undefined);
  expect(await registered.ana.register('t1')).toEqual({ outcome: 'done' });
});

test.each([409, 500])(
  'after a write that ended with %i, no earlier cached response is used',
  async (status) => {
    const { platform, received } = await standIn(({ method }, response) =>
      method === 'GET' ? json(response, 200, [{ id: 't1', name: 'Cup' }]) : json(response, status),
    );
    await platform.tournaments({});
    await platform.as(member('ana')).register('t1');
    const before = received.length;
    await platform.tournaments({});
    expect(received.length - before).toBe(1);
  },
);
