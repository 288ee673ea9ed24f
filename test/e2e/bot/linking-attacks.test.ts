import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startPlayground, type Playground } from '../../../playground/start.ts';
import { Browser } from '../../../playground/tour/browser.ts';
import { goToQuestion, linkAddress, type Person } from '../../../playground/tour/link-member.ts';
import { mode } from '../../support/mode.ts';
import { CAST, linked } from '../../support/members.ts';
import '../../support/refusals.ts';

let world: Playground;
beforeAll(async () => {
  world = await startPlayground({ mode, discord: { crowd: 200 } });
});
afterAll(() => world.close());

let ANA: Person;
let BRUNO: Person;
let guests = 0;
// Two others for each attack: no member may type /link as often as all of them do.
beforeEach(() => {
  ANA = { discord: `Guest ${(guests += 1)}`, player: CAST.contender };
  BRUNO = { discord: `Guest ${(guests += 1)}`, player: CAST.rival };
});

const addressFor = async (name: string) =>
  linkAddress(await world.discord.member(name).slash('link').answer());
const isCallback = (at: URL) => at.pathname === '/link/callback';
const isDiscordCallback = (at: URL) => at.pathname === '/link/discord';

/** A browser right before Discord sends it back, and the address of that. */
async function beforeDiscordCallback(person = ANA) {
  const browser = new Browser();
  const consent = await browser.open(await addressFor(person.discord));
  const callback = await browser.pressUntil(
    consent,
    'Authorize',
    { member: person.discord },
    isDiscordCallback,
  );
  return { browser, callback };
}

/** A browser right before the platform sends it back, and the address of that. */
async function beforeCallback(person = ANA) {
  const { browser, callback: first } = await beforeDiscordCallback(person);
  let page = await browser.open(first);
  if (page.text.includes('Sign in')) page = await browser.press(page, 'Continue', { player: person.player });
  const callback = await browser.pressUntil(page, 'Allow', { player: person.player }, isCallback);
  return { browser, callback };
}

/** A browser before the bot's question. */
async function atQuestion(person = ANA) {
  const browser = new Browser();
  const page = await goToQuestion(browser, await addressFor(person.discord), person);
  expect(page.heading).toBe('Link these two accounts?');
  return { browser, page };
}

async function isLinked(name: string): Promise<boolean> {
  const message = await world.discord.member(name).slash('link').answer();
  return message.content.includes('You are linked as');
}

afterEach(async () => {
  for (const name of [ANA.discord, BRUNO.discord])
    if (await isLinked(name)) throw new Error(`${name} is linked`);
  // That a foreign code is refused is Discord's part.
  const refused = world.discord.problems.find(({ where }) => where !== 'POST /oauth2/token');
  if (refused) throw new Error(`Discord refused ${refused.where}: ${refused.message}`);
});

describe('a forwarded link', () => {
  test('ends at the Discord user of whoever opens it', async () => {
    const browser = new Browser();
    const sent = await addressFor(BRUNO.discord);
    const page = await goToQuestion(browser, sent, ANA);
    expect(page).toRefuse('This link is not yours');
    // "Start again" would be the sender's link once more.
    expect(page.html).not.toContain('/link/start');
    expect(await browser.open(`${world.bot.url}/link/confirm`)).toRefuse(/lost|start over/);
  });

  test('sent on as a consent of the platform comes back to a browser without its cookie', async () => {
    const { callback } = await beforeCallback(BRUNO);
    expect(await new Browser().open(callback)).toRefuse('Your browser lost the thread');
    const { callback: other } = await beforeDiscordCallback(BRUNO);
    expect(await new Browser().open(other)).toRefuse('Your browser lost the thread');
  });

  test('does not get at a browser that is in the middle of a link of its own', async () => {
    const { callback } = await beforeCallback(BRUNO);
    const { browser } = await beforeCallback(ANA);
    expect(await browser.open(callback)).toRefuse("Let's start over");
  });
});

