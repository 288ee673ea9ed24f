import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener } from 'node:http';
import { connect as connectTcp } from 'node:net';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createAvatars } from '../../src/pictures/avatars.ts';
import type { AvatarOptions } from '../../src/pictures/avatars.ts';
import type { Network, Target } from '../../src/pictures/guarded-get.ts';

/** A server on this machine stands for every public address; what was asked of the network is written down. */
let answer: RequestListener;
const requests: IncomingMessage[] = [];
const server = createServer((request, response) => {
  requests.push(request);
  answer(request, response);
});
const targets: Target[] = [];
const names = new Map<string, string[]>();

const network: Network = {
  resolve: (hostname) => Promise.resolve(names.get(hostname) ?? []),
  async connect(target) {
    targets.push(target);
    const socket = connectTcp((server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  },
};
// The time limit has a test of its own; elsewhere a busy machine is no reason to fail.
const avatars = (options: AvatarOptions = {}) => createAvatars({ network, timeoutMs: 20_000, ...options });

const square = (size = 40) =>
  sharp({ create: { width: size, height: size, channels: 3, background: '#345' } });
let png: Buffer;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  png = await square().png().toBuffer();
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(() => {
  requests.length = 0;
  targets.length = 0;
  names.clear();
});

const sends = (body: Buffer | string, type = 'image/png') => {
  answer = (_, response) => response.writeHead(200, { 'content-type': type }).end(body);
};

describe('an avatar', () => {
  it('comes as a small PNG, over the address that was judged', async () => {
    names.set('cdn.example', ['93.184.215.14', '2606:4700::1111']);
    sends(png);
    const avatar = await avatars()('https://cdn.example:8443/a.png?size=2');
    expect(avatar?.type).toBe('image/png');
    expect(await sharp(avatar?.bytes).metadata()).toMatchObject({ format: 'png', width: 256, height: 256 });
    expect(targets).toEqual([{ address: '93.184.215.14', port: 8443, hostname: 'cdn.example' }]);
    expect(requests[0]?.url).toBe('/a.png?size=2');
    expect(requests[0]?.headers.host).toBe('cdn.example:8443');
    expect(Object.keys(requests[0]?.headers ?? {})).not.toEqual(
      expect.arrayContaining(['authorization', 'cookie']),
    );
  });

  it.each(['jpeg', 'webp', 'gif'] as const)('may be a %s, whatever its server calls it', async (format) => {
    names.set('cdn.example', ['93.184.215.14']);
    sends(await square().toFormat(format).toBuffer(), 'text/plain');
    expect(await avatars()('https://cdn.example/a')).toBeDefined();
  });

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['a page', '<html></html>'],
    ['nothing', ''],
    ['half an image', Buffer.from('\x89PNG\r\n\x1a\nbroken', 'latin1')],
  ])('is never %s', async (_, body) => {
    names.set('cdn.example', ['93.184.215.14']);
    sends(body);
    expect(await avatars()('https://cdn.example/a')).toBeUndefined();
  });

  it('may not hold more pixels than anybody needs', async () => {
    names.set('cdn.example', ['93.184.215.14']);
    sends(await square(4100).png().toBuffer());
    expect(await avatars()('https://cdn.example/a')).toBeUndefined();
  });

  it('weighs 2 MiB at most, told or not', async () => {
    names.set('cdn.example', ['93.184.215.14']);
    const heavy = Buffer.concat([png, Buffer.alloc(2 * 2 ** 20)]);
    sends(heavy);
    expect(await avatars()('https://cdn.example/told')).toBeUndefined();
    answer = (_, response) => {
      response.writeHead(200);
      response.write(heavy.subarray(0, 1000));
      response.end(heavy.subarray(1000));
    };
    expect(await avatars()('https://cdn.example/untold')).toBeUndefined();
  });
});

