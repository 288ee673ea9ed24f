import { describe, expect, test } from 'vitest';
import { derive } from '../../src/linking/flow-secrets.ts';
import { IdentityError } from '../../src/linking/ports.ts';
import { PlatformError } from '../../src/platform/error.ts';
import { createWeb } from '../../src/web/create-web.ts';
import { refusalPages } from '../../src/web/refusal-page.ts';
import { outage } from '../support/fake-platform.ts';
import { ana, asAna, asEve, eve, linkWorld, type LinkWorld } from '../support/link-world.ts';
import { pageWords } from '../support/page-words.ts';

const noEndpoint = new PlatformError('not-found', { operation: 'POST /oauth/token', status: 404 });
const wrongClient = new PlatformError('unauthorised', { operation: 'POST /oauth/token', status: 401 });

type CallbackPath = '/link/discord' | '/link/callback';

/** A browser right before a callback, and the callback's response without following its redirect. */
async function refused(
  w: LinkWorld,
  path: CallbackPath,
  change: (url: URL, cookies: Map<string, string>) => void,
) {
  const browser = w.browser();
  const { url } = await browser.go(await w.begin(), (at) => at.pathname === path);
  change(url, browser.cookies);
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
  const answer = await w.web.inject({
    url: url.pathname + url.search,
    headers: { host: 'bot.test', ...(cookie && { cookie }) },
  });
  return { browser, answer };
}

