import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import type { OpenRequest, AckResult } from '../../src/bot/respond.ts';
import { createWeb } from '../../src/web/create-web.ts';
import { createRefusedSignatures } from '../../src/web/refused-signatures.ts';
import { createVerifier } from '../../src/web/signature.ts';
import { linkWorld } from '../support/link-world.ts';
import { pageWords } from '../support/page-words.ts';
import { recordingLog } from '../support/recording-log.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const verify = createVerifier(
  publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex'),
);
/** In seconds. */
const NOW = 1_763_740_800;
const PING = JSON.stringify({ id: '1', type: 1, token: 'x' });

type DispatchFake = (raw: unknown, request: OpenRequest) => Promise<string>;

function endpoint(
  dispatch: DispatchFake = async (_raw, request) => request.answer({ type: 1 }),
  over: { hasKey?: boolean; draining?: boolean } = {},
) {
  const dispatched: unknown[] = [];
  const refused: string[] = [];
  const web = createWeb({
    linking: linkWorld().linking,
    readiness: async () => ({ ready: true }),
    interactions: {
      verify: () => (over.hasKey === false ? undefined : verify),
      dispatch: (raw, request) => {
        dispatched.push(raw);
        return dispatch(raw, request);
      },
      onRefused: (reason) => void refused.push(reason),
    },
    isDraining: () => over.draining === true,
    words: pageWords,
    platformName: 'Arena',
    publicUrl: new URL('https://bot.test'),
    trustedProxies: [],
    now: () => NOW * 1000,
    log: recordingLog(),
  });
  const post = (body: string | Buffer, headers: Record<string, string> = {}, timestamp = String(NOW)) =>
    web.inject({
      method: 'POST',
      url: '/interactions',
      headers: {
        'content-type': 'application/json',
        'x-signature-timestamp': timestamp,
        'x-signature-ed25519': sign(
          null,
          Buffer.concat([Buffer.from(timestamp), Buffer.from(body)]),
          privateKey,
        ).toString('hex'),
        ...headers,
      },
      payload: body,
    });
  return { web, dispatched, post, refused };
}

describe('the interactions endpoint', () => {
  it('answers with what the dispatcher answers, as JSON', async () => {
    const { post, dispatched } = endpoint();
    const answer = await post(PING);
    expect([answer.statusCode, answer.json(), answer.headers['content-type']]).toEqual([
      200,
      { type: 1 },
      'application/json; charset=utf-8',
    ]);
    expect(dispatched).toEqual([JSON.parse(PING)]);
  });

  it('verifies the raw bytes, however they are formatted', async () => {
    const spaced = JSON.stringify({ id: '1', type: 1, token: 'ünïcödé ✓' }, null, 3);
    expect((await endpoint().post(spaced)).statusCode).toBe(200);
  });

  it.each([
    ['a signature of something else', { 'x-signature-ed25519': '11'.repeat(64) }, 'wrong'],
    ['an empty signature', { 'x-signature-ed25519': '' }, 'missing'],
    ['no hex', { 'x-signature-ed25519': 'zz'.repeat(64) }, 'wrong'],
    ['another timestamp', { 'x-signature-timestamp': '1763740801' }, 'wrong'],
    ['an empty timestamp', { 'x-signature-timestamp': '' }, 'old'],
  ])('refuses %s with 401, counts it, and nothing reaches the dispatcher', async (_what, headers, reason) => {
    const { post, dispatched, refused } = endpoint();
    for (const body of [PING, '{{{', '']) expect((await post(body, headers)).statusCode).toBe(401);
    expect(dispatched).toEqual([]);
    expect(refused).toEqual([reason, reason, reason]);
  });

  it('refuses timestamps more than five minutes in the past or future', async () => {
    const { post, dispatched } = endpoint();
    for (const seconds of [-300, 300])
      expect((await post(PING, {}, String(NOW + seconds))).statusCode).toBe(200);
    for (const timestamp of [NOW - 301, NOW + 301, NOW * 1000, 0, `${NOW}.0`, ` ${NOW}`, 'now', `-${NOW}`])
      expect([timestamp, (await post(PING, {}, String(timestamp))).statusCode]).toEqual([timestamp, 401]);
    expect(dispatched).toHaveLength(2);
  });

  it('refuses an unsigned request before it reads the body', async () => {
    const { web } = endpoint();
    const answer = await web.inject({ method: 'POST', url: '/interactions', payload: 'x'.repeat(2_000_000) });
    expect(answer.statusCode).toBe(401);
  });

  it('refuses a signed body that is not JSON, has another type, or is too large', async () => {
    const { post, dispatched } = endpoint();
    expect((await post('{{{')).statusCode).toBe(400);
    expect((await post(PING, { 'content-type': 'text/plain' })).statusCode).toBe(415);
    expect((await post(JSON.stringify({ x: 'y'.repeat(600_000) }))).statusCode).toBe(413);
    expect(dispatched).toEqual([]);
  });

  it('answers 400 to a malformed interaction, and 202 if the dispatcher stays silent', async () => {
    expect((await endpoint(() => Promise.resolve('malformed')).post('[]')).statusCode).toBe(400);
    expect((await endpoint(() => Promise.resolve('silenced')).post(PING)).statusCode).toBe(202);
  });

  it('ends the request with 202 and no body if the answer is sent another way', async () => {
    const answer = await endpoint((_raw, request) => {
      request.leave();
      return Promise.resolve('ok');
    }).post(PING);
    expect([answer.statusCode, answer.body]).toEqual([202, '']);
  });

  it('reports an answer as acknowledged once it is sent', async () => {
    let acknowledged: AckResult | undefined;
    const answer = await endpoint(async (_raw, request) => {
      acknowledged = await request.answer({ type: 1 });
      return acknowledged;
    }).post(PING);
    expect(answer.statusCode).toBe(200);
    expect(acknowledged).toBe('ours');
  });

  it('answers 503 until Discord’s key is known', async () => {
    const { post, dispatched } = endpoint(undefined, { hasKey: false });
    expect((await post(PING)).statusCode).toBe(503);
    expect(dispatched).toEqual([]);
  });

  it('closes connections with their response while the process drains', async () => {
    expect((await endpoint(undefined, { draining: true }).post(PING)).headers['connection']).toBe('close');
  });

  it.each(['GET', 'PUT', 'DELETE', 'PATCH'] as const)('answers 404 to %s', async (method) => {
    const { web } = endpoint();
    expect((await web.inject({ method, url: '/interactions' })).statusCode).toBe(404);
  });
});

test('refused signatures are counted one by one, and logged once a minute', () => {
  let time = 0;
  const log = recordingLog();
  const counted: string[] = [];
  const refuse = createRefusedSignatures({
    now: () => time,
    log,
    onRefused: (reason) => counted.push(reason),
  });
  for (let second = 0; second < 120; second += 1) {
    time = second * 1000;
    refuse(second < 30 ? 'wrong' : 'missing');
  }
  expect(counted).toHaveLength(120);
  expect(log.lines.map(({ fields }) => fields)).toEqual([
    { missing: 0, old: 0, wrong: 1 },
    { missing: 31, old: 0, wrong: 29 },
  ]);
});
