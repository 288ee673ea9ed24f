import { describe, expect, test } from 'vitest';
import { derive } from '../../src/linking/flow-secrets.ts';
import { ana, anaMe, asAna, asEve, eve, eveMe, linkWorld, type LinkWorld } from '../support/link-world.ts';

const OURS = 'https://bot.test';
const elsewhere = (at: URL) => at.origin !== OURS;

/** No link, no owner, no announcement. */
async function nothingLinked(w: LinkWorld) {
  await w.linking.idle();
  expect({
    links: w.memory.keys('links'),
    owners: w.memory.keys('owners'),
    announced: w.welcomes.length,
  }).toEqual({
    links: [],
    owners: [],
    announced: 0,
  });
}

/** A browser right before a callback, with the callback's URL. */
async function before(w: LinkWorld, path: '/link/discord' | '/link/callback', person = asAna) {
  const browser = w.browser(person);
  const { url } = await browser.go(
    await w.begin(person.discord === eve ? eve : ana),
    (at) => at.pathname === path,
  );
  return { browser, callback: url };
}

/** Ana's browser on the confirmation page. */
async function openConfirmPage(w: LinkWorld) {
  const browser = w.browser();
  const page = await browser.open(await w.begin());
  return { browser, form: browser.fields(page) };
}

describe('a forwarded link', () => {
  test('links nothing: the victim is another Discord user', async () => {
    const w = linkWorld();
    const forwarded = await w.begin(eve);
    const victim = w.browser(asAna);
    const page = await victim.open(forwarded);
    expect(page.status).toBe(403);
    expect(page.text).toContain('This link is not yours');
    // No button that would continue the sender's link, and no way to a code, which the sender would ask for next.
    expect(page.html).not.toContain('/link/');
    expect((await victim.request('/link/confirm')).status).toBe(400);
    expect(w.platform.exchanges).toEqual([]);
    await nothingLinked(w);
  });

  test('forwarded in the middle links nothing: the victim has no cookie', async () => {
    for (const path of ['/link/discord', '/link/callback'] as const) {
      const w = linkWorld();
      const { callback } = await before(w, path, asEve);
      const page = await w.browser(asAna).open(callback);
      expect(page.text).toContain('lost the thread');
      await nothingLinked(w);
    }
  });

  test('to the platform’s consent page links nothing', async () => {
    const w = linkWorld();
    const sender = w.browser(asEve);
    const { url } = await sender.go(await w.begin(eve), (at) => at.origin === 'https://platform.test');
    const page = await w.browser(asAna).open(url); // ana agrees there, and comes back with eve's state
    expect(page.status).toBe(400);
    await nothingLinked(w);
  });
});

describe.each(['/link/discord', '/link/callback'] as const)('a callback to %s', (path) => {
  test.each([
    ['without a cookie', { cookie: false, state: true }],
    ['without a state', { cookie: true, state: false }],
    ['without both', { cookie: false, state: false }],
  ])('%s links nothing', async (_how, has) => {
    const w = linkWorld();
    const { browser, callback } = await before(w, path);
    if (!has.cookie) browser.cookies.clear();
    if (!has.state) callback.searchParams.delete('state');
    const page = await browser.request(callback);
    expect(page.status).toBe(400);
    await nothingLinked(w);
  });

  test.each(['', 'undefined', 'null', '0', 'x'.repeat(43), 'ü'.repeat(5000)])(
    'with the state %j links nothing',
    async (state) => {
      const w = linkWorld();
      const { browser, callback } = await before(w, path);
      callback.searchParams.set('state', state);
      expect((await browser.request(callback)).status).toBe(400);
      await nothingLinked(w);
    },
  );

  test.each(['undefined', '__Host-', 'x', 'A'.repeat(43), '%00', '; ='])(
    'with the cookie %j links nothing',
    async (cookie) => {
      const w = linkWorld();
      const { browser, callback } = await before(w, path);
      browser.cookies.set('__Host-matchpoint', cookie);
      expect((await browser.request(callback)).status).toBe(400);
      await nothingLinked(w);
    },
  );

  test('with the state of another flow, or nearly its own, links nothing', async () => {
    const w = linkWorld();
    const { browser, callback } = await before(w, path);
    const other = (await before(w, path, asEve)).callback.searchParams.get('state') ?? '';
    const own = callback.searchParams.get('state') ?? '';
    for (const state of [other, `${own}x`, own.slice(1)]) {
      callback.searchParams.set('state', state);
      expect((await browser.request(callback)).status).toBe(400);
    }
    await nothingLinked(w);
  });

  test.each(['', '../../x', '\u0000', 'x'.repeat(3000), '<script>alert(1)</script>'])(
    'with the code %j links nothing',
    async (code) => {
      const w = linkWorld();
      const { browser, callback } = await before(w, path);
      callback.searchParams.set('code', code);
      const page = await browser.request(callback);
      expect(page.status).toBe(400);
      expect(page.html).not.toContain('<script');
      await nothingLinked(w);
    },
  );

  test('with the state of the other step links nothing', async () => {
    const w = linkWorld();
    const { browser, callback } = await before(w, '/link/callback');
    const discordState = browser
      .visited()
      .map((url) => new URL(url))
      .find((url) => url.origin === 'https://discord.test');
    const wrong =
      path === '/link/callback'
        ? discordState?.searchParams.get('state')
        : callback.searchParams.get('state');
    const page = await browser.request(`${path}?code=x&state=${wrong}`);
    expect(page.status).toBe(400);
    await nothingLinked(w);
  });

  test('with a repeated parameter links nothing', async () => {
    const w = linkWorld();
    const { browser, callback } = await before(w, path);
    for (const name of ['code', 'state']) {
      const twice = new URL(callback);
      twice.searchParams.append(name, twice.searchParams.get(name) ?? '');
      expect((await browser.request(twice)).status).toBe(400);
    }
    await nothingLinked(w);
  });
});

