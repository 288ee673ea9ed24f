import { describe, expect, test } from 'vitest';
import { failureOf, retryAfterMs } from '../../src/platform/failure.ts';

const statuses = [
  [400, 'invalid'],
  [401, 'unauthorised'],
  [402, 'invalid'],
  [403, 'forbidden'],
  [404, 'not-found'],
  [408, 'unavailable'],
  [409, 'conflict'],
  [410, 'not-found'],
  [422, 'invalid'],
  [429, 'rate-limited'],
  [500, 'unavailable'],
  [502, 'unavailable'],
  [503, 'unavailable'],
  [302, 'unexpected-response'],
] as const;

const bodies: [string, unknown, string | undefined][] = [
  ['message', { message: 'the cup is full', code: 'full' }, 'the cup is full'],
  ['error.message', { error: { code: 'full', message: 'the cup is full' } }, 'the cup is full'],
  ['error as text', { error: 'the cup is full' }, 'the cup is full'],
  [
    'error as a code beside a message',
    { error: 'invalid_request', error_description: 'the cup is full' },
    'the cup is full',
  ],
  [
    'detail (RFC 9457)',
    { type: 'about:blank', title: 'Full', status: 409, detail: 'the cup is full' },
    'the cup is full',
  ],
  [
    'errors of texts (Challonge v1)',
    { errors: ['the cup is full', 'and closed'] },
    'the cup is full; and closed',
  ],
  [
    'errors of objects (FACEIT)',
    { errors: [{ message: 'the cup is full', code: 'err_f0', http_status: 409 }] },
    'the cup is full',
  ],
  [
    'errors with a detail (JSON:API)',
    { errors: [{ status: '409', title: 'Full', detail: 'the cup is full' }] },
    'the cup is full',
  ],
  [
    'errors as one object (Challonge v2.1)',
    { errors: { detail: 'the cup is full', status: 409 } },
    'the cup is full',
  ],
  ['errors by field (Rails)', { errors: { name: ['is too short'] } }, 'name: is too short'],
  [
    'message as a list (Nest)',
    { statusCode: 400, message: ['name is short', 'name is odd'], error: 'Bad Request' },
    'name is short; name is odd',
  ],
  ['status.message (Riot)', { status: { message: 'the cup is full', status_code: 409 } }, 'the cup is full'],
  ['a code alone', { error: 'invalid_grant' }, 'invalid_grant'],
  ['in an envelope', { success: false, data: { message: 'the cup is full' } }, 'the cup is full'],
  ['no body', undefined, undefined],
  ['an empty object', {}, undefined],
  ['wrong types', { message: 7, error: null, errors: [[]] }, undefined],
  ['HTML in a message', { message: '<html><body>nginx</body></html>' }, undefined],
  ['an HTML page', '<!DOCTYPE html><html><h1>502</h1></html>', undefined],
];

describe.each(statuses)('status %i', (status, kind) => {
  test.each(bodies)('%s', (_, body, message) => {
    const failure = failureOf({ operation: 'GET /v1/x/:id', status, body });
    expect(failure).toMatchObject({ kind, status, operation: 'GET /v1/x/:id', platformMessage: message });
    expect(failure?.message).toBe(`GET /v1/x/:id: ${kind} (${status})`);
  });
});

test('plain text is a message of a refusal, but not of a failing proxy', () => {
  expect(failureOf({ operation: 'x', status: 409, body: 'the cup is full' })?.platformMessage).toBe(
    'the cup is full',
  );
  expect(
    failureOf({ operation: 'x', status: 503, body: 'upstream connect error' })?.platformMessage,
  ).toBeUndefined();
});

test('a message is limited in length', () => {
  expect(
    failureOf({ operation: 'x', status: 400, body: { message: 'x'.repeat(1e6) } })?.platformMessage,
  ).toHaveLength(1000);
});

describe('a 2xx with an error', () => {
  test.each([
    [
      { errors: [{ message: 'no such cup', extensions: { code: 'NOT_FOUND' } }], data: null },
      'not-found',
      'no such cup',
    ],
    [{ errors: ['full'] }, 'invalid', 'full'],
    [{ errors: { base: ['full'] } }, 'invalid', 'base: full'],
    [{ success: false, message: 'full' }, 'invalid', 'full'],
    [{ ok: false, error: 'full' }, 'invalid', 'full'],
    [{ error: { message: 'sign in', status: 401 } }, 'unauthorised', 'sign in'],
    [{ errors: [{ code: 'UNAUTHENTICATED', message: 'sign in' }] }, 'unauthorised', 'sign in'],
  ])('%j', (body, kind, platformMessage) => {
    expect(failureOf({ operation: 'x', status: 200, body })).toMatchObject({
      kind,
      platformMessage,
      status: 200,
    });
  });

  test.each([
    [{ errors: [] }],
    [{ errors: null, data: {} }],
    [{ errors: {} }],
    [{ error: null }],
    [{ error: false }],
    [{ ok: true }],
    [[]],
    [undefined],
    ['x'],
  ])('%j carries none', (body) => {
    expect(failureOf({ operation: 'x', status: 200, body })).toBeUndefined();
  });
});

test.each([
  ['3', 3000],
  ['0', 0],
  ['1.5', 1500],
  [['2', '9'], 2000],
  [' 3 ', 3000],
  ['Thu, 01 Jan 1970 00:00:05 GMT', 4000],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['Wed, 01 Jan 1970 00:00:05 GMT', undefined],
  ['Tue, 31 Feb 1970 00:00:00 GMT', undefined],
  ['Thursday, 01-Jan-70 00:00:05 GMT', undefined],
  ['Thu Jan  1 00:00:05 1970', undefined],
  ['1970-01-01T00:00:05Z', undefined],
  ['Invalid Date', undefined],
  ['after 3', undefined],
  ['foo 5', undefined],
  ['-1', undefined],
  ['+3', undefined],
  ['3, 9', undefined],
  ['3s', undefined],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
])('Retry-After: %j', (header, ms) => {
  expect(retryAfterMs(header, 1000)).toBe(ms);
});

test('a message repeats no secret of the request or of the bot, wherever the platform quotes it', async () => {
  const key = 'sk_live_0123456789';
  const bodies: unknown[] = [
    { message: `Incorrect API key provided: ${key}` },
    { errors: { [`key ${key}`]: [`${key} is unknown`] } },
    { error: `${'x'.repeat(990)} ${key}` },
    `no such key ${key}`,
    { errors: [{ detail: key }] },
  ];
  for (const body of bodies) {
    const failure = failureOf({ operation: 'x', status: 401, body }, { secrets: () => [key] });
    expect(failure?.platformMessage).not.toContain(key.slice(0, 8));
    expect(failure?.platformMessage).toMatch(/\[secret|x{900}/);
  }
});
