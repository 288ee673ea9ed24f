import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { callerNetworks } from '../../src/web/caller-network.ts';
import { createRequestLimits } from '../../src/web/request-limits.ts';
import { createWeb } from '../../src/web/create-web.ts';
import { linkWorld } from '../support/link-world.ts';
import { pageWords } from '../support/page-words.ts';
import { recordingLog } from '../support/recording-log.ts';

function web(trustedProxies: string[] = [], requestTimeoutMs = 10_000) {
  return createWeb({
    requestTimeoutMs,
    requestsPerMinute: 30,
    linking: linkWorld().linking,
    readiness: async () => ({ ready: true }),
    words: pageWords,
    platformName: 'Arena',
    publicUrl: new URL('https://bot.test'),
    trustedProxies,
    log: recordingLog(),
  });
}

const refused = (answers: { statusCode: number }[]) =>
  answers.filter(({ statusCode }) => statusCode === 429).length;

describe('the linking pages', () => {
  test('answer a flood from one address with 429 and retry-after, and serve other addresses', async () => {
    const app = web();
    const answers = [];
    for (let n = 0; n < 40; n += 1)
      answers.push(await app.inject({ url: '/link/device', remoteAddress: '192.0.2.1' }));
    expect(refused(answers)).toBe(10);
    const last = answers.at(-1)!;
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    expect(last.headers['content-security-policy']).toContain("default-src 'none'");
    expect(last.body).toContain('Too many requests');
    expect((await app.inject({ url: '/link/device', remoteAddress: '192.0.2.2' })).statusCode).toBe(200);
    expect((await app.inject({ url: '/healthz', remoteAddress: '192.0.2.1' })).statusCode).toBe(200);
  });
});

test('every page has the limit of one address, and what monitors and Discord call has none', async () => {
  const app = web();
  const from = (url: string) => app.inject({ url, remoteAddress: '192.0.2.1' });
  const pages = ['/privacy', '/terms', '/nowhere', '/t/x', '/calendar.ics', '/link/device'];
  for (let n = 0; n < 30; n += 1) await from(pages[n % pages.length]!);
  for (const page of pages) expect((await from(page)).statusCode, page).toBe(429);
  for (const path of ['/healthz', '/readyz']) expect((await from(path)).statusCode, path).toBe(200);
});

test.each([
  ['nothing', ''],
  ['half of its headers', 'POST /interactions HTTP/1.1\r\nHost: x\r\n'],
  ['half of its body', 'POST /link/confirm HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n{'],
])(
  'a connection that sends %s and waits is closed, and others are served meanwhile',
  async (_what, bytes) => {
    const app = web([], 400);
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    const ended = once(socket, 'close');
    socket.on('error', () => undefined).resume();
    await once(socket, 'connect');
    socket.write(bytes);
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    await ended;
    await app.close();
  },
);

test.each([
  ['192.0.2.1', ['192.0.2.1']],
  ['::ffff:192.0.2.1', ['192.0.2.1']],
  ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2/64', '2001:db8:1/48']],
  ['2001:0db8:0001:0002::1', ['2001:db8:1:2/64', '2001:db8:1/48']],
  ['2001:db8::1', ['2001:db8:0:0/64', '2001:db8:0/48']],
  ['::1', ['0:0:0:0/64', '0:0:0/48']],
  ['fe80::1%eth0', ['fe80:0:0:0/64', 'fe80:0:0/48']],
])('%s is counted as %s', (address, networks) => {
  expect(callerNetworks(address).map(({ name }) => name)).toEqual(networks);
});

describe('a flood from many addresses', () => {
  const open = (app: ReturnType<typeof web>, remoteAddress: string) =>
    app.inject({ url: '/link/device', remoteAddress });

  test('counts one /64 as one address, and one /48 as two', async () => {
    const app = web();
    const answers = [];
    for (let n = 0; n < 40; n += 1) answers.push(await open(app, `2001:db8:1:2::${n}`));
    expect(refused(answers)).toBe(10);
    for (let n = 0; n < 40; n += 1) answers.push(await open(app, `2001:db8:1:f${n}::1`));
    expect(refused(answers)).toBe(30);
    expect((await open(app, '2001:db8:2::1')).statusCode).toBe(200);
  });

  test('evicts no count, and shares one beyond the limit', () => {
    let time = 0;
    const limit = createRequestLimits({ perMinute: 2, now: () => time, networksMax: 3 });
    const ask = (name: string) => limit([{ name, times: 1 }]);
    for (const name of ['a', 'a', 'b', 'c']) expect(ask(name)).toBeUndefined();
    const others = Array.from({ length: 25 }, (_, n) => ask(`other ${n}`));
    expect(others.filter((seconds) => seconds !== undefined)).toHaveLength(5);
    expect([ask('a'), ask('b')]).toEqual([60, undefined]);
    time += 60_000;
    expect([ask('a'), ask('other 30')]).toEqual([undefined, undefined]);
  });

  test('keep no one out for longer than a minute after the clock was set back', () => {
    let time = 7_200_000;
    const limit = createRequestLimits({ perMinute: 1, now: () => time });
    const ask = () => limit([{ name: 'a', times: 1 }]);
    expect([ask(), ask()]).toEqual([undefined, 60]);
    time -= 3_600_000;
    expect(ask()).toBeUndefined();
  });
});