describe('a code of another person', () => {
  test('at Discord’s step is refused: Discord identifies the user', async () => {
    const w = linkWorld();
    const { browser, callback } = await before(w, '/link/discord');
    callback.searchParams.set('code', w.discord.code(eve));
    const page = await browser.request(callback);
    expect([page.status, page.text]).toEqual([403, expect.stringContaining('not yours')]);
    await nothingLinked(w);
  });

  test('at the platform’s step is refused with PKCE', async () => {
    const w = linkWorld({ extras: ['pkce'] });
    const victim = await before(w, '/link/callback', asEve);
    const { browser, callback } = await before(w, '/link/callback');
    callback.searchParams.set('code', victim.callback.searchParams.get('code') ?? '');
    const page = await browser.request(callback);
    expect([page.status, page.text]).toEqual([400, expect.stringContaining("didn't accept")]);
    await nothingLinked(w);
  });
});

describe('a replayed callback', () => {
  test.each(['/link/discord', '/link/callback'] as const)(
    'to %s only shows the current step of its browser',
    async (path) => {
      const w = linkWorld();
      const { browser, callback } = await before(w, path);
      await browser.press(await browser.open(callback));
      const exchanges = [w.discord.exchanges, w.platform.exchanges.length];
      expect((await browser.open(callback)).text).toContain("You're linked");
      expect([w.discord.exchanges, w.platform.exchanges.length]).toEqual(exchanges);
      await w.linking.idle();
      expect(w.welcomes).toHaveLength(1);
      // Another browser is refused.
      expect((await w.browser().request(callback)).status).toBe(400);
    },
  );

  test('with another user’s code changes nothing', async () => {
    const w = linkWorld();
    const { browser, callback } = await before(w, '/link/callback');
    await browser.open(callback);
    callback.searchParams.set('code', w.platform.code(eveMe));
    const page = await browser.open(callback);
    expect(page.text).toContain('Ana Souza');
    await browser.press(page);
    expect(await w.linkedTo(ana)).toBe('p1');
  });
});

describe('the platform’s step', () => {
  test('cannot be reached before Discord’s step', async () => {
    const w = linkWorld();
    const browser = w.browser();
    await browser.go(await w.begin(), elsewhere);

    const state = derive(browser.cookies.get('__Host-matchpoint') ?? '', 'state at platform');
    const page = await browser.request(`/link/callback?code=${w.platform.code(eveMe)}&state=${state}`);
    expect(page.status).toBe(400);
    expect(w.platform.exchanges).toEqual([]);
    await nothingLinked(w);
  });

  test('cannot be skipped by opening the confirmation page', async () => {
    const w = linkWorld();
    const browser = w.browser();
    await browser.go(await w.begin(), elsewhere);
    expect((await browser.request('/link/confirm')).headers.get('location')).toContain(
      'https://discord.test',
    );

    const csrf = derive(browser.cookies.get('__Host-matchpoint') ?? '', 'csrf of confirmation');
    expect((await browser.post({ csrf, shown: '' })).headers.get('location')).toContain(
      'https://discord.test',
    );
    await nothingLinked(w);
  });
});

