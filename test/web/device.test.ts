import { describe, expect, test } from 'vitest';
import { derive } from '../../src/linking/flow-secrets.ts';
import { codeOn, getCode, typeAndAgree } from '../support/device.ts';
import { outage } from '../support/fake-platform.ts';
import {
  ana,
  anaMe,
  asAna,
  asEve,
  eve,
  eveMe,
  linkWorld,
  PLATFORM,
  type LinkWorld,
} from '../support/link-world.ts';

const MINUTE = 60_000;
const COOKIE = '__Host-matchpoint-code';

/** A browser right before the callback, with the callback's URL. */
async function before(w: LinkWorld, person = asAna) {
  const browser = w.browser(person);
  const { url } = await browser.go('/link/device/start', (at) => at.pathname === '/link/callback');
  return { browser, callback: url };
}

const stored = (w: LinkWorld) => ({
  codes: w.memory.keys('codes').length,
  links: w.memory.keys('links'),
  exchanges: w.platform.exchanges.length,
});
const NOTHING = { codes: 0, links: [], exchanges: 0 };

describe('the page about codes', () => {
  test('is the same for everyone, and neither reads nor sets a cookie', async () => {
    const w = linkWorld();
    const browser = w.browser();
    await browser.open(await w.begin());
    const inFlow = await browser.request('/link/device');
    const newVisitor = await w.browser().request('/link/device?t=x&code=y');
    expect(inFlow.html).toBe(newVisitor.html);
    expect(inFlow.headers.getSetCookie()).toEqual([]);
    expect(inFlow.text).toMatch(/Type the code only into Discord, yourself, after you typed \/link there/);
    expect(inFlow.text).toMatch(/Never give it to anybody/);
    expect(inFlow.html).toContain('href="/link/device/start"');
  });

  test('starts with a new cookie, and stores nothing before the platform’s redirect', async () => {
    const w = linkWorld();
    w.memory.control.down = true;
    const answer = await w.browser().request('/link/device/start');
    expect(answer.status).toBe(303);
    expect(String(answer.headers.getSetCookie())).toMatch(
      /^__Host-matchpoint-code=[\w-]{43}; Max-Age=1800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(answer.headers.get('location')).toContain(PLATFORM);
  });

  test.each([
    [[], ['client_id', 'response_type', 'state', 'theme']],
    [
      ['redirect_uri', 'pkce'],
      [
        'client_id',
        'code_challenge',
        'code_challenge_method',
        'redirect_uri',
        'response_type',
        'state',
        'theme',
      ],
    ],
  ] as const)('sends the configured parameters to the consent page (extras %j)', async (extras, names) => {
    const w = linkWorld({ extras: [...extras] });
    const { browser } = await getCode(w);
    const consent = new URL(browser.visited().find((url) => url.startsWith(PLATFORM)) ?? '');
    expect([...consent.searchParams.keys()].toSorted()).toEqual(names);
    const exchanged = Object.keys(w.platform.exchanges[0] ?? {}).toSorted();
    expect(exchanged).toEqual(extras.length > 0 ? ['code', 'codeVerifier', 'redirectUri'] : ['code']);
  });

  test('works under a path, and on loopback http', async () => {
    const w = linkWorld({ publicUrl: 'http://127.0.0.1:3000/bot' });
    expect(w.linking.device.pageUrl).toBe('http://127.0.0.1:3000/bot/link/device');
    const page = await w.web.inject('/link/device');
    expect(page.body).toContain('href="/bot/link/device/start"');
    const start = await w.web.inject('/link/device/start');
    expect(String(start.headers['set-cookie'])).toMatch(
      /^matchpoint-code=[\w-]{43}; .*Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });
});

describe('the code', () => {
  test('is on a page that names the account and says what to do', async () => {
    const w = linkWorld();
    const { browser, page, code } = await getCode(w);
    expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/);
    expect(page.text).toContain('Ana Souza');
    expect(page.text).toMatch(/works once, and for 5 minutes more/);
    expect(page.text).toMatch(/Never give it to anybody/);
    expect(page.headers.get('refresh')).toBe('300');
    expect(page.html).not.toMatch(/<script|<form|style=/);
    expect(browser.visited().join()).not.toContain(code);
    expect(browser.visited().join()).not.toContain(code.replace('-', ''));
  });

  test('is the same after a reload and a repeated callback', async () => {
    const w = linkWorld();
    const { browser, code } = await getCode(w);
    w.clock.time += 3.5 * MINUTE;
    const again = await browser.open('/link/device/code');
    expect([codeOn(again), again.text]).toEqual([code, expect.stringContaining('less than two minutes')]);
    const callback = browser.visited().find((url) => url.includes('/link/callback')) ?? '';
    expect(codeOn(await browser.open(callback))).toBe(code);
    expect(w.memory.keys('codes')).toHaveLength(1);
    expect(w.platform.exchanges).toHaveLength(1);
  });

  test('is shown in no other browser, even with its addresses', async () => {
    const w = linkWorld();
    const { browser, code } = await getCode(w);
    for (const other of [w.browser(), (await getCode(w, asEve)).browser]) {
      for (const url of ['/link/device/code', ...browser.visited().filter((at) => at.includes('bot.test'))]) {
        const page = await other.request(url);
        expect(page.html).not.toContain(code);
        expect(page.html).not.toContain('Ana Souza');
      }
    }
  });

  test('is no longer shown once it is expired or used', async () => {
    const w = linkWorld();
    const [old, used] = [await getCode(w), await getCode(w, asEve)];
    await typeAndAgree(w, eve.discordId, used.code);
    const spent = await used.browser.open('/link/device/code');
    expect([spent.status, spent.text]).toEqual([410, expect.stringContaining('This code was used')]);
    expect(spent.text).toContain('that ends their link');
    w.clock.time += 5 * MINUTE;
    const expired = await old.browser.open('/link/device/code');
    expect([expired.status, expired.text]).toEqual([410, expect.stringContaining('has expired')]);
    for (const page of [spent, expired]) {
      expect(codeOn(page)).toBeUndefined();
      expect(page.html).toContain('href="/link/device"');
    }
  });

  test('is one, with one exchange, if the callback is repeated during the exchange', async () => {
    const w = linkWorld();
    const { browser, callback } = await before(w);
    let again: Promise<unknown> = Promise.resolve();
    w.memory.control.before = async (call) => {
      if (!call.startsWith('codes.add')) return;
      w.memory.control.before = async () => {};
      again = browser.request(callback);
      for (let turn = 0; turn < 20; turn++) await new Promise<void>((resolve) => void setImmediate(resolve));
    };
    expect(codeOn(await browser.open(callback))).toBeDefined();
    await again;
    expect(stored(w)).toMatchObject({ codes: 1, exchanges: 1 });
  });
});

describe('a forwarded address', () => {
  test('of the start links nothing: only the victim’s browser shows the code', async () => {
    const w = linkWorld();
    const sender = w.browser(asEve);
    await sender.request('/link/device/start');
    const victim = await getCode(w); // the sender's address, opened by a victim who consents
    const page = await sender.request('/link/device/code');
    expect(page.status).toBe(400);
    expect(page.html).not.toContain(victim.code);
    expect(w.memory.keys('links')).toEqual([]);
  });

  test('of the consent page links nothing: the victim has no cookie', async () => {
    const w = linkWorld();
    const { url } = await w.browser(asEve).go('/link/device/start', (at) => at.origin === PLATFORM);
    for (const victim of [w.browser(), (await before(w)).browser]) {
      const page = await victim.open(url);
      expect(page.status).toBe(400);
      expect(codeOn(page)).toBeUndefined();
    }
    expect(stored(w)).toEqual(NOTHING);
  });

  test('of the callback links the sender’s account to no other user', async () => {
    const w = linkWorld();
    const { callback } = await before(w, asEve);
    for (const victim of [w.browser(), (await before(w)).browser]) {
      expect((await victim.request(callback)).status).toBe(400);
    }
    expect(stored(w)).toEqual(NOTHING);
  });
});

describe('a callback', () => {
  test.each([
    ['without a cookie', { cookie: false, state: true }],
    ['without a state', { cookie: true, state: false }],
    ['without both', { cookie: false, state: false }],
  ])('%s gives no code', async (_how, has) => {
    const w = linkWorld();
    const { browser, callback } = await before(w);
    if (!has.cookie) browser.cookies.clear();
    if (!has.state) callback.searchParams.delete('state');
    const page = await browser.request(callback);
    expect(page.status).toBe(400);
    expect(page.html).toMatch(/href="\/link\/device(\/start)?"/);
    expect(stored(w)).toEqual(NOTHING);
  });

  test.each(['', 'undefined', 'x'.repeat(43), 'ü'.repeat(5000)])(
    'with the state %j gives no code',
    async (state) => {
      const w = linkWorld();
      const { browser, callback } = await before(w);
      callback.searchParams.set('state', state);
      expect((await browser.request(callback)).status).toBe(400);
      expect(stored(w)).toEqual(NOTHING);
    },
  );

  test('with a repeated parameter gives no code', async () => {
    const w = linkWorld();
    const { browser, callback } = await before(w);
    for (const name of ['code', 'state']) {
      const twice = new URL(callback);
      twice.searchParams.append(name, twice.searchParams.get(name) ?? '');
      expect((await browser.request(twice)).status).toBe(400);
    }
    expect(stored(w)).toEqual(NOTHING);
  });

  test('with the cookie of one flow and the state of the other is refused', async () => {
    const w = linkWorld();
    const { browser } = await before(w);
    const cookie = browser.cookies.get(COOKIE) ?? '';
    const page = (state: string) =>
      browser.request(`/link/callback?code=${w.platform.code(anaMe)}&state=${state}`);
    expect((await page(derive(cookie, 'state at platform'))).status).toBe(400);
    browser.cookies.clear();
    browser.cookies.set('__Host-matchpoint', cookie);
    expect((await page(derive(cookie, 'state for a code'))).status).toBe(400);
    expect((await page(derive(cookie, 'state at platform'))).status).toBe(400);
    expect(stored(w)).toEqual(NOTHING);
  });

  test('with a code that PKCE binds to another browser gives no code of ours', async () => {
    const w = linkWorld({ extras: ['pkce'] });
    const [victim, thief] = [await before(w), await before(w, asEve)];
    thief.callback.searchParams.set('code', victim.callback.searchParams.get('code') ?? '');
    const page = await thief.browser.open(thief.callback);
    expect([page.status, codeOn(page)]).toEqual([400, undefined]);
    expect(w.memory.keys('codes')).toEqual([]);
  });

  test.each([
    ['denied', 403, 'You said no at Arena <One>'],
    ['down', 502, "Arena <One> isn't responding"],
    ['unreadable', 502, "Arena <One> isn't responding"],
  ] as const)('with the platform %s says so, and restarts the device flow', async (how, status, words) => {
    const w = linkWorld();
    const person = { ...asAna, platform: how === 'denied' ? ('deny' as const) : anaMe };
    const browser = w.browser(person as typeof asAna);
    if (how === 'down') w.platform.failure = outage;
    if (how === 'unreadable') w.platform.meFailure = outage;
    const page = await browser.open('/link/device/start');
    expect([page.status, page.text]).toEqual([status, expect.stringContaining(words)]);
    expect(page.html).toContain('href="/link/device/start"');
    expect(page.html).not.toContain('href="/link/start"');
    w.platform.failure = undefined;
    w.platform.meFailure = undefined;
    expect((await getCode(w, asAna, w.browser())).code).toBeDefined();
  });

  test('can be reloaded after an outage of the platform', async () => {
    const w = linkWorld();
    const { browser, callback } = await before(w);
    w.platform.failure = outage;
    expect((await browser.open(callback)).status).toBe(502);
    w.platform.failure = undefined;
    expect(codeOn(await browser.open(callback))).toBeDefined();
  });
});

describe('both flows in one browser', () => {
  test('do not affect each other', async () => {
    const w = linkWorld();
    const browser = w.browser();
    const first = await browser.go(await w.begin(), (at) => at.pathname === '/link/callback');
    const second = await browser.go('/link/device/start', (at) => at.pathname === '/link/callback');
    const confirmPage = await browser.open(first.url);
    expect(confirmPage.text).toContain('Link these two accounts?');
    const page = await browser.open(second.url);
    expect(codeOn(page)).toBeDefined();
    expect((await browser.press(confirmPage)).text).toContain("You're linked");
    expect(codeOn(await browser.open('/link/device/code'))).toBe(codeOn(page));
  });

  test('do not share steps', async () => {
    const w = linkWorld();
    const { browser } = await getCode(w);
    expect((await browser.request('/link/confirm')).status).toBe(400);
    const first = w.browser();
    await first.open(await w.begin());
    expect((await first.request('/link/device/code')).status).toBe(400);
  });
});

describe('a refusal page', () => {
  test('about a lost cookie offers linking with a code, which works', async () => {
    const w = linkWorld();
    const browser = w.browser();
    const { url } = await browser.go(await w.begin(), (at) => at.pathname === '/link/callback');
    browser.cookies.clear();
    const page = await browser.open(url);
    expect(page.text).toContain('lost the thread');
    expect(page.html).toContain('href="/link/device"');
    const { code } = await getCode(w, asAna, browser);
    expect(await typeAndAgree(w, ana.discordId, code)).toMatchObject({ outcome: 'linked' });
  });

  test('does not link another user who got the address', async () => {
    const w = linkWorld();
    const { url } = await w.browser().go(await w.begin(), (at) => at.pathname === '/link/callback');
    const victim = w.browser(asEve);
    const page = await victim.open(url);
    const [, again = ''] = /href="([^"]*\/link\/start\?t=[^"]+)"/.exec(page.html) ?? [];
    expect((await victim.open(again)).status).toBe(403);
    expect(await w.linkedTo(ana)).toBeUndefined();
  });

  test('for an unknown state offers no restart', async () => {
    const w = linkWorld();
    const page = await w.browser().open(`/link/callback?code=x&state=${'a'.repeat(43)}`);
    expect(page.html).not.toContain('/link/start');
    expect(page.html).toContain('href="/link/device"');
  });

  test('about a missing state offers both flows', async () => {
    const w = linkWorld();
    const browser = w.browser();
    await browser.go(await w.begin(), (at) => at.pathname === '/link/callback');
    const page = await browser.open('/link/callback');
    expect(page.html).toContain('href="/link/start"');
    expect(page.html).toContain('href="/link/device"');
    expect((await browser.press(await browser.open('/link/start'))).text).toContain("You're linked");
  });

  test('about an outage of the store keeps the ticket of its address', async () => {
    const w = linkWorld();
    const url = await w.begin();
    w.memory.control.down = true;
    const page = await w.browser().open(url);
    w.memory.control.down = false;
    const href = /href="(\/link\/start\?t=[\w-]{43})"/.exec(page.html)?.[1] ?? '';
    expect((await w.browser().open(href)).text).toContain('Link these two accounts?');
  });
});

test('no code, state, cookie or token is in the log, the store, or another user’s page', async () => {
  const w = linkWorld({ extras: ['pkce'] });
  const { browser, code } = await getCode(w);
  const storeBefore = w.memory.text();
  expect(storeBefore).toContain('p1');
  const cookie = browser.cookies.get(COOKIE) ?? '';
  await w.linking.device.check(
    eve.discordId,
    code.replace(/.$/, (sign) => (sign === 'A' ? 'B' : 'A')),
  );
  await typeAndAgree(w, ana.discordId, code);
  w.clock.time += MINUTE;
  const pages = [await browser.open('/link/device/code')];
  w.platform.failure = outage;
  pages.push(await w.browser({ discord: eve, platform: eveMe }).open('/link/device/start'));
  const { callback, browser: late } = await before(w);
  callback.searchParams.set('state', 'secret-state');
  pages.push(await late.request(callback));
  w.memory.control.down = true;
  pages.push(await browser.open('/link/device/code'));
  const secrets = [
    code,
    code.replace('-', ''),
    cookie,
    derive(cookie, 'state for a code'),
    derive(cookie, 'pkce verifier'),
  ];
  const everywhere = [
    w.log.text(),
    storeBefore,
    w.memory.text(),
    ...pages.map(({ html: body }) => body),
  ].join('\n');
  expect(everywhere.match(/secret-[\w-]*/)?.[0]).toBeUndefined();
  expect(secrets.filter((secret) => everywhere.includes(secret))).toEqual([]);
  expect(w.log.lines.map(({ fields }) => ('refusal' in fields ? fields.refusal : undefined))).toEqual([
    'code-spent',
    'platform-unreachable',
    'state-mismatch',
    'store-unreachable',
  ]);
});