describe('a refused callback', () => {
  test('redirects to a page without a query, which says why', async () => {
    const cases: [
      CallbackPath,
      string,
      (url: URL, cookies: Map<string, string>, w: LinkWorld) => void,
      number,
    ][] = [
      ['/link/discord', 'cookie-lost', (_url, cookies) => cookies.clear(), 400],
      ['/link/discord', 'state-missing', (url) => url.searchParams.delete('state'), 400],
      ['/link/discord', 'state-mismatch', (url) => url.searchParams.set('state', 'x'), 400],
      ['/link/discord', 'malformed', (url) => url.searchParams.append('code', 'x'), 400],
      ['/link/discord', 'code-refused-by-discord', (url) => url.searchParams.set('code', 'x'), 400],
      [
        '/link/discord',
        'wrong-discord-user',
        (url, _c, w) => url.searchParams.set('code', w.discord.code(eve)),
        403,
      ],
      ['/link/discord', 'denied-at-discord', (url) => url.searchParams.set('error', 'access_denied'), 403],
      [
        '/link/discord',
        'discord-unreachable',
        (_url, _c, w) => void (w.discord.failure = new Error('down')),
        502,
      ],
      [
        '/link/discord',
        'client-refused-by-discord',
        (_url, _c, w) => void (w.discord.failure = new IdentityError('client')),
        500,
      ],
      ['/link/discord', 'ticket-expired', (_url, _c, w) => void (w.clock.time += 600_000), 410],
      ['/link/discord', 'store-unreachable', (_url, _c, w) => void (w.memory.control.down = true), 503],
      ['/link/callback', 'cookie-lost', (_url, cookies) => cookies.clear(), 400],
      ['/link/callback', 'state-mismatch', (url) => url.searchParams.set('state', 'x'), 400],
      ['/link/callback', 'code-refused-by-platform', (url) => url.searchParams.set('code', 'x'), 400],
      [
        '/link/callback',
        'client-refused-by-platform',
        (_url, _c, w) => void (w.platform.failure = wrongClient),
        500,
      ],
      ['/link/callback', 'platform-unreachable', (_url, _c, w) => void (w.platform.failure = outage), 502],
      [
        '/link/callback',
        'platform-unreachable',
        (_url, _c, w) => void (w.platform.failure = noEndpoint),
        502,
      ],
    ];
    for (const [path, reason, change, status] of cases) {
      const w = linkWorld();
      const { browser, answer } = await refused(w, path, (url, cookies) => change(url, cookies, w));
      const response = [
        path,
        reason,
        answer.statusCode,
        answer.headers.location,
        answer.headers['cache-control'],
      ];
      const reference = String(answer.headers.location).slice(-7);
      const address = `https://bot.test/link/refused/${reason}/${reference}`;
      expect(response).toEqual([path, reason, 303, address, 'no-store']);
      w.memory.control.down = false;
      const page = await browser.request(String(answer.headers.location));
      expect([reason, page.status, page.html.includes('<h1>')]).toEqual([reason, status, true]);
      // The operator finds the refusal in the log by what the page shows, with the step.
      expect(reference).toMatch(/^[0-9A-Z]{7}$/);
      expect(page.text).toContain(`Give this reference: ${reference}`);
      const step = path === '/link/discord' ? 'discord' : 'platform';
      const lines = w.log.lines.filter(({ message }) => message === 'linking refused');
      expect(lines.map(({ fields }) => fields)).toEqual([
        expect.objectContaining({ step, refusal: reason, reference }),
      ]);
      expect(page.html + JSON.stringify(answer.headers)).not.toMatch(/secret-|code=|state=/);
    }
  });

  test('logs what the redirect gave as its error: a wrong scope is for an admin to mend, a no is not', async () => {
    for (const [error, refusal, level] of [
      ['access_denied', 'denied-at-platform', 'info'],
      ['invalid_scope', 'request-refused-by-platform', 'warn'],
      ['unauthorized_client', 'request-refused-by-platform', 'warn'],
      ['server_error', 'platform-unreachable', 'warn'],
      ['marked-error', 'refused-by-platform', 'warn'],
    ] as const) {
      const w = linkWorld();
      await refused(w, '/link/callback', (url) => url.searchParams.set('error', error));
      const lines = w.log.lines.filter(({ message }) => message === 'linking refused');
      const oauthError = error === 'marked-error' ? 'other' : error;
      expect(lines, error).toEqual([
        expect.objectContaining({ level, fields: expect.objectContaining({ refusal, oauthError }) }),
      ]);
    }
  });

  test('for a scope that the platform does not take says whom to tell, and its line names the settings', async () => {
    for (const path of ['/link/callback', '/link/device/start']) {
      const w = linkWorld();
      const browser = w.browser();
      const begin = path === '/link/callback' ? await w.begin() : path;
      const { url } = await browser.go(begin, (at) => at.pathname === '/link/callback');
      url.searchParams.set('error', 'invalid_scope');
      const page = await browser.open(url);
      expect([page.status, page.text]).toEqual([500, expect.stringContaining("isn't set up right")]);
      expect(page.html).not.toContain('/link/start');
      expect(w.log.lines).toContainEqual(
        expect.objectContaining({
          level: 'warn',
          fields: expect.objectContaining({ oauthError: 'invalid_scope', settings: ['SCOPE'] }),
        }),
      );
    }
  });

  test('for a client that is refused is an error line, with the answer; for an outage a warning', async () => {
    const cases = [
      [new IdentityError('client', { status: 401, oauthError: 'invalid_client' }), 'error'],
      [new IdentityError('refused', { status: 400, oauthError: 'invalid_grant' }), 'warn'],
      [new IdentityError('unavailable', { status: 503, oauthError: 'marked <html>' }), 'warn'],
    ] as const;
    for (const [failure, level] of cases) {
      const w = linkWorld();
      w.discord.failure = failure;
      await refused(w, '/link/discord', () => undefined);
      const oauthError = failure.oauthError === 'marked <html>' ? 'other' : failure.oauthError;
      expect(w.log.lines).toEqual([
        {
          level,
          message: 'linking refused',
          fields: expect.objectContaining({ step: 'discord', status: failure.status, oauthError }),
        },
      ]);
    }
  });

  test('for a platform that cannot be reached has the code of the connection in its line', async () => {
    const w = linkWorld();
    const cause = Object.assign(new Error('marked-message'), { code: 'ECONNREFUSED' });
    w.platform.failure = new PlatformError('unavailable', { operation: 'POST /oauth/token', cause });
    await refused(w, '/link/callback', () => undefined);
    expect(w.log.lines[0]?.fields).toMatchObject({ refusal: 'platform-unreachable', code: 'ECONNREFUSED' });
    expect(w.log.text()).not.toContain('marked-message');
  });

  test('redirects also for a rate limit and an internal error', async () => {
    const w = linkWorld();
    const web = createWeb({
      linking: { ...w.linking, fromDiscord: () => Promise.reject(new Error('secret-fault')) },
      readiness: async () => ({ ready: true }),
      words: pageWords,
      platformName: 'Arena',
      publicUrl: new URL('https://bot.test/below'),
      trustedProxies: [],
      log: w.log,
      requestsPerMinute: 1,
    });
    const ask = () => web.inject('/link/discord?code=c&state=s');
    const fault = String((await ask()).headers.location);
    expect(fault).toMatch(/^https:\/\/bot\.test\/below\/link\/refused\/fault\/[0-9A-Z]{7}$/);
    expect(w.log.lines.at(-1)?.fields).toMatchObject({ reference: fault.slice(-7) });
    expect((await ask()).headers.location).toBe('https://bot.test/below/link/refused/too-many');
    expect((await web.inject('/link/refused/too-many')).statusCode).toBe(429);
  });

  test('of the device flow leads back to that flow', async () => {
    const w = linkWorld();
    const browser = w.browser();
    const { url } = await browser.go('/link/device/start', (at) => at.pathname === '/link/callback');
    url.searchParams.set('code', 'x');
    const page = await browser.open(url);
    expect(browser.visited().at(-1)).toContain('/link/device/refused/');
    expect(page.html).toContain('href="/link/device/start"');
    expect(page.status).toBe(400);
  });

  test('only takes our own reasons as a path', async () => {
    const w = linkWorld();
    for (const text of [
      'x',
      '__proto__',
      'constructor',
      '<script>',
      '%3Cb%3E',
      'cookie-lost/x',
      'cookie-lost/ABCDEF<',
      '',
    ]) {
      const page = await w.web.inject(`/link/refused/${text}`);
      expect([text, page.statusCode]).toEqual([text, 404]);
      expect(page.body).not.toMatch(/<script|<b>|proto/);
    }
    for (const [reason, { status }] of Object.entries(refusalPages))
      expect((await w.web.inject(`/link/refused/${reason}`)).statusCode).toBe(status);
  });
});

