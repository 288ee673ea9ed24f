import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { isDeepStrictEqual, promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { request } from 'undici';
import type { OpenRequest } from '../../src/bot/respond.ts';
import { createBodyBudget } from '../../src/web/body-budget.ts';
import { createWeb } from '../../src/web/create-web.ts';
import { createVerifier } from '../../src/web/signature.ts';
import { linkWorld } from '../support/link-world.ts';
import { pageWords } from '../support/page-words.ts';
import { recordingLog } from '../support/recording-log.ts';
import { until } from '../support/until.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const verify = createVerifier(
  publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex'),
);
/** In seconds. */
const NOW = 1_763_740_800;
const BODY = JSON.stringify({ id: '1', type: 1, token: 'x' });
const SIGNED = sign(null, Buffer.from(NOW + BODY), privateKey).toString('hex');
const FORGED = '11'.repeat(64);

interface EndpointOverrides {
  connectionsMax?: number;
  timeoutMs?: number;
  dispatch?: (raw: unknown, request: OpenRequest) => Promise<string>;
}

/** The endpoint on a real port. */
async function listening({
  dispatch = async (_raw, open) => open.answer({ type: 1 }),
  connectionsMax,
  timeoutMs = 60_000,
}: EndpointOverrides = {}) {
  const bodies = createBodyBudget({ timeoutMs });
  const web = createWeb({
    linking: linkWorld().linking,
    readiness: async () => ({ ready: true }),
    interactions: { verify: () => verify, dispatch },
    words: pageWords,
    platformName: 'Arena',
    publicUrl: new URL('https://bot.test'),
    trustedProxies: [],
    now: () => NOW * 1000,
    ...(connectionsMax !== undefined && { connectionsMax }),
    bodies,
    log: recordingLog(),
  });
  const address = await web.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => web.close());
  return {
    web,
    address,
    port: Number(new URL(address).port),
    bodies,
    /** Sends an interaction as Discord does, on a new connection; returns the status. */
    async interact(): Promise<number> {
      const answer = await request(`${address}/interactions`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-signature-timestamp': String(NOW),
          'x-signature-ed25519': SIGNED,
        },
        body: BODY,
        reset: true,
      });
      await answer.body.dump();
      return answer.statusCode;
    },
  };
}

const headersOf = (signature: string, timestamp = String(NOW), length = 400_000): string =>
  [
    'POST /interactions HTTP/1.1',
    'Host: x',
    'Content-Type: application/json',
    `Content-Length: ${length}`,
    `X-Signature-Ed25519: ${signature}`,
    ...(timestamp === '' ? [] : [`X-Signature-Timestamp: ${timestamp}`]),
    '\r\n',
  ].join('\r\n');

/** Sends headers, and then bytes on demand, without waiting for the response. */
async function trickle(port: number, headers: string) {
  const socket: Socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let answer = '';
  socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write(headers);
  return {
    answer: () => answer,
    send: (bytes: number) => void (socket.destroyed || socket.write('x'.repeat(bytes))),
    isEnded: () => socket.destroyed,
    isClosing: () => socket.readableEnded || socket.destroyed,
  };
}

test('a missing, malformed or old signature is refused before the body arrives, and the connection closes', async () => {
  const world = await listening();
  const refused = {
    'no hex': headersOf('zz'.repeat(64)),
    '127 digits': headersOf('1'.repeat(127)),
    '129 digits': headersOf('1'.repeat(129)),
    'no signature': headersOf(''),
    'six minutes ago': headersOf(FORGED, String(NOW - 360)),
    'a time to come': headersOf(FORGED, String(NOW + 360)),
    'other than digits': headersOf(FORGED, `${NOW}s`),
    'no timestamp': headersOf(FORGED, ''),
  };
  const one = async ([name, headers]: [string, string]) => {
    const sender = await trickle(world.port, headers);
    await until(`an answer to ${name}`, () => sender.answer() !== '');
    expect(sender.answer(), name).toMatch(/^HTTP\/1\.1 401 /);
    expect(sender.answer().toLowerCase(), name).toContain('\r\nconnection: close\r\n');
    await until(`the end of ${name}`, () => {
      sender.send(1);
      return sender.isEnded();
    });
  };
  await Promise.all(Object.entries(refused).map(one));
  expect(world.bodies.bytes()).toBe(0);
});

