import { expect, test, describe } from 'vitest';
import { openStores } from '../../src/store/open-stores.ts';
import { outage } from '../support/fake-platform.ts';
import { ana, anaMe, asAna, asEve, eve, eveMe, linkWorld, PLATFORM } from '../support/link-world.ts';
import { recordingLog } from '../support/recording-log.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('a member', () => {
  test.each([[[]], [['redirect_uri', 'pkce']]] as const)(
    'links with two consents and one press (extras %j)',
    async (extras) => {
      const w = linkWorld({ extras: [...extras] });
      const browser = w.browser();
      const confirmPage = await browser.open(await w.begin());
      expect(confirmPage.status).toBe(200);
      expect(confirmPage.text).toContain('Ana on Discord');
      expect(confirmPage.text).toContain('Ana Souza');
      expect(confirmPage.text).toContain(
        'Members of servers that you use the bot in can see your Arena <One> name',
      );
      expect(await w.linkedTo(ana)).toBeUndefined();

      const donePage = await browser.press(confirmPage);
      expect(donePage.text).toContain("You're linked");
      expect(donePage.text).toContain('continue with /register there');
      expect(donePage.html).toContain('https://discord.com/channels/5/7');
      expect(await w.linkedTo(ana)).toBe('p1');
      expect(await w.links.read(ana.discordId)).toMatchObject({ namingShown: true });
      const state = await w.accounts.find(ana.discordId);
      expect(state.state === 'linked' && (await state.account.platform.me())).toEqual(anaMe);
    },
  );

  test('is asked for the configured parameters only', async () => {
    const w = linkWorld();
    const browser = w.browser();
    await browser.open(await w.begin());
    const consent = new URL(browser.visited().find((url) => url.startsWith(PLATFORM)) ?? '');
    expect([...consent.searchParams.keys()].toSorted()).toEqual([
      'client_id',
      'response_type',
      'state',
      'theme',
    ]);
    expect(w.platform.exchanges).toEqual([{ code: expect.any(String) }]);
  });

  test('is notified once, with the interaction to resume', async () => {
    const w = linkWorld();
    const browser = w.browser();
    await browser.press(await browser.open(await w.begin()));
    await w.linking.idle();
    expect(w.welcomes).toHaveLength(1);
    const { content, components } = w.welcomes[0] ?? {};
    expect(content).toContain('Ana Souza');
    expect(JSON.stringify(components)).toContain('Register for Open Cup');
  });

  test('is on the leaderboard of the server where they typed /link at once', async () => {
    const w = linkWorld();
    await w.naming.recordInteraction('5', ana.discordId);
    expect(await w.accounts.memberOf('p1')).toBeUndefined();
    const browser = w.browser();
    await browser.press(await browser.open(await w.begin()));
    const players = await w.naming.playersOf('5', ana.discordId);
    expect(players).toEqual([{ discordId: ana.discordId, playerId: 'p1', playerName: 'Ana Souza' }]);
    expect(await w.accounts.memberOf('p1')).toBe(ana.discordId);
    expect(await w.naming.nameable('5', [ana.discordId])).toEqual(new Set([ana.discordId]));
    expect(await w.naming.playersOf('6', ana.discordId)).toEqual([]);
  });

  test('is the owner of their player on every replica within 15 s', async () => {
    const w = linkWorld();
    const other = w.replica();
    expect(await other.accounts.memberOf('p1')).toBeUndefined();
    expect(await other.naming.nameable('5', [ana.discordId])).toEqual(new Set());
    const browser = w.browser();
    await browser.press(await browser.open(await w.begin()));
    w.clock.time += 15_000;
    expect(await other.accounts.memberOf('p1')).toBe(ana.discordId);
    expect(await other.naming.nameable('5', [ana.discordId])).toEqual(new Set([ana.discordId]));
  });

  test('stays linked even if the notification fails', async () => {
    const w = linkWorld();
    w.control.onWelcome = async () => {
      throw new Error('secret-in-a-message');
    };
    const browser = w.browser();
    const donePage = await browser.press(await browser.open(await w.begin()));
    await w.linking.idle();
    expect(donePage.status).toBe(200);
    expect(await w.linkedTo(ana)).toBe('p1');
    expect(w.log.text()).not.toContain('secret-in-a-message');
  });

  test('can open the link twice and continue with the second', async () => {
    const w = linkWorld();
    const url = await w.begin();
    const browser = w.browser();
    const { url: firstConsent } = await browser.go(url, (at) => at.origin !== 'https://bot.test');
    const confirmPage = await browser.open(url);
    const late = await browser.open(firstConsent);
    expect(late.status).toBe(400);
    expect((await browser.press(confirmPage)).text).toContain("You're linked");
  });

  test('sees the result after a reload, a second visit or a second press', async () => {
    const w = linkWorld();
    const browser = w.browser();
    const confirmPage = await browser.open(await w.begin());
    const donePage = await browser.press(confirmPage);
    expect((await browser.press(confirmPage)).text).toBe(donePage.text);
    expect((await browser.open('/link/confirm')).text).toBe(donePage.text);
    await w.linking.idle();
    expect(w.welcomes).toHaveLength(1);
  });

  test('can continue if Discord redirects twice with two codes', async () => {
    const w = linkWorld();
    const browser = w.browser();
    const { url: consent } = await browser.go(await w.begin(), (at) => at.origin !== 'https://bot.test');
    const callback = (code: string) =>
      `/link/discord?state=${consent.searchParams.get('state')}&code=${code}`;
    const [one, two] = [w.discord.code(ana), w.discord.code(ana)];
    const answers = await Promise.all([browser.request(callback(one)), browser.request(callback(two))]);
    expect(answers.map((answer) => answer.headers.get('location'))).toEqual(
      Array(2).fill(answers[0]?.headers.get('location')),
    );
    expect(answers[0]?.headers.get('location')).toContain(PLATFORM);
  });

  test('shares the result of a slow first callback from Discord with a second one', async () => {
    const w = linkWorld();
    const browser = w.browser();
    const { url: consent } = await browser.go(await w.begin(), (at) => at.origin !== 'https://bot.test');
    const callback = () =>
      `/link/discord?state=${consent.searchParams.get('state')}&code=${w.discord.code(ana)}`;
    let second: ReturnType<typeof browser.open> | undefined;
    w.discord.beforeAnswer = async () => void (second = browser.open(callback()));
    expect((await browser.open(callback())).text).toContain('Link these two accounts?');
    expect((await second)?.text).toContain('Link these two accounts?');
    expect(w.discord.exchanges).toBe(1);
  });

  test('exchanges a code once, even if the callback is sent three times', async () => {
    const w = linkWorld();
    const browser = w.browser();
    const { url } = await browser.go(await w.begin(), (at) => at.pathname === '/link/callback');
    const answers = await Promise.all([1, 2, 3].map(() => browser.request(url)));
    expect(answers.map(({ headers }) => headers.get('location'))).toEqual(
      Array(3).fill('https://bot.test/link/confirm'),
    );
    expect(w.platform.exchanges).toHaveLength(1);
  });

  test('can link the same account again without a warning', async () => {
    const w = linkWorld();
    for (let i = 0; i < 2; i++) {
      const browser = w.browser();
      const confirmPage = await browser.open(await w.begin());
      expect(confirmPage.html).not.toContain('class="notice"');
      await browser.press(confirmPage);
    }
    expect(await w.linkedTo(ana)).toBe('p1');
  });

  test('is warned before an account moves, without the other user’s name', async () => {
    const w = linkWorld();
    const former = w.browser();
    await former.press(await former.open(await w.begin()));
    const browser = w.browser({ discord: eve, platform: anaMe });
    const confirmPage = await browser.open(await w.begin(eve));
    expect(confirmPage.text).toContain('currently linked to a different Discord account');
    expect(confirmPage.text).not.toContain('Ana on Discord');
    await browser.press(confirmPage);
    expect(await w.linkedTo(eve)).toBe('p1');
    expect(await w.linkedTo(ana)).toBeUndefined();
  });

  test('is warned before their own link to another account ends', async () => {
    const w = linkWorld();
    const former = w.browser();
    await former.press(await former.open(await w.begin()));
    const browser = w.browser({ discord: ana, platform: eveMe });
    const confirmPage = await browser.open(await w.begin());
    expect(confirmPage.text).toMatch(/currently linked to \u2068Ana Souza\u2069 on Arena/);
    await browser.press(confirmPage);
    expect(await w.linkedTo(ana)).toBe('p6');
    expect(await w.accounts.memberOf('p1')).toBeUndefined();
  });

  test('is asked again if the account got another owner meanwhile', async () => {
    const w = linkWorld();
    const slow = w.browser({ discord: eve, platform: anaMe });
    const confirmPage = await slow.open(await w.begin(eve));
    const quick = w.browser();
    await quick.press(await quick.open(await w.begin()));
    const again = await slow.press(confirmPage);
    expect(again.text).toContain('currently linked to a different Discord account');
    expect(await w.linkedTo(eve)).toBeUndefined();
    await slow.press(again);
    expect(await w.linkedTo(eve)).toBe('p1');
  });

  test('can restart from the page after denying consent', async () => {
    const w = linkWorld();
    const person = { ...asAna, platform: 'deny' as typeof asAna.platform };
    const browser = w.browser(person);
    const denied = await browser.open(await w.begin());
    expect(denied.status).toBe(403);
    expect(denied.text).toContain('You said no at Arena <One>');
    expect(denied.html).toContain('href="/link/start"');
    person.platform = anaMe;
    const confirmPage = await browser.open('/link/start');
    expect((await browser.press(confirmPage)).text).toContain("You're linked");
  });

  test('is linked once by presses on two replicas with one SQLite file', async () => {
    const file = `${await temporaryFolder()}/store.sqlite`;
    const tools = { log: recordingLog(), now: Date.now, version: 'test' };
    const stores = await Promise.all([1, 2].map(() => openStores(`sqlite://${file}`, tools)));
    const w = linkWorld({ ...(stores[0] && { stores: stores[0] }) });
    const second = w.replica(stores[1]);
    const browser = w.browser();
    const confirmPage = await browser.open(await w.begin());
    const other = w.browser(asAna, second);
    for (const [name, value] of browser.cookies) other.cookies.set(name, value);
    const form = browser.fields(confirmPage);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? browser : other).post(form)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    await w.linking.idle();
    await second.linking.idle();
    expect(w.welcomes).toHaveLength(1);
    expect(await w.linkedTo(ana)).toBe('p1');
    await Promise.all(stores.map((store) => store.close()));
  });
});

