import net from 'node:net';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createWeb, type WebDeps } from '../../src/web/create-web.ts';
import { stylesheetPath } from '../../src/web/stylesheet.ts';
import { anyText } from '../support/any-text.ts';
import { linkWorld } from '../support/link-world.ts';
import { pageWords } from '../support/page-words.ts';
import { recordingLog } from '../support/recording-log.ts';

const PAGES = [
  '/link/start',
  '/link/discord',
  '/link/callback',
  '/link/confirm',
  '/link/device',
  '/link/device/start',
  '/link/device/code',
];

function webWith(over: Partial<WebDeps> = {}) {
  return createWeb({
    linking: linkWorld().linking,
    readiness: async () => ({ ready: true, gateway: 'ready', store: 'ready' }),
    words: pageWords,
    platformName: 'Arena',
    publicUrl: new URL('https://bot.test'),
    trustedProxies: [],
    log: recordingLog(),
    ...over,
  });
}

describe('every response', () => {
  test.each([...PAGES, '/nowhere', '/healthz', '/%zz', '/'])(
    'to %s carries the security headers',
    async (url) => {
      const { headers } = await webWith().inject(url);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['referrer-policy']).toBe('same-origin');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['strict-transport-security']).toMatch(/max-age=\d+/);
      expect(String(headers['content-security-policy']).split('; ')).toEqual([
        "default-src 'none'",
        "style-src 'self'",
        "img-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]);
    },
  );

  test('over http has no HSTS header', async () => {
    const { headers } = await webWith({ publicUrl: new URL('http://127.0.0.1:3000') }).inject('/');
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  test('with a page has a language and a title, and needs no script and no other host', async () => {
    const w = linkWorld();
    const browser = w.browser();
    const confirmPage = await browser.open(await w.begin());
    for (const page of [confirmPage, await browser.press(confirmPage), await browser.request('/nowhere')]) {
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.html).toContain('<html lang="en-US" dir="ltr">');
      expect(page.html).toMatch(/<title>[^<]+<\/title>/);
      expect(page.html).not.toMatch(/<script|style=|\son\w+=|\ssrc="http/);
      expect(page.html).toContain(`href="${stylesheetPath}"`);
    }
  });
});

test('a path in PUBLIC_URL is prefixed to every address', async () => {
  const w = linkWorld({ publicUrl: 'https://bot.test/matchpoint' });
  const url = new URL(await w.begin());
  expect(url.pathname).toBe('/matchpoint/link/start');
  const answer = await w.web.inject(`/link/start${url.search}`); // a proxy has removed the prefix
  const consent = new URL(String(answer.headers.location));
  expect(consent.searchParams.get('redirect_uri')).toBe('https://bot.test/matchpoint/link/discord');
  expect((await w.web.inject('/nowhere')).body).toContain(`href="/matchpoint${stylesheetPath}"`);
});

describe('the cookie', () => {
  const cookieOf = async (publicUrl: string) => {
    const w = linkWorld({ publicUrl });
    const answer = await w.web.inject(`/link/start${new URL(await w.begin()).search}`);
    return [answer.headers['set-cookie'] ?? ''].flat();
  };
  test('is only for this host, and hidden from scripts', async () => {
    const attributes = 'Max-Age=1800; Path=/; HttpOnly; Secure; SameSite=Lax';
    expect(await cookieOf('https://bot.test')).toEqual([
      expect.stringMatching(new RegExp(`^__Host-matchpoint=[\\w-]{43}; ${attributes}$`)),
      `__Host-matchpoint-locale=en-US; ${attributes}`,
    ]);
  });
  test('works on loopback http', async () => {
    const attributes = 'Max-Age=1800; Path=/; HttpOnly; SameSite=Lax';
    expect(await cookieOf('http://127.0.0.1:3000')).toEqual([
      expect.stringMatching(new RegExp(`^matchpoint=[\\w-]{43}; ${attributes}$`)),
      `matchpoint-locale=en-US; ${attributes}`,
    ]);
  });
});

describe('health', () => {
  test('/healthz is 200 even if the readiness check fails', async () => {
    const web = webWith({ readiness: () => Promise.reject(new Error('down')) });
    expect((await web.inject('/healthz')).statusCode).toBe(200);
  });
  test.each([
    [{ ready: true, gateway: 'ready', store: 'lost' }, 200],
    [{ ready: false, gateway: 'connecting', store: 'ready' }, 503],
  ])('/readyz reports %j', async (state, status) => {
    const answer = await webWith({ readiness: async () => state }).inject('/readyz');
    expect([answer.statusCode, answer.json()]).toEqual([status, state]);
  });
  test('/readyz reports only "not ready" if the check fails', async () => {
    const answer = await webWith({ readiness: () => Promise.reject(new Error('secret-reason')) }).inject(
      '/readyz',
    );
    expect([answer.statusCode, answer.body]).toEqual([503, '{"ready":false}']);
  });
});

describe('hostile input', () => {
  const hostile: [string, InjectOptions][] = [
    ['a bad percent-encoding in the path', { url: '/link/%zz<script>alert(1)</script>' }],
    ['a bad percent-encoding in the query', { url: '/link/start?t=%zz%' }],
    ['control bytes', { url: '/link/start?t=%00%01%0d%0aSet-Cookie:x=1' }],
    ['a long query', { url: `/link/discord?state=${'a'.repeat(12_000)}&code=b` }],
    ['many parameters', { url: `/link/discord?${'a=1&'.repeat(2000)}` }],
    ['repeated parameters', { url: '/link/start?t=a&t=b' }],
    ['nested parameters', { url: '/link/start?t[a]=b&__proto__[x]=1&constructor=1' }],
    ['markup', { url: '/link/start?t="><img src=x onerror=alert(1)>' }],
    ['a path out of here', { url: '/link/../../etc/passwd' }],
    ['two slashes', { url: '//evil.test/link/start' }],
    ['another method', { method: 'DELETE', url: '/link/confirm' }],
    [
      'a post to a page',
      {
        method: 'POST',
        url: '/link/start',
        payload: 'a=b',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    ],
    ['JSON', { method: 'POST', url: '/link/confirm', payload: { csrf: 'x' } }],
    [
      'broken JSON',
      { method: 'POST', url: '/link/confirm', payload: '{', headers: { 'content-type': 'application/json' } },
    ],
    [
      'text',
      { method: 'POST', url: '/link/confirm', payload: 'csrf=x', headers: { 'content-type': 'text/plain' } },
    ],
    [
      'files',
      {
        method: 'POST',
        url: '/link/confirm',
        payload: '--x--',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      },
    ],
    [
      'an invalid content type',
      { method: 'POST', url: '/link/confirm', payload: 'x', headers: { 'content-type': ';;;<b>' } },
    ],
    ['no body', { method: 'POST', url: '/link/confirm' }],
    [
      'a large body',
      {
        method: 'POST',
        url: '/link/confirm',
        payload: 'a'.repeat(20_000),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    ],
    [
      'a body of odd keys',
      {
        method: 'POST',
        url: '/link/confirm',
        payload: '__proto__=1&csrf=a&csrf=b&toString=c',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://bot.test' },
      },
    ],
    [
      'odd cookies',
      { url: '/link/confirm', headers: { cookie: '__Host-matchpoint=%zz; __proto__=1; =; ;;;' } },
    ],
    [
      'an odd cookie of a device',
      { url: '/link/device/code', headers: { cookie: '__Host-matchpoint-code="><script>; ;' } },
    ],
    ['a post to the page about codes', { method: 'POST', url: '/link/device', payload: { a: 1 } }],
    ['an odd language', { url: '/link/confirm', headers: { 'accept-language': '<script>,../../x;q=9' } }],
  ];
  test.each(hostile)('%s gets a 4xx page that does not echo it', async (_what, options) => {
    const log = recordingLog();
    const web = webWith({ log });
    const first = await web.inject(options);
    const answer = first.statusCode === 303 ? await web.inject(String(first.headers.location)) : first;
    expect([answer.statusCode >= 400 && answer.statusCode < 500, answer.statusCode]).toEqual([
      true,
      answer.statusCode,
    ]);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body).not.toMatch(/<script|onerror|evil|passwd|zz/);
    expect(log.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('of any kind never gets a 5xx', async () => {
    const w = linkWorld();
    const browser = w.browser();
    const confirmPage = await browser.open(await w.begin());
    const { csrf = '' } = browser.fields(confirmPage);
    const text = fc.oneof(anyText(), fc.constantFrom(csrf, '', '%', '\0', 'moves replaces'));
    const query = fc.array(
      fc.tuple(fc.constantFrom('t', 'state', 'code', 'error', 'csrf', 'shown', 'x'), text),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PAGES), query, fc.boolean(), async (path, pairs, posts) => {
        const search = new URLSearchParams(Object.fromEntries(pairs)).toString();
        const answer = posts
          ? await browser.request(path, {
              method: 'POST',
              body: search,
              headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://bot.test' },
            })
          : await browser.request(`${path}?${search}`);
        expect(answer.status).toBeLessThan(500);
      }),
      { numRuns: 300 },
    );
  });
});

test('a form is 16 KiB at most', async () => {
  const post = (bytes: number) =>
    webWith().inject({
      method: 'POST',
      url: '/link/confirm',
      payload: 'a'.repeat(bytes),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  expect((await post(16 * 1024)).statusCode).toBe(403);
  expect((await post(16 * 1024 + 1)).statusCode).toBe(413);
});

test.each([
  ['/healthz', 200],
  ['/link/confirm', 400],
  ['/nowhere', 404],
])('HEAD %s has the status of GET', async (url, status) => {
  expect((await webWith().inject({ method: 'HEAD', url })).statusCode).toBe(status);
});

test('X-Forwarded-For counts only from a trusted proxy', async () => {
  const addressSeen = async (trustedProxies: string[]) => {
    const web = webWith({ trustedProxies });
    web.get('/ip', (request) => request.ip);
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    return (await web.inject({ url: '/ip', remoteAddress: '10.0.0.1', headers })).body;
  };
  expect(await addressSeen([])).toBe('10.0.0.1');
  expect(await addressSeen(['192.168.0.0/16'])).toBe('10.0.0.1');
  expect(await addressSeen(['192.168.0.0/16', '10.0.0.0/8'])).toBe('203.0.113.9');
});

test('the stylesheet and the icon are immutable, since their paths change with the content', async () => {
  const web = webWith();
  const answer = await web.inject(stylesheetPath);
  expect(answer.headers['cache-control']).toContain('immutable');
  expect(answer.headers['content-type']).toMatch(/^text\/css/);
});

test('an internal error shows no details on the page, and no message in the log', async () => {
  const log = recordingLog();
  const linking = { ...linkWorld().linking, start: () => Promise.reject(new Error('secret-in-a-message')) };
  const answer = await webWith({ log, linking }).inject('/link/start?t=secret-ticket');
  expect(answer.statusCode).toBe(500);
  expect(answer.body).toContain('Something went wrong');
  expect(answer.body + log.text()).not.toMatch(/secret-/);
  expect(log.lines).toHaveLength(1);
});

describe('over a socket', () => {
  async function send(bytes: string): Promise<string> {
    const web = webWith();
    await web.listen({ host: '127.0.0.1', port: 0 });
    onTestFinished(() => web.close());
    const address = web.server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return new Promise((resolve, reject) => {
      let received = '';
      const socket = net.connect(address.port, '127.0.0.1', () => socket.write(bytes));
      socket
        .on('data', (data) => (received += data.toString()))
        .on('end', () => resolve(received))
        .on('error', reject);
    });
  }

  test.each([
    ['headers that are too large', `GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${'a'.repeat(40_000)}\r\n\r\n`, 431],
    ['no HTTP at all', 'hello <script>alert(1)</script>\r\n\r\n', 400],
    ['an unknown method', 'BREW / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
    [
      'two lengths',
      'POST /link/confirm HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
    ],
    [
      'a raw control byte in the path',
      'GET /link/\x01 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      400,
    ],
    ['no host', 'GET /nowhere HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ])('%s gets our own error page', async (_what, bytes, status) => {
    const answer = await send(bytes);
    expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
    expect(answer).not.toContain('<script');
  });
});
