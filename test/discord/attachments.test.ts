import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAttachments } from '../../src/discord/attachments.ts';

/** A local server stands in for Discord's API and CDN. */
let answer: RequestListener = () => undefined;
const requested: string[] = [];
const server = createServer((request, response) => {
  requested.push(request.url ?? '');
  answer(request, response);
});
let origin: string;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => void (requested.length = 0));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const MEBIBYTE = 2 ** 20;
const chunk = (name: string, size: number): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(size);
  return Buffer.concat([length, Buffer.from(name), Buffer.alloc(size + 4)]);
};
/** So long that it has as many bytes as wanted: 8 of its signature, and 12 of each chunk beside its data. */
const pngOf = (bytes: number): Buffer =>
  Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', 13),
    chunk('IDAT', bytes - 57),
    chunk('IEND', 0),
  ]);
const png = pngOf(90);
const sends = (body: Buffer | string, headers: Record<string, string> = {}, status = 200) => {
  answer = (_, response) => response.writeHead(status, headers).end(body);
};

/** Fetches an upload from the API's origin, or from another URL. */
function fetcher({ timeoutMs = 20_000, connect = undefined as ((to: string) => Client) | undefined } = {}) {
  const apiUrl = new URL(`${origin}/api`);
  const fetchAttachment = createAttachments({ apiUrl, timeoutMs, ...(connect && { connect }) });
  return (path: string, size = 100) =>
    fetchAttachment({
      url: new URL(path, origin).href,
      filename: 'a.png',
      size,
      contentType: 'image/png',
    });
}

describe('an uploaded image', () => {
  it('is recognized by its first bytes, not by its name', async () => {
    const images = {
      png,
      jpg: Buffer.from('ffd8ffdb000400aaffd9', 'hex'),
      webp: Buffer.from('RIFF\x0e\x00\x00\x00WEBPVP8 \x02\x00\x00\x00ab', 'latin1'),
      gif: Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1'),
    };
    for (const [extension, bytes] of Object.entries(images)) {
      sends(bytes, { 'content-type': 'text/html' });
      expect(await fetcher()('/cdn/a.txt?ex=1&hm=2'), extension).toEqual({ bytes, extension });
    }
    expect(requested[0]).toBe('/cdn/a.txt?ex=1&hm=2');
  });

  it('is never longer than Discord says, and comes without its metadata', async () => {
    sends(png);
    expect(await fetcher()('/a.png', png.length - 1)).toBeUndefined();
    sends(Buffer.concat([png.subarray(0, -12), chunk('eXIf', 1), chunk('IEND', 0)]));
    expect((await fetcher()('/a.png', 200))?.bytes).toEqual(png);
  });

  it('is nothing else', async () => {
    const others: [string, string | Buffer][] = [
      ['a page', '<!doctype html><img src=x onerror=alert(1)>'],
      ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
      ['an SVG after a space', ' <?xml version="1.0"?><svg/>'],
      ['half a signature', png.subarray(0, 7)],
      ['a RIFF that is no WebP', Buffer.from('RIFF\x10\x00\x00\x00WAVEfmt ', 'latin1')],
      ['the beginning of a picture', png.subarray(0, 40)],
      ['nothing', ''],
    ];
    for (const [what, body] of others) {
      sends(body, { 'content-type': 'image/png' });
      expect(await fetcher()('/a.png'), what).toBeUndefined();
    }
    for (const status of [201, 206, 403, 404, 500]) {
      sends(png, {}, status);
      expect(await fetcher()('/a.png'), String(status)).toBeUndefined();
    }
  });

  it('has at most 8 MiB, by Discord, by its header and by what is read', async () => {
    const largest = pngOf(8 * MEBIBYTE);
    sends(largest);
    expect((await fetcher()('/a.png', 8 * MEBIBYTE))?.bytes.length).toBe(8 * MEBIBYTE);

    requested.length = 0;
    expect(await fetcher()('/a.png', 8 * MEBIBYTE + 1)).toBeUndefined();
    expect(requested).toEqual([]);

    // Refused by the header alone: the body never comes.
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': 8 * MEBIBYTE + 1 });
      response.write(png);
    };
    expect(await fetcher()('/a.png')).toBeUndefined();

    answer = (_, response) => {
      response.writeHead(200);
      response.write(largest);
      response.end('x');
    };
    expect(await fetcher()('/a.png')).toBeUndefined();
  });

  it('is fetched within its time, from the first wait to the last byte', async () => {
    const slow: [string, RequestListener][] = [
      ['no answer', () => undefined],
      ['half a body', (_, response) => void response.writeHead(200).write(png)],
    ];
    for (const [what, listener] of slow) {
      answer = listener;
      const started = performance.now();
      expect(await fetcher({ timeoutMs: 60 })('/a.png'), what).toBeUndefined();
      expect(performance.now() - started, what).toBeLessThan(5000);
    }
  });
});

describe('an upload', () => {
  /** Every connection leads to the local server, and is recorded. */
  const connections: string[] = [];
  const connect = (to: string) => {
    connections.push(to);
    return new Client(origin);
  };
  beforeEach(() => void (connections.length = 0));

  it('comes from Discord’s own hosts', async () => {
    sends(png);
    for (const host of ['https://cdn.discordapp.com', 'https://media.discordapp.net']) {
      expect(await fetcher({ connect })(`${host}/attachments/1/2/a.png?ex=1`), host).toBeDefined();
      expect(connections.pop(), host).toBe(host);
    }
    expect(requested[0]).toBe('/attachments/1/2/a.png?ex=1');
  });

  it('comes from no other', async () => {
    sends(png);
    const { port } = new URL(origin);
    for (const url of [
      'http://cdn.discordapp.com/a.png',
      'https://cdn.discordapp.com:8443/a.png',
      'https://cdn.discordapp.com.example/a.png',
      'https://example/cdn.discordapp.com/a.png',
      'https://cdn.discordapp.com@example/a.png',
      'https://discordapp.com/a.png',
      `http://localhost:${port}/a.png`,
      `https://127.0.0.1:${port}/a.png`,
      `http://127.0.0.1:${Number(port) - 1}/a.png`,
      'http://169.254.169.254/latest/meta-data/',
      'file:///etc/passwd',
      'data:image/png;base64,iVBORw0KGgo=',
    ])
      expect(await fetcher({ connect })(url), url).toBeUndefined();
    const fetchAttachment = createAttachments({ apiUrl: new URL(origin), connect });
    const broken = { url: 'not a url', filename: 'a', size: 1, contentType: undefined };
    expect(await fetchAttachment(broken)).toBeUndefined();
    expect(connections).toEqual([]);
  });

  it('is not followed to another place', async () => {
    for (const status of [301, 302, 307, 308]) {
      answer = (request, response) =>
        request.url === '/a.png'
          ? response.writeHead(status, { location: `${origin}/b.png` }).end(png)
          : response.writeHead(200).end(png);
      expect(await fetcher()('/a.png'), String(status)).toBeUndefined();
    }
    expect(new Set(requested)).toEqual(new Set(['/a.png']));
  });

  it('that cannot be reached is nothing, without a rejection', async () => {
    const refused = (): Client => new Client('http://127.0.0.1:1');
    expect(await fetcher({ connect: refused })('/a.png')).toBeUndefined();
  });
});