test.each(['/link/discord', '/link/callback'] as const)(
  'a login that lost its cookie at %s restarts from the page, with a ticket that is in no URL of the redirect',
  async (path) => {
    const w = linkWorld();
    const { browser, answer } = await refused(w, path, (_url, cookies) => cookies.clear());
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^__Host-matchpoint-restart=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    for (const { name, value } of answer.cookies) browser.cookies.set(name, value);
    const page = await browser.request(String(answer.headers.location));
    const start = /href="(\/link\/start\?t=[\w-]{43})"/.exec(page.html)?.[1] ?? '';
    await browser.press(await browser.open(start));
    expect(await w.linkedTo(ana)).toBe('p1');
    // A later refusal without a ticket does not show the old one.
    browser.cookies.delete('__Host-matchpoint');
    expect((await browser.request('/link/discord?code=x&state=y')).html).not.toContain('/link/start');
  },
);

describe('made-up codes', () => {
  /** Sends this many codes to a browser's callback, all at once. */
  const flood = (browser: ReturnType<LinkWorld['browser']>, callback: URL, count: number) => {
    const send = (n: number) => {
      const url = new URL(callback);
      url.searchParams.set('code', `made-up-${n}`);
      return browser.request(url);
    };
    return Promise.all(Array.from({ length: count }, (_, n) => send(n)));
  };

  test('spend the state: one is exchanged of however many', async () => {
    for (const path of ['/link/discord', '/link/callback'] as const) {
      const w = linkWorld();
      const calls = () => (path === '/link/discord' ? w.discord.exchanges : w.platform.exchanges.length);
      const browser = w.browser();
      const { url } = await browser.go(await w.begin(), (at) => at.pathname === path);
      const answers = await flood(browser, url, 50);
      expect([path, calls()]).toEqual([path, 1]);
      expect(answers.every(({ status }) => status === 400)).toBe(true);
      await browser.open(url);
      expect([path, calls()]).toEqual([path, 1]);
      expect(await w.linkedTo(ana)).toBeUndefined();
    }
  });

  test('end the ticket after three, in any browser and with any state, and no other ticket', async () => {
    for (const path of ['/link/discord', '/link/callback'] as const) {
      const w = linkWorld();
      const calls = () => (path === '/link/discord' ? w.discord.exchanges : w.platform.exchanges.length);
      const address = await w.begin();
      for (let n = 0; n < 3; n++) {
        const browser = w.browser();
        const { url } = await browser.go(address, (at) => at.pathname === path);
        url.searchParams.set('code', `made-up-${n}`);
        expect((await browser.request(url)).status).toBe(400);
      }
      const made = calls();
      const late = w.browser();
      expect((await late.open(address)).text).toContain('start over');
      expect([path, calls()]).toEqual([path, made]);
      const other = w.browser(asEve);
      await other.press(await other.open(await w.begin(eve)));
      expect(await w.linkedTo(eve)).toBe('p6');
    }
  });

  test('count once each, and starting again links', async () => {
    const w = linkWorld();
    const browser = w.browser();
    const { url } = await browser.go(await w.begin(), (at) => at.pathname === '/link/discord');
    const bad = new URL(url);
    bad.searchParams.set('code', 'made-up');
    for (let n = 0; n < 5; n++) expect((await browser.request(bad)).status).toBe(400);
    expect(w.discord.exchanges).toBe(1);
    expect((await browser.open(url)).html).toContain('href="/link/start"');
    await browser.press(await browser.open('/link/start'));
    expect(await w.linkedTo(ana)).toBe('p1');
  });

  test('of another issuer are refused before they are exchanged', async () => {
    for (const [path, issuer] of [
      ['/link/discord', 'https://discord.test'],
      ['/link/callback', 'https://platform.test/oauth'],
    ] as const) {
      const w = linkWorld();
      const browser = w.browser();
      const { url } = await browser.go(await w.begin(), (at) => at.pathname === path);
      const exchanges = () => w.discord.exchanges + w.platform.exchanges.length;
      const before = exchanges();
      url.searchParams.set('iss', 'https://evil.test');
      expect((await browser.request(url)).status).toBe(400);
      expect(exchanges()).toBe(before);
      url.searchParams.set('iss', issuer);
      await browser.press(await browser.open(url));
      expect(await w.linkedTo(ana)).toBe('p1');
    }
  });

  test('reach the platform ten times a minute from one address, and affect no other caller', async () => {
    const w = linkWorld();
    const attacker = '192.0.2.1';
    for (let n = 0; n < 15; n++) {
      const browser = w.browser(asEve, undefined, attacker);
      const { url } = await browser.go('/link/device/start', (at) => at.pathname === '/link/callback');
      url.searchParams.set('code', `made-up-${n}`);
      await browser.request(url);
    }
    expect(w.platform.exchanges).toHaveLength(10);
    const late = w.browser(asEve, undefined, attacker);
    const page = await late.open('/link/device/start');
    expect([page.status, page.text]).toEqual([429, expect.stringContaining('Too many sign-ins')]);
    // Other addresses still work, and so does a member identified by Discord at this address.
    expect((await w.browser(asEve, undefined, '192.0.2.2').open('/link/device/start')).status).toBe(200);
    const browser = w.browser(asAna, undefined, attacker);
    await browser.press(await browser.open(await w.begin()));
    expect(await w.linkedTo(ana)).toBe('p1');
    w.clock.time += 60_000;
    expect((await late.open('/link/device/start')).status).toBe(200);
  });

  test('of one member, in any number of flows, do not affect another member', async () => {
    const w = linkWorld();
    for (let flow = 0; flow < 10; flow++) {
      const browser = w.browser(asEve);
      const { url } = await browser.go(await w.begin(eve), (at) => at.pathname === '/link/callback');
      await flood(browser, url, 5);
    }
    expect(w.platform.exchanges.length).toBeLessThanOrEqual(10);
    const browser = w.browser();
    await browser.press(await browser.open(await w.begin()));
    expect(await w.linkedTo(ana)).toBe('p1');
  });
});

test('a cookie that this server did not sign is refused before any request or write', async () => {
  const w = linkWorld();
  const cookie = 'A'.repeat(43);
  const browser = w.browser();
  browser.cookies.set('__Host-matchpoint-code', cookie);
  w.memory.control.down = true;
  const code = w.platform.code({ id: 'p1', name: 'Ana Souza' });
  const url = `/link/callback?code=${code}&state=${derive(cookie, 'state for a code')}`;
  expect((await browser.request(url)).text).toContain('lost the thread');
  expect(w.platform.exchanges).toEqual([]);
});