describe('the guard', () => {
  it.each([
    'http://cdn.example/a.png',
    'ftp://cdn.example/a.png',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'https://user:secret@cdn.example/a.png',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://0/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://10.0.0.1/',
    'https://192.168.0.1/',
    'https://１２７.０.０.１/',
    'https://loopback.example/',
    'https://mixed.example/',
    'https://mapped.example/',
    'https://nowhere.example/',
    'https://localhost/',
    'not an address',
    `https://cdn.example/${'a'.repeat(3000)}`,
  ])('reaches nothing for %s', async (url) => {
    names.set('cdn.example', ['93.184.215.14']);
    names.set('loopback.example', ['127.0.0.1']);
    names.set('mixed.example', ['93.184.215.14', '10.0.0.7']);
    names.set('mapped.example', ['::ffff:169.254.169.254']);
    names.set('localhost', ['127.0.0.1']);
    sends(png);
    expect(await avatars()(url)).toBeUndefined();
    expect(targets).toEqual([]);
  });

  it('follows one redirect, also one that is relative', async () => {
    names.set('cdn.example', ['93.184.215.14']);
    answer = (request, response) =>
      request.url === '/a'
        ? response.writeHead(302, { location: '/b' }).end('x')
        : response.writeHead(200).end(png);
    expect(await avatars()('https://cdn.example/a')).toBeDefined();
    expect(requests.map(({ url }) => url)).toEqual(['/a', '/b']);
  });

  it('follows no second one', async () => {
    names.set('cdn.example', ['93.184.215.14']);
    answer = (request, response) => response.writeHead(301, { location: `${request.url}x` }).end();
    expect(await avatars()('https://cdn.example/a')).toBeUndefined();
    expect(requests).toHaveLength(2);
  });

  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://169.254.169.254/',
    'http://cdn.example/',
    'https://loopback.example/',
    '//[::ffff:10.0.0.1]/',
  ])('follows none to %s', async (location) => {
    names.set('cdn.example', ['93.184.215.14']);
    names.set('loopback.example', ['127.0.0.1']);
    answer = (_, response) => response.writeHead(302, { location }).end();
    expect(await avatars()('https://cdn.example/a')).toBeUndefined();
    expect(targets).toHaveLength(1);
  });

  it('connects to the judged address though the name answers otherwise the next time', async () => {
    const answers = [['93.184.215.14'], ['127.0.0.1']];
    const rebinding: Network = { ...network, resolve: () => Promise.resolve(answers.shift() ?? []) };
    answer = (request, response) =>
      request.url === '/a'
        ? response.writeHead(302, { location: '/b' }).end()
        : response.writeHead(200).end(png);
    expect(await avatars({ network: rebinding })('https://cdn.example/a')).toBeUndefined();
    expect(targets.map(({ address }) => address)).toEqual(['93.184.215.14']);
  });
});

describe('the time limit', () => {
  it.each<[string, Partial<Network>, RequestListener]>([
    ['a name that nobody answers for', { resolve: () => new Promise(() => {}) }, () => {}],
    ['a connection that never stands', { connect: () => new Promise(() => {}) }, () => {}],
    ['a server that says nothing', {}, () => {}],
    ['a body that trickles', {}, (_, response) => response.writeHead(200).write(png.subarray(0, 20))],
  ])('ends %s', async (_, part, slow) => {
    names.set('cdn.example', ['93.184.215.14']);
    answer = slow;
    const started = performance.now();
    expect(
      await avatars({ network: { ...network, ...part }, timeoutMs: 60 })('https://cdn.example/a'),
    ).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

describe('what is kept', () => {
  it('shares one fetch, and asks again for neither an avatar nor its absence', async () => {
    names.set('cdn.example', ['93.184.215.14']);
    sends(png);
    const fetchAvatar = avatars();
    const both = await Promise.all([
      fetchAvatar('https://cdn.example/a'),
      fetchAvatar('https://cdn.example/a'),
    ]);
    expect(both[0]).toBe(both[1]);
    await fetchAvatar('https://cdn.example/a');
    expect(requests).toHaveLength(1);
    sends('nothing');
    await fetchAvatar('https://cdn.example/b');
    await fetchAvatar('https://cdn.example/b');
    expect(requests).toHaveLength(2);
  });
});
