import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener } from 'node:http';
import { connect as connectTcp } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import pLimit, { type LimitFunction } from 'p-limit';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createAvatars } from '../../src/pictures/avatars.ts';
import type { AvatarOptions } from '../../src/pictures/avatars.ts';
import { internet, type GuardedNetwork, type Target } from '../../src/http/guarded-get.ts';
import { manyScans } from './many-scans.ts';

/** A local server stands in for every public address; look-ups and connections are recorded. */
let answer: RequestListener;
const requests: IncomingMessage[] = [];
const server = createServer((request, response) => {
  requests.push(request);
  answer(request, response);
});
const targets: Target[] = [];
const names = new Map<string, string[]>();

const network: GuardedNetwork = {
  resolve: (hostname) => Promise.resolve(names.get(hostname) ?? []),
  async connect(target) {
    targets.push(target);
    const socket = connectTcp((server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  },
};
// A long timeout, so that a busy machine does not fail the tests; the timeout has its own test.
function avatars(options: Partial<AvatarOptions> = {}) {
  const fetchAvatar = createAvatars({ slots: pLimit(2), network, timeoutMs: 20_000, ...options });
  return (avatarUrl: string, id = 'p1') => fetchAvatar({ id, avatarUrl });
}

const square = (size = 40) =>
  sharp({ create: { width: size, height: size, channels: 3, background: '#345' } });
let png: Buffer;
const noOpenssl = spawnSync('openssl', ['version']).status !== 0;

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
  it('is a small PNG, fetched from the checked address', async () => {
    names.set('cdn.example', ['93.184.215.14', '2606:4700::1111']);
    sends(png);
    const avatar = await avatars()('https://cdn.example:8443/a.png?size=2');
    expect(await sharp(avatar).metadata()).toMatchObject({ format: 'png', width: 256, height: 256 });
    expect(targets).toEqual([{ address: '93.184.215.14', port: 8443, hostname: 'cdn.example' }]);
    expect(requests[0]?.url).toBe('/a.png?size=2');
    expect(requests[0]?.headers.host).toBe('cdn.example:8443');
    expect(Object.keys(requests[0]!.headers).toSorted()).toEqual(['accept', 'connection', 'host']);
  });

  it.each(['jpeg', 'webp', 'gif'] as const)('can be a %s, with any content type', async (format) => {
    names.set('cdn.example', ['93.184.215.14']);
    sends(await square().toFormat(format).toBuffer(), 'text/plain');
    expect(await avatars()('https://cdn.example/a')).toBeDefined();
  });

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['a page', '<html></html>'],
    ['nothing', ''],
    ['half an image', Buffer.from('\x89PNG\r\n\x1a\nbroken', 'latin1')],
  ])('cannot be %s', async (_, body) => {
    names.set('cdn.example', ['93.184.215.14']);
    sends(body);
    expect(await avatars()('https://cdn.example/a')).toBeUndefined();
  });

  it('is limited in pixels and scans', async () => {
    names.set('cdn.example', ['93.184.215.14']);
    const images: [what: string, image: Buffer, isShown: boolean][] = [
      ['4 megapixels', await square(2000).png().toBuffer(), true],
      ['more', await square(2001).png().toBuffer(), false],
      ['an interlaced megapixel', await square(1000).png({ progressive: true }).toBuffer(), true],
      ['more, interlaced', await square(1001).png({ progressive: true }).toBuffer(), false],
      ['a progressive megapixel', await square(1000).jpeg({ progressive: true }).toBuffer(), true],
      ['more, progressive', await square(1001).jpeg({ progressive: true }).toBuffer(), false],
      ['20 scans', manyScans(64, 20), true],
      ['21 scans', manyScans(64, 21), false],
    ];
    for (const [what, image, isShown] of images) {
      sends(image);
      expect((await avatars()('https://cdn.example/a')) !== undefined, what).toBe(isShown);
    }
  });

  it('is decoded one at a time, and not at all after a timeout', async () => {
    names.set('cdn.example', ['93.184.215.14']);
    sends(png);
    const queued: (() => void)[] = [];
    const work: Promise<unknown>[] = [];
    const hold = async (task: () => unknown) => {
      await new Promise<void>((resolve) => queued.push(resolve));
      const running = Promise.resolve(task());
      work.push(running);
      return running;
    };
    const slots = hold as LimitFunction;
    const arrived = async (count: number) => {
      await vi.waitFor(() => expect(requests).toHaveLength(count));
      await vi.waitFor(() => expect(queued).toHaveLength(1));
    };
    const fetchAvatar = avatars({ slots });
    const both = [fetchAvatar('https://cdn.example/a', 'a'), fetchAvatar('https://cdn.example/b', 'b')];
    await arrived(2);
    queued[0]!();
    await vi.waitFor(() => expect(queued).toHaveLength(2));
    queued[1]!();
    expect(await Promise.all(both)).not.toContain(undefined);

    queued.length = 0;
    requests.length = 0;
    const late = avatars({ slots, timeoutMs: 300 })('https://cdn.example/late');
    await arrived(1);
    expect(await late).toBeUndefined();
    queued[0]!();
    await vi.waitFor(() => expect(work).toHaveLength(3));
    await expect(work[2]).rejects.toThrow('timeout');
  });

  it('is at most 2 MiB, with or without a content length', async () => {
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
  ])('connects to nothing for %s', async (url) => {
    names.set('cdn.example', ['93.184.215.14']);
    names.set('loopback.example', ['127.0.0.1']);
    names.set('mixed.example', ['93.184.215.14', '10.0.0.7']);
    names.set('mapped.example', ['::ffff:169.254.169.254']);
    names.set('localhost', ['127.0.0.1']);
    sends(png);
    expect(await avatars()(url)).toBeUndefined();
    expect(targets).toEqual([]);
  });

  it('follows one redirect, also a relative one', async () => {
    names.set('cdn.example', ['93.184.215.14']);
    answer = (request, response) =>
      request.url === '/a'
        ? response.writeHead(302, { location: '/b' }).end('x')
        : response.writeHead(200).end(png);
    expect(await avatars()('https://cdn.example/a')).toBeDefined();
    expect(requests.map(({ url }) => url)).toEqual(['/a', '/b']);
  });

  it('does not follow a second redirect', async () => {
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
  ])('does not follow a redirect to %s', async (location) => {
    names.set('cdn.example', ['93.184.215.14']);
    names.set('loopback.example', ['127.0.0.1']);
    answer = (_, response) => response.writeHead(302, { location }).end();
    expect(await avatars()('https://cdn.example/a')).toBeUndefined();
    expect(targets).toHaveLength(1);
  });

  it('connects to the checked address even if the name then resolves differently', async () => {
    const answers = [['93.184.215.14'], ['127.0.0.1']];
    const rebinding: GuardedNetwork = { ...network, resolve: () => Promise.resolve(answers.shift() ?? []) };
    answer = (request, response) =>
      request.url === '/a'
        ? response.writeHead(302, { location: '/b' }).end()
        : response.writeHead(200).end(png);
    expect(await avatars({ network: rebinding })('https://cdn.example/a')).toBeUndefined();
    expect(targets.map(({ address }) => address)).toEqual(['93.184.215.14']);
  });
});