describe('a confirmation', () => {
  test.each([undefined, '', 'x', 'A'.repeat(43), '__proto__'])(
    'with the CSRF token %j links nothing',
    async (csrf) => {
      const w = linkWorld();
      const { browser, form } = await openConfirmPage(w);
      const { csrf: _right, ...rest } = form;
      const page = await browser.post(csrf === undefined ? rest : { ...rest, csrf });
      expect(page.status).toBe(403);
      await nothingLinked(w);
      expect((await browser.post(form)).status).toBe(303); // the real token still works
    },
  );

  test('with the CSRF token of another browser links nothing', async () => {
    const w = linkWorld();
    const { browser } = await openConfirmPage(w);
    const other = await openConfirmPage(w);
    expect((await browser.post(other.form)).status).toBe(403);
    await nothingLinked(w);
  });

  test('without its cookie links nothing', async () => {
    const w = linkWorld();
    const { browser, form } = await openConfirmPage(w);
    browser.cookies.clear();
    expect((await browser.post(form)).status).toBe(400);
    await nothingLinked(w);
  });

  test.each([
    ['another origin', { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }],
    [
      'another origin that claims to be ours',
      { origin: 'https://evil.test', 'sec-fetch-site': 'same-origin' },
    ],
    ['a sibling', { origin: 'https://evil.bot.test', 'sec-fetch-site': 'same-site' }],
    ['our host over http', { origin: 'http://bot.test', 'sec-fetch-site': 'cross-site' }],
    ['our host at another port', { origin: 'https://bot.test:8443', 'sec-fetch-site': 'same-site' }],
    ['`null` elsewhere', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['`null` at a sibling', { origin: 'null', 'sec-fetch-site': 'same-site' }],
    ['`null` with nothing else', { origin: 'null', 'sec-fetch-site': undefined }],
    ['nowhere', { origin: undefined, 'sec-fetch-site': undefined }],
    ['the address bar', { origin: undefined, 'sec-fetch-site': 'none' }],
    ['two origins', { origin: 'https://bot.test, https://evil.test', 'sec-fetch-site': 'same-origin' }],
  ])('from %s links nothing', async (_where, headers) => {
    const w = linkWorld();
    const { browser, form } = await openConfirmPage(w);
    const page = await browser.post(form, headers);
    expect(page.status).toBe(403);
    await nothingLinked(w);
  });

  test.each([
    ['our origin', { origin: OURS, 'sec-fetch-site': 'same-origin' }],
    ['our origin, by a browser that sends no Sec-Fetch-Site', { origin: OURS, 'sec-fetch-site': undefined }],
    ['our page behind a stricter referrer policy', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
    ['our page without an Origin', { origin: undefined, 'sec-fetch-site': 'same-origin' }],
  ])('from %s is accepted', async (_where, headers) => {
    const w = linkWorld();
    const { browser, form } = await openConfirmPage(w);
    expect((await browser.post(form, headers)).status).toBe(303);
    expect(await w.linkedTo(ana)).toBe('p1');
  });

  test('by GET, or with another kind of body, does nothing', async () => {
    const w = linkWorld();
    const { browser, form } = await openConfirmPage(w);
    const page = await browser.request(`/link/confirm?${new URLSearchParams(form).toString()}`);
    expect(page.text).toContain('Link these two accounts?');
    const headers = { origin: OURS, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
    const body = JSON.stringify(form);
    const json = await browser.request('/link/confirm', { method: 'POST', body, headers });
    expect(json.status).toBe(415);
    await nothingLinked(w);
  });

  test('twice does not restore a link that was removed in between', async () => {
    const w = linkWorld();
    const { browser, form } = await openConfirmPage(w);
    await browser.post(form);
    await w.accounts.unlink(ana.discordId);
    await browser.post(form);
    expect(await w.linkedTo(ana)).toBeUndefined();
  });

  test('50 times at once links once, with the same response each time', async () => {
    const w = linkWorld();
    const { browser, form } = await openConfirmPage(w);
    const answers = await Promise.all(Array.from({ length: 50 }, () => browser.post(form)));
    expect(
      new Set(answers.map(({ status, headers }) => `${status} ${String(headers.get('location'))}`)),
    ).toEqual(new Set([`303 ${OURS}/link/confirm`]));
    await w.linking.idle();
    expect(w.welcomes).toHaveLength(1);
    expect(w.memory.keys('links')).toEqual([ana.discordId]);
  });

  test('of one ticket in two browsers with two accounts links one of them', async () => {
    const w = linkWorld();
    const url = await w.begin();
    const browsers = [w.browser(asAna), w.browser({ discord: ana, platform: eveMe })];
    const forms = await Promise.all(browsers.map(async (browser) => browser.fields(await browser.open(url))));
    const press = async (i: number) => (await browsers[i % 2]!.post(forms[i % 2]!)).status;
    const statuses = await Promise.all(Array.from({ length: 50 }, (_, i) => press(i)));
    expect(statuses.filter((status) => status === 303)).toHaveLength(25);
    expect(statuses.filter((status) => status === 410)).toHaveLength(25);
    await w.linking.idle();
    expect(w.welcomes).toHaveLength(1);
    expect(w.memory.keys('owners')).toHaveLength(1);
  });
});

test('a link from before the flow began does not count as its result', async () => {
  const w = linkWorld();
  const first = w.browser();
  await first.press(await first.open(await w.begin()));
  w.clock.time += 1000;
  const url = await w.begin();
  const [late, spent] = [w.browser(), w.browser({ discord: ana, platform: eveMe })];
  const form = late.fields(await late.open(url));
  // The ticket is spent on another account; then the first account is linked again, as of an earlier time.
  await spent.press(await spent.open(url));
  await w.links.remove(ana.discordId);
  w.clock.time -= 1000;
  await w.links.store(ana.discordId, { playerId: 'p1', tokens: 'sealed' });
  w.clock.time += 1000;
  expect((await late.post(form)).status).toBe(410);
});

describe('a ticket', () => {
  test('that is spent starts nothing, and the page says so', async () => {
    const w = linkWorld();
    const url = await w.begin();
    const browser = w.browser();
    await browser.press(await browser.open(url));
    const page = await w.browser().open(url);
    expect([page.status, page.text]).toEqual([410, expect.stringContaining('used already')]);
  });

  test('that is spent keeps no data of its member, even if its message is recorded late', async () => {
    const w = linkWorld();
    const { url, placed } = await w.linking.begin(w.request());
    const browser = w.browser();
    await browser.press(await browser.open(url));
    await placed('late-message');
    const [key = ''] = w.memory.keys('tickets');
    const ticket = await w.memory.replica().namespace('tickets').get(key);
    expect([w.memory.keys('tickets'), ticket]).toEqual([[key], { spent: true }]);
  });

  test('that is spent elsewhere ends a flow at the confirmation page', async () => {
    const w = linkWorld();
    const url = await w.begin();
    const late = w.browser({ discord: ana, platform: eveMe });
    const form = late.fields(await late.open(url));
    const browser = w.browser();
    await browser.press(await browser.open(url));
    expect((await late.request('/link/confirm')).status).toBe(410);
    expect((await late.post(form)).status).toBe(410);
    expect(await w.linkedTo(ana)).toBe('p1');
    expect(await w.accounts.memberOf('p6')).toBeUndefined();
  });

  test('that has expired ends every step, and the page says so', async () => {
    for (const at of ['start', '/link/discord', '/link/callback', 'confirm'] as const) {
      const w = linkWorld();
      const url = new URL(await w.begin());
      const browser = w.browser();
      const stop = (to: URL) => (at === 'start' ? to.pathname === '/link/start' : to.pathname === at);
      const reached = await browser.go(url, stop);
      w.clock.time += 10 * 60_000;
      const page = reached.page
        ? await browser.post(browser.fields(reached.page))
        : await browser.request(reached.url);
      expect([at, page.status, page.text]).toEqual([at, 410, expect.stringContaining('has expired')]);
      await nothingLinked(w);
    }
  });

  const values = ['', 'x', 'A'.repeat(43), 'A'.repeat(5000), '../../etc', '%00', '<script>alert(1)</script>'];
  test.each([
    ...values.map((value) => `t=${encodeURIComponent(value)}`),
    '',
    't=a&t=b',
    't[]=x',
    't=%E0%A4%A',
  ])('that is sent as %j starts nothing', async (query) => {
    const w = linkWorld();
    const page = await w.browser().request(`/link/start?${query}`);
    expect(page.status).toBeGreaterThanOrEqual(400);
    expect(page.status).toBeLessThan(500);
    expect(page.html).not.toContain('<script');
    expect(page.headers.getSetCookie()).toEqual([]);
  });
});

test('a planted cookie is never adopted: each start creates a new one', async () => {
  const w = linkWorld();
  const attacker = w.browser(asEve);
  await attacker.go(await w.begin(eve), elsewhere);
  const planted = attacker.cookies.get('__Host-matchpoint') ?? '';
  const victim = w.browser(asAna);
  victim.cookies.set('__Host-matchpoint', planted);
  await victim.press(await victim.open(await w.begin(ana)));
  expect(victim.cookies.get('__Host-matchpoint')).not.toBe(planted);
  expect(await w.linkedTo(ana)).toBe(anaMe.id);
  expect(await w.linkedTo(eve)).toBeUndefined();
});