describe.each([
  ['Discord', beforeDiscordCallback],
  ['the platform', beforeCallback],
])('a callback from %s', (_from, before) => {
  test.each([
    ['without its cookie', true, false],
    ['without its state', false, true],
    ['without both', true, true],
  ])('%s is refused', async (_what, noCookie, noState) => {
    const { browser, callback } = await before();
    if (noCookie) browser.cookies.clear();
    if (noState) callback.searchParams.delete('state');
    expect(await browser.open(callback)).toRefuse(
      noCookie ? 'Your browser lost the thread' : "Let's start over",
    );
  });

  test('with the state of another flow, or two of them, is refused', async () => {
    const { browser, callback } = await before();
    const other = (await before(BRUNO)).callback.searchParams.get('state') ?? '';
    const own = callback.searchParams.get('state') ?? '';
    for (const states of [
      [other],
      [own, other],
      [other, own],
      [''],
      ['undefined'],
      [`${own}x`],
      [own.slice(1)],
    ]) {
      callback.searchParams.delete('state');
      for (const state of states) callback.searchParams.append('state', state);
      expect(await browser.open(callback)).toRefuse(/start over|isn't complete|lost/);
    }
  });

  test('that says no connects nothing and offers to begin again', async () => {
    const { browser, callback } = await before();
    callback.searchParams.delete('code');
    callback.searchParams.set('error', 'access_denied');
    const page = await browser.open(callback);
    expect(page).toRefuse('You said no at');
    expect(page.text).toContain('Start again');
  });

  test.each([
    ['nothing', ''],
    ['nonsense', '../../x'],
    ['a control sign', '\u0000'],
    ['3,000 signs', 'x'.repeat(3000)],
    ['markup', '<script>alert(1)</script>'],
  ])('with %s as its code is refused', async (_what, code) => {
    const { browser, callback } = await before();
    callback.searchParams.set('code', code);
    const page = await browser.open(callback);
    expect(page).toRefuse(/isn't complete|didn't accept|start over/);
  });
});

describe('codes of others', () => {
  test('at Discord: a code of another member makes no link', async () => {
    const { browser, callback } = await beforeDiscordCallback(ANA);
    const { callback: brunos } = await beforeDiscordCallback(BRUNO);
    callback.searchParams.set('code', brunos.searchParams.get('code') ?? '');
    expect(await browser.open(callback)).toRefuse('This link is not yours');
  });

  test('a callback that comes again goes on like the first, and asks for no second token', async () => {
    const { browser, callback } = await beforeCallback();
    const tokens = () => world.platform.wire.filter(({ path }) => path === '/oauth/token').length;
    const before = tokens();
    const [first, second] = await Promise.all([browser.open(callback), browser.open(callback)]);
    const third = await browser.open(callback);
    for (const page of [first, second, third]) expect(page.heading).toBe('Link these two accounts?');
    expect(tokens() - before).toBe(1);
  });

  test('replayed in another browser it is refused', async () => {
    const { browser, callback } = await beforeCallback();
    await browser.open(callback);
    expect(await new Browser().open(callback)).toRefuse('Your browser lost the thread');
  });
});

describe('a ticket', () => {
  test.each([
    ['missing', ''],
    ['empty', '?t='],
    ['too short', '?t=x'],
    ['made up', `?t=${'A'.repeat(43)}`],
    ['there twice', '?t=a&t=b'],
    ['8,000 signs long', `?t=${'x'.repeat(8000)}`],
    ['a control sign', '?t=%00'],
    ['a list', '?t[]=x'],
    ['wrongly encoded', '?t=%E0%A4%A'],
  ])('that is %s is refused', async (_what, query) => {
    expect(await new Browser().open(`${world.bot.url}/link/start${query}`)).toRefuse(
      /isn't complete|not known/,
    );
  });
});

describe('the confirmation', () => {
  const cookieOf = ({ cookies }: Browser) =>
    [...(cookies.get('127.0.0.1') ?? [])].find(([name]) => name.includes('matchpoint'))?.[1];

  test.each([
    ['without a CSRF token', { csrf: '' }],
    ['with a wrong one', { csrf: 'A'.repeat(43) }],
  ])('%s is refused', async (_what, filled) => {
    const { browser, page } = await atQuestion();
    expect(await browser.press(page, 'Link accounts', filled)).toRefuse(
      'That press did not come from our page',
    );
  });

  test('with the CSRF token of another flow is refused', async () => {
    const { browser, page } = await atQuestion();
    const { page: other } = await atQuestion(BRUNO);
    expect(
      await browser.press(page, 'Link accounts', { csrf: other.forms[0]?.fields['csrf'] ?? '' }),
    ).toRefuse('That press did not come from our page');
  });

  test.each([
    ['another origin', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['another port of this host', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' }],
    ['a page without an origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['something that tells neither', { origin: 'null', 'sec-fetch-site': 'none' }],
  ])('posted from %s is refused', async (_what, headers) => {
    const { browser, page } = await atQuestion();
    expect(await browser.press(page, 'Link accounts', {}, { headers })).toRefuse(
      'That press did not come from our page',
    );
  });

  test('without its cookie is refused', async () => {
    const { browser, page } = await atQuestion();
    browser.cookies.clear();
    expect(await browser.press(page, 'Link accounts')).toRefuse('Your browser lost the thread');
  });

  test('is not made by an address alone, nor by another kind of body', async () => {
    const { browser, page } = await atQuestion();
    const csrf = page.forms[0]?.fields['csrf'] ?? '';
    expect((await browser.open(`${world.bot.url}/link/confirm?csrf=${csrf}`)).heading).toBe(
      'Link these two accounts?',
    );
    const json = await fetch(`${world.bot.url}/link/confirm`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: world.bot.url,
        cookie: `matchpoint=${cookieOf(browser)}`,
      },
      body: JSON.stringify({ csrf }),
    });
    expect(json.status).toBe(415);
  });

  test('50 at once make one link, and each browser sees that it holds', async () => {
    const { browser, page } = await atQuestion();
    const pages = await Promise.all(Array.from({ length: 50 }, () => browser.press(page, 'Link accounts')));
    expect(new Set(pages.map(({ heading }) => heading))).toEqual(new Set(['You are linked']));
    expect(await isLinked(ANA.discord)).toBe(true);
    // The ticket is spent: whoever finds the link later gets nowhere.
    const spent = browser.visited.find(({ pathname }) => pathname === '/link/start')!;
    expect(await new Browser().open(spent)).toRefuse('This link was used already');
    await unlink(ANA.discord);
  });

  test('moves an account only from whoever was told so', async () => {
    await linked(world, BRUNO.discord, CAST.contender);
    const { browser, page } = await atQuestion();
    expect(page.text).toContain('currently linked to a different Discord account');
    // A page that was made before the other link was: it is shown again, with the sentence.
    const again = await browser.press(page, 'Link accounts', { shown: '' });
    expect(again.text).toContain('currently linked to a different Discord account');
    expect(await isLinked(ANA.discord)).toBe(false);
    await browser.press(again, 'Link accounts');
    expect([await isLinked(ANA.discord), await isLinked(BRUNO.discord)]).toEqual([true, false]);
    await unlink(ANA.discord);
  });
});

async function unlink(name: string): Promise<void> {
  const member = world.discord.member(name);
  await member.press(await member.slash('unlink').answer(), 'Unlink').answer();
}