describe('an outage', () => {
  test('of Discord is named, and the flow continues afterwards', async () => {
    const w = linkWorld();
    const browser = w.browser();
    w.discord.failure = new Error('getaddrinfo ENOTFOUND secret-host');
    const page = await browser.open(await w.begin());
    expect([page.status, page.text]).toEqual([502, expect.stringContaining("Discord isn't responding")]);
    w.discord.failure = undefined;
    await browser.press(await browser.open('/link/start'));
    expect(await w.linkedTo(ana)).toBe('p1');
  });

  test('of the platform is named, and a reload can succeed with the same code', async () => {
    const w = linkWorld();
    const browser = w.browser();
    const { url } = await browser.go(await w.begin(), (at) => at.pathname === '/link/callback');
    w.platform.failure = outage;
    const page = await browser.open(url);
    expect([page.status, page.text]).toEqual([502, expect.stringContaining("Arena <One> isn't responding")]);
    w.platform.failure = undefined;
    await browser.press(await browser.open(url));
    expect(await w.linkedTo(ana)).toBe('p1');
  });

  test('of the platform after the exchange links nothing', async () => {
    const w = linkWorld();
    w.platform.meFailure = outage;
    const page = await w.browser().open(await w.begin());
    expect(page.status).toBe(502);
    expect(w.memory.keys('links')).toEqual([]);
  });

  test('of the store is named at every step', async () => {
    const w = linkWorld();
    const browser = w.browser();
    const url = await w.begin();
    const confirmPage = await browser.open(url);
    w.memory.control.down = true;
    for (const page of [
      await browser.open(url),
      await browser.open('/link/confirm'),
      await browser.post(browser.fields(confirmPage)),
    ]) {
      expect([page.status, page.text]).toEqual([
        503,
        expect.stringContaining("Our database isn't responding"),
      ]);
    }
  });
});

test('another member can link the same way', async () => {
  const w = linkWorld();
  const browser = w.browser(asEve);
  await browser.press(await browser.open(await w.begin(eve)));
  expect(await w.linkedTo(eve)).toBe('p6');
});