describe.skipIf(noOpenssl)('the connection over the internet', () => {
  it('refuses an untrusted certificate', async () => {
    const certificate = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout -';
    const { stdout: pem } = spawnSync('openssl', [...certificate.split(' '), '-subj', '/CN=cdn.example']);
    const stranger = createTlsServer({ key: pem, cert: pem }).listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    const { port } = stranger.address() as AddressInfo;
    const target = { address: '127.0.0.1', port, hostname: 'cdn.example' };
    const connecting = internet.connect(target, AbortSignal.timeout(20_000));
    await expect(connecting).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    stranger.close();
  });
});

describe('the time limit', () => {
  it.each<[string, Partial<GuardedNetwork>, RequestListener]>([
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

describe('the cache', () => {
  it('shares one fetch, and stores both an avatar and its absence', async () => {
    names.set('kept.example', ['93.184.215.14']);
    sends(png);
    // A request that an earlier test aborted may still arrive.
    const requestCount = (path: string) =>
      requests.filter(({ url, headers }) => headers.host === 'kept.example' && url === path).length;
    const fetchAvatar = avatars();
    const both = await Promise.all([
      fetchAvatar('https://kept.example/a'),
      fetchAvatar('https://kept.example/a'),
    ]);
    expect(both[0]).toBe(both[1]);
    await fetchAvatar('https://kept.example/a');
    expect(requestCount('/a')).toBe(1);
    sends('nothing');
    await fetchAvatar('https://kept.example/b');
    await fetchAvatar('https://kept.example/b');
    expect(requestCount('/b')).toBe(1);
  });

  it('has one avatar per player, so that one player’s URLs do not evict others', async () => {
    names.set('cdn.example', ['93.184.215.14']);
    sends(png);
    const fetchAvatar = avatars({ cacheBytes: 20_000 });
    const fetched = await fetchAvatar('https://cdn.example/mine', 'me');
    for (let at = 0; at < 30; at++) await fetchAvatar(`https://cdn.example/${at}`, 'flood');
    requests.length = 0;
    expect(await fetchAvatar('https://cdn.example/mine', 'me')).toBe(fetched);
    expect(requests).toEqual([]);
  });
});