test('a body that is too large by its content-length is refused before it arrives', async () => {
  const world = await listening();
  const sender = await trickle(world.port, headersOf(FORGED, String(NOW), 600_000));
  await until('an answer', () => sender.answer() !== '');
  expect(sender.answer()).toMatch(/^HTTP\/1\.1 413 /);
});

test('a refusal reaches a client that reads only after it sent everything', async () => {
  const { port } = await listening();
  const socket = connect({ port, host: '127.0.0.1' }).pause();
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  const write = promisify(socket.write.bind(socket)) as (text: string) => Promise<void>;
  await write(headersOf(''));
  for (let n = 0; n < 8; n += 1) {
    await write('x'.repeat(50_000));
    await new Promise(setImmediate);
  }
  const [answer]: unknown[] = await once(socket.resume(), 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /);
});

test('400 slow connections are bounded together, and interactions are answered meanwhile', async () => {
  const world = await listening();
  const { bodies } = world;
  const senders = await Promise.all(
    Array.from({ length: 400 }, () => trickle(world.port, headersOf(FORGED))),
  );
  let peak = 0;
  const honest: number[] = [];
  for (const half of [senders.slice(0, 200), senders.slice(200)]) {
    for (const sender of half) sender.send(16_384);
    honest.push(await world.interact());
    peak = Math.max(peak, bodies.bytes());
  }
  const answered = () => senders.filter(({ answer }) => answer() !== '');
  // 4 MiB hold about 210 of these bodies.
  await until('the others to be refused', () => answered().length >= 180);
  peak = Math.max(peak, bodies.bytes());
  honest.push(await world.interact());
  expect(honest).toEqual(Array.from({ length: 3 }, () => 200));
  expect(peak).toBeLessThanOrEqual(4 * 1024 * 1024);
  expect(new Set(answered().map(({ answer }) => answer().slice(0, 12)))).toEqual(new Set(['HTTP/1.1 503']));
  await until('the end of refused connections', () => answered().every(({ isClosing }) => isClosing()));
});

test('a body that takes too long closes its connection', async () => {
  const world = await listening({ timeoutMs: 50 });
  const sender = await trickle(world.port, headersOf(FORGED));
  await until('an answer', () => {
    sender.send(1);
    return sender.answer() !== '';
  });
  expect(sender.answer()).toMatch(/^HTTP\/1\.1 408 /);
  await until('the end of the connection', () => {
    sender.send(1);
    return sender.isEnded();
  });
  expect(world.bodies.bytes()).toBe(0);
});

test('a body with a forged signature is released', async () => {
  const world = await listening();
  const sender = await trickle(world.port, headersOf(FORGED));
  sender.send(400_000);
  await until('an answer', () => sender.answer() !== '');
  expect(sender.answer()).toMatch(/^HTTP\/1\.1 401 /);
  expect(world.bodies.bytes()).toBe(0);
});

test('beyond the limit the oldest unverified connection is closed, never one with an interaction', async () => {
  let finish: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let dispatched = 0;
  const world = await listening({
    connectionsMax: 5,
    async dispatch(_raw, open) {
      dispatched += 1;
      if (dispatched === 1) await released;
      return open.answer({ type: 1 });
    },
  });
  onTestFinished(finish);
  const first = world.interact();
  await until('the interaction to be dispatched', () => dispatched === 1);
  const silent: Awaited<ReturnType<typeof trickle>>[] = [];
  for (let n = 0; n < 12; n += 1) silent.push(await trickle(world.port, ''));
  const closing = () => silent.map(({ isClosing }) => isClosing());
  const oldest = (count: number) => silent.map((_, at) => at < count);
  await until('seven to be closed', () => isDeepStrictEqual(closing(), oldest(7)));
  expect(await world.interact()).toBe(200);
  await until('one more', () => isDeepStrictEqual(closing(), oldest(8)));
  finish();
  expect(await first).toBe(200);
});

test('a connection counts again once its interaction is answered', async () => {
  const world = await listening({ connectionsMax: 3 });
  const first = await trickle(world.port, headersOf(SIGNED, String(NOW), BODY.length) + BODY);
  await until('its answer', () => first.answer() !== '');
  for (let n = 0; n < 3; n += 1) await trickle(world.port, '');
  await until('its end', () => first.isClosing());
  expect(first.answer()).toMatch(/^HTTP\/1\.1 200 /);
});

test('one connection serves at most a thousand requests', async () => {
  const { web } = await listening();
  expect(web.server.maxRequestsPerSocket).toBe(1000);
});
