import { describe, expect, test } from 'vitest';
import { failureOf } from '../../src/platform/failure.ts';
import { json, member, standIn } from './stand-in.ts';

const FULL = 'The tournament is full.';

const refusals: [object, string][] = [
  // JSend.
  [{ status: 'fail', data: { message: FULL } }, 'invalid'],
  [{ status: 'error', message: FULL }, 'invalid'],
  [{ status: 'Failed', message: FULL }, 'invalid'],
  [{ status: 'error', code: 409, message: FULL }, 'conflict'],
  [{ error: true, message: FULL }, 'invalid'],
  [{ error: 1, message: FULL }, 'invalid'],
  [{ Error: 'full', message: FULL }, 'invalid'],
  [{ errors: { base: [FULL] } }, 'invalid'],
  [{ success: 'false', message: FULL }, 'invalid'],
  [{ success: 0, message: FULL }, 'invalid'],
  [{ ok: 0, message: FULL }, 'invalid'],
  [{ isSuccess: false, message: FULL }, 'invalid'],
  [{ code: 400, message: FULL }, 'invalid'],
  [{ statusCode: 409, message: FULL }, 'conflict'],
  [{ status: 503, message: 'maintenance' }, 'unavailable'],
  [{ status: '404', message: FULL }, 'not-found'],
  [{ code: 500, msg: FULL, data: null }, 'unavailable'],
  [{ meta: { code: 403 }, data: null }, 'forbidden'],
  [{ status: { code: 429, message: FULL } }, 'rate-limited'],
  [{ requestId: 'r1', status: 'error', message: FULL }, 'invalid'],
  // RFC 9457.
  [{ type: 'about:blank', title: 'Conflict', status: 409 }, 'conflict'],
  [{ type: 'https://play.example/problems/full', title: 'Full', detail: FULL }, 'invalid'],
];

describe('a 2xx is a refusal', () => {
  test.each(refusals)('%j', (body, kind) => {
    expect(failureOf({ operation: 'POST /v1/tournaments/:id/register', status: 200, body })?.kind).toBe(kind);
  });

  test('as a problem document by its content type', () => {
    const body = { title: 'Full', detail: FULL };
    const options = { contentType: 'application/problem+json; charset=utf-8' };
    expect(failureOf({ operation: 'x', status: 200, body }, options)?.platformMessage).toBe(FULL);
    expect(failureOf({ operation: 'x', status: 200, body })).toBeUndefined();
  });
});

test.each([
  {},
  { ok: true },
  { success: true, error: null, errors: [] },
  { success: 1, error: '' },
  { error: false, data: { id: 1 } },
  { error: 0 },
  { status: 'ok', code: 200 },
  { code: 0, message: 'success', data: {} },
  // States and codes of the records themselves.
  { id: 't1', name: 'Cup', status: 'failed' },
  { tournament_id: 7, name: 'Cup', status: 'error' },
  { id: 't1', name: 'Cup', status: 404 },
  { id: 'm1', code: 500, type: 'single' },
  { data: { id: 't1', status: 'failed' } },
  [{ status: 'failed' }],
])('a 2xx is a success: %j', (body) => {
  expect(failureOf({ operation: 'GET /v1/tournaments/:id', status: 200, body })).toBeUndefined();
});

describe('a registration that the platform answers with 200', () => {
  const cup = { id: 't1', name: 'Cup', status: 'open' };
  const register = async (answer: unknown, record: object) => {
    const { platform } = await standIn(({ method }, response) =>
      json(response, 200, method === 'GET' ? record : answer),
    );
    return platform.as(member('ana', 'u1')).register('t1');
  };
  const others = { ...cup, participants: [{ id: 'u8' }, { id: 'u9' }] };

  test('is unknown if the tournament lists others', async () => {
    expect(await register({ message: FULL }, others)).toMatchObject({
      outcome: 'unknown',
      failure: { kind: 'unexpected-response' },
      isAnswered: true,
      now: { entrantIds: ['u8', 'u9'] },
    });
    expect(await register({}, { ...others, participants_count: 2 })).toMatchObject({ outcome: 'unknown' });
  });

  test.each([
    ['it lists the member', { ...cup, participants: [{ id: 'u9' }, { id: 'u1' }] }],
    ['it lists nobody', { ...cup, participants: [] }],
    ['it lists a part of its entrants', { ...others, participants_count: 12 }],
    ['it shows no entrants', cup],
  ])('is done if %s', async (_, record) => {
    expect(await register({ ok: true }, record)).toMatchObject({ outcome: 'done' });
  });
});

describe('an answer without a known field is no record', () => {
  test.each([
    {},
    { maintenance: true },
    { message: 'Too many visitors.' },
    { status: 'ok' },
    { data: {} },
    'OK',
    null,
  ])('%j', async (body) => {
    const { platform } = await standIn((_, response) => json(response, 200, body));
    const reads = [platform.tournament('t1'), platform.match('m1'), platform.user('u1')];
    for (const read of reads) await expect(read).rejects.toMatchObject({ kind: 'unexpected-response' });
  });
});
