import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { createLinks } from '../../src/accounts/links.ts';
import { createVault } from '../../src/accounts/vault.ts';
import { createIdentity } from '../../src/discord/identity.ts';
import { createRest } from '../../src/discord/rest.ts';
import { createRoleConnections } from '../../src/discord/role-connections.ts';
import { createLinking } from '../../src/linking/linking.ts';
import { MemberRecord, createMembers } from '../../src/members/members.ts';
import { createLinkedWork } from '../../src/roles/linked/create-linked-work.ts';
import { createLinkedRoles } from '../../src/roles/linked/linked-roles.ts';
import { metadataRecords } from '../../src/roles/linked/metadata.ts';
import { createRanks, RankRecord } from '../../src/roles/ranks.ts';
import { createWeb } from '../../src/web/create-web.ts';
import { createWords } from '../../src/words/words.ts';
import { startDiscord } from '../../tools/discord-stand-in/server.ts';
import { fakePlatform } from '../support/fake-platform.ts';
import { linkOf, OLD } from '../support/filled-store.ts';
import { memoryStores } from '../support/memory-stores.ts';
import { pageWords } from '../support/page-words.ts';
import { recordingLog } from '../support/recording-log.ts';

const MINUTE = 60_000;
const CONNECTION = /role-connection$/;
const TOKEN = /oauth2\/token/;
const PUBLIC = 'https://bot.test';

async function world() {
  const clock = { time: Date.now() };
  const now = () => clock.time;
  const discord = await startDiscord({ now });
  discord.redirectUris = [`${PUBLIC}/link/discord`, `${PUBLIC}/link/callback`];
  const rests = createRest({ apiUrl: new URL(discord.apiUrl), token: discord.token, version: '1' });
  const stores = memoryStores({ now });
  const own = stores.replica();
  const log = recordingLog();
  const oauth = {
    rest: rests.rest,
    direct: rests.direct,
    applicationId: () => discord.applicationId,
    clientSecret: discord.clientSecret,
    authorizeUrl: new URL(discord.authorizeUrl),
  };
  const port = createRoleConnections(oauth);
  let exchanges = 0;
  const exchange = port.exchange.bind(port);
  port.exchange = (...grant) => {
    exchanges++;
    return exchange(...grant);
  };
  const vault = createVault([OLD]);
  const links = createLinks({ stores: own, now, log });
  const members = createMembers({ store: own.namespace('members', MemberRecord), now });
  const ranks = createRanks({ store: own.namespace('ranks', RankRecord), now });
  const reads: string[] = [];
  /** With these keys. */
  const make = (keys = [OLD]) => {
    const made = createLinkedRoles({
      stores: own,
      vault: createVault(keys),
      discord: port,
      links,
      members,
      ranks,
      readRank: async (playerId) => {
        reads.push(playerId);
        await ranks.note({ playerId, elo: 1600, place: 7 });
      },
      platformName: 'Arena',
      log,
      now,
    });
    return { ...made, work: () => made.work(port) };
  };
  const linkedRoles = make();
  const linking = createLinking({
    stores: own,
    vault,
    links,
    accounts: { find: () => Promise.resolve({ state: 'none' }) },
    platform: fakePlatform(),
    discord: createIdentity(oauth),
    linkedRoles,
    consent: { authorizeUrl: new URL('https://platform.test/consent'), clientId: 'c', extras: new Set() },
    publicUrl: new URL(PUBLIC),
    onStored: () => Promise.resolve(),
    onLinked: () => Promise.resolve(),
    now,
    sleep: async () => void (clock.time += 100),
    random: randomBytes,
    log,
  });
  const web = createWeb({
    linking,
    readiness: async () => ({ ready: true, gateway: 'ready', store: 'ready' }),
    words: pageWords,
    platformName: 'Arena',
    publicUrl: new URL(PUBLIC),
    trustedProxies: [],
    log,
  });
  onTestFinished(async () => {
    await web.close();
    await rests.close();
    await discord.close();
  });
  const ana = discord.member('Ana').id;
  const cookieOf = (header: unknown): string => String([header].flat()[0]).split(';')[0] ?? '';

  /** A browser before Discord's consent. */
  async function begin(remoteAddress = '192.0.2.1', address = `${PUBLIC}/linked-role`) {
    const begun = await web.inject({ url: address.slice(PUBLIC.length), remoteAddress });
    const page = new URL(String(begun.headers.location));
    const cookie = cookieOf(begun.headers['set-cookie']);
    const state = page.searchParams.get('state') ?? '';
    /** Comes back with this code; returns where that leads. */
    async function back(code: string, { withCookie = true, iss = '' } = {}) {
      const query = new URLSearchParams({ code, state, ...(iss !== '' && { iss }) });
      const headers = withCookie ? { cookie } : {};
      const done = await web.inject({ url: `/link/discord?${query.toString()}`, headers, remoteAddress });
      return String(done.headers.location);
    }
    async function agree(member = ana): Promise<string> {
      const body = new URLSearchParams({ decision: 'authorize', member });
      const agreed = await fetch(page, { method: 'POST', body, redirect: 'manual' });
      return new URL(agreed.headers.get('location') ?? '').searchParams.get('code') ?? '';
    }
    return { agree, back, page };
  }
  /** Through Discord's consent, and back. */
  async function consent(how: { withCookie?: boolean; iss?: string } = {}) {
    const { agree, back, page } = await begin();
    return { page, to: await back(await agree(), how) };
  }
  const shown = () => discord.connections.ofUsers.get(ana);
  const link = () => links.store(ana, linkOf(1));
  return {
    ana,
    begin,
    clock,
    consent,
    discord,
    exchanges: () => exchanges,
    link,
    linkedRoles,
    linking,
    links,
    log,
    make,
    members,
    port,
    ranks,
    reads,
    shown,
    stores,
    web,
  };
}

test('metadata is published only where it differs', async () => {
  const { discord, port } = await world();
  const records = metadataRecords(createWords({ platformName: 'Arena' }));
  expect(await port.publish(records)).toBe(true);
  expect(discord.connections.metadata).toMatchObject([
    { key: 'rating', type: 2 },
    { key: 'tournaments_won', type: 2 },
    { key: 'global_place', type: 1 },
    { key: 'linked_since', type: 6 },
  ]);
  expect(await port.publish(records)).toBe(false);
  expect(discord.problems).toEqual([]);
});

test('a consent shows the rank, and stopping it removes it and the token', async () => {
  const { ana, consent, discord, link, linkedRoles, shown, stores } = await world();
  await link();
  const { page, to } = await consent();
  expect(page.searchParams.get('scope')).toBe('identify role_connections.write');
  expect(to).toBe(`${PUBLIC}/linked-role/shown`);
  expect(shown()).toEqual({
    platform_name: 'Arena',
    platform_username: 'Player 1 🏆',
    metadata: {
      rating: '1600',
      tournaments_won: '0',
      global_place: '7',
      linked_since: expect.stringMatching(/^20\d\d-/),
    },
  });
  expect(await linkedRoles.state(ana)).toBe('on');
  expect(stores.text()).not.toMatch(/access_token|Bearer/);
  await linkedRoles.stop(ana);
  expect([shown(), await linkedRoles.state(ana), stores.keys('connections')]).toEqual([undefined, 'off', []]);
  expect(discord.problems).toEqual([]);
});

test('a callback without its cookie, of an unlinked or hidden member shows nothing', async () => {
  const { ana, consent, link, members, shown, stores } = await world();
  expect((await consent()).to).toBe(`${PUBLIC}/linked-role/unlinked`);
  await link();
  expect((await consent({ withCookie: false })).to).toContain('/link/refused/cookie-lost');
  await members.setHidden(ana, true);
  expect((await consent()).to).toBe(`${PUBLIC}/linked-role/hidden`);
  expect([shown(), stores.keys('connections')]).toEqual([undefined, []]);
});

test('Discord asks at each consent: what a member stopped does not come back by an address alone', async () => {
  const { ana, begin, consent, link, linkedRoles } = await world();
  await link();
  await consent();
  await linkedRoles.stop(ana);
  const { page } = await begin();
  expect(page.searchParams.get('prompt')).toBe('consent');
  const opened = await fetch(page, { redirect: 'manual', headers: { cookie: `member=${ana}` } });
  expect([opened.status, opened.headers.get('location')]).toEqual([200, null]);
});

test('a state takes one code: made-up ones spend it, and a consent starts again', async () => {
  const { begin, consent, exchanges, link, web } = await world();
  await link();
  const { agree, back } = await begin();
  const refused = await back('made-up');
  expect(refused).toContain('/linked-role/refused/code-refused-by-discord');
  expect(await back(await agree())).toContain('/linked-role/refused/state-spent');
  expect(await back('made-up')).toContain('/linked-role/refused/code-refused-by-discord');
  expect(exchanges()).toBe(1);
  const page = await web.inject(new URL(refused).pathname);
  expect([page.statusCode, page.body]).toEqual([400, expect.stringContaining('href="/linked-role"')]);
  expect((await consent()).to).toBe(`${PUBLIC}/linked-role/shown`);
});

test('a callback that is repeated shows its result again and exchanges nothing', async () => {
  const { begin, exchanges, link } = await world();
  await link();
  const { agree, back } = await begin();
  const code = await agree();
  expect([await back(code), await back(code), await back('another')]).toEqual(
    Array.from({ length: 3 }, () => `${PUBLIC}/linked-role/shown`),
  );
  expect(exchanges()).toBe(1);
});

test('made-up codes reach Discord ten times a minute from one address, 45 in all, and members go on', async () => {
  const { ana, begin, clock, consent, exchanges, link, linking, log } = await world();
  await link();
  for (let n = 0; n < 30; n++) await (await begin('192.0.2.66')).back(`made-up-${n}`);
  expect(exchanges()).toBe(10);
  for (let n = 0; n < 100; n++) await (await begin(`198.51.100.${n}`)).back(`made-up-${n}`);
  expect(exchanges()).toBe(45);
  expect((await consent()).to).toContain('/linked-role/refused/too-many-exchanges');
  // Who comes with a ticket goes on.
  const { url } = await linking.begin({ discordId: ana, locale: 'en-US' });
  const { agree, back } = await begin('192.0.2.66', url);
  expect(await back(await agree())).toContain('https://platform.test/consent');
  expect(log.lines.filter(({ level }) => level === 'warn')).toHaveLength(45);
  clock.time += MINUTE;
  expect((await consent()).to).toBe(`${PUBLIC}/linked-role/shown`);
});

test('an issuer that is not Discord is refused before its code is used', async () => {
  const { consent, discord, exchanges, link } = await world();
  await link();
  for (const iss of ['https://evil.test', 'x', `${new URL(discord.authorizeUrl).origin}.evil.test`])
    expect((await consent({ iss })).to).toContain('/linked-role/refused/issuer-mismatch');
  expect(exchanges()).toBe(0);
  expect((await consent({ iss: new URL(discord.authorizeUrl).origin })).to).toBe(
    `${PUBLIC}/linked-role/shown`,
  );
});

test('twenty consents in a minute read one rank and push it once', async () => {
  const { clock, consent, link, linkedRoles, port, ranks, reads, shown } = await world();
  await link();
  let pushes = 0;
  const push = port.push.bind(port);
  port.push = (...all) => {
    pushes++;
    return push(...all);
  };
  const pages = [];
  for (let n = 0; n < 20; n++) pages.push((await consent()).to);
  expect([pages[0], pages.at(-1)]).toEqual([`${PUBLIC}/linked-role/shown`, `${PUBLIC}/linked-role/later`]);
  expect([pushes, reads]).toEqual([1, ['p1']]);
  await ranks.note({ playerId: 'p1', elo: 1700 });
  clock.time += 31 * MINUTE;
  await linkedRoles.work();
  expect([pushes, shown()?.metadata['rating']]).toEqual([2, '1700']);
});

test.each([
  ['an outage of Discord', { status: 503 }, 'discord-unreachable', 503],
  ['a Discord that drops the connection', { drop: true }, 'discord-unreachable', undefined],
  ['a client that Discord refuses', { status: 401 }, 'client-refused-by-discord', 401],
])(
  '%s ends on a page with a reference, which its line of the log has',
  async (_what, mishap, reason, status) => {
    const { consent, discord, link, log } = await world();
    await link();
    discord.mishaps.add({ path: TOKEN, times: 9, ...mishap });
    const { to } = await consent();
    expect(to).toMatch(new RegExp(`^${PUBLIC}/linked-role/refused/${reason}/[0-9A-Z]{7}$`));
    const [line] = log.lines.filter(({ message }) => message === 'linking refused');
    const answer = status === undefined ? { kind: 'unavailable' } : { status };
    expect(line?.fields).toMatchObject({
      step: 'linked-role',
      refusal: reason,
      reference: to.slice(-7),
      ...answer,
    });
  },
);

test('changes are pushed every 30 minutes at most', async () => {
  const { ana, clock, consent, link, linkedRoles, ranks, shown } = await world();
  await link();
  await consent();
  const work = () => linkedRoles.work();
  await ranks.note({ playerId: 'p1', elo: 1700 });
  await linkedRoles.noteChange(ana);
  await work();
  expect(shown()?.metadata['rating']).toBe('1600');
  clock.time += 31 * MINUTE;
  await work();
  expect(shown()?.metadata['rating']).toBe('1700');
  expect(await linkedRoles.noteWinner('t1', 'p1')).toEqual(['p1']);
  await linkedRoles.noteChange(ana);
  clock.time += 31 * MINUTE;
  await work();
  expect(shown()?.metadata['tournaments_won']).toBe('1');
});

test('who hides or unlinks is removed, and that is tried for a day without their id', async () => {
  const { ana, clock, consent, discord, link, linkedRoles, links, members, shown, stores } = await world();
  await link();
  await consent();
  discord.mishaps.add({ path: /role-connection$/, status: 503, times: 2 });
  await members.setHidden(ana, true);
  await linkedRoles.noteChange(ana);
  expect([shown() === undefined, await linkedRoles.state(ana)]).toEqual([false, 'off']);
  expect(stores.keys('disconnects')).toEqual(['all']);
  const work = () => linkedRoles.work();
  clock.time += 2 * MINUTE;
  await work();
  expect(shown()).toBeDefined();
  clock.time += 2 * MINUTE;
  await work();
  expect([shown(), stores.keys('disconnects')]).toEqual([undefined, []]);
  await members.setHidden(ana, false);
  await consent();
  await links.remove(ana);
  await linkedRoles.noteChange(ana);
  expect(shown()).toBeUndefined();
});

/** A connection whose change is due. */
async function changed(elo: number) {
  const made = await world();
  await made.link();
  await made.consent();
  made.clock.time += 31 * MINUTE;
  await made.ranks.note({ playerId: 'p1', elo });
  await made.linkedRoles.noteChange(made.ana);
  return { ...made, work: () => made.linkedRoles.work() };
}
test('an old token is refreshed first', async () => {
  const { clock, shown, work } = await changed(1800);
  clock.time += 8 * 24 * 60 * MINUTE;
  await work();
  expect(shown()?.metadata['rating']).toBe('1800');
});

test('a token that Discord refuses is refreshed once, and the new one is stored', async () => {
  const { ana, clock, discord, linkedRoles, ranks, shown, work } = await changed(1800);
  discord.mishaps.add({ path: CONNECTION, status: 401 });
  await work();
  expect([shown()?.metadata['rating'], await linkedRoles.state(ana)]).toEqual(['1800', 'on']);
  clock.time += 8 * 24 * 60 * MINUTE;
  await ranks.note({ playerId: 'p1', elo: 1900 });
  await linkedRoles.noteChange(ana);
  await work();
  expect(shown()?.metadata['rating']).toBe('1900');
});

test('a refusal after a refresh, or of the refresh itself, ends it; a refresh without an answer does not', async () => {
  for (const refused of [
    { path: CONNECTION, status: 401, times: 2 },
    { path: CONNECTION, status: 401, refresh: 400 },
  ]) {
    const { ana, discord, linkedRoles, shown, work } = await changed(1800);
    const { refresh, ...first } = refused;
    discord.mishaps.add(first);
    if (refresh !== undefined) discord.mishaps.add({ path: TOKEN, status: refresh });
    await work();
    expect([shown()?.metadata['rating'], await linkedRoles.state(ana)]).toEqual(['1600', 'ended']);
  }
  const { ana, clock, discord, linkedRoles, shown, work } = await changed(1800);
  discord.mishaps.add({ path: CONNECTION, status: 401 });
  discord.mishaps.add({ path: TOKEN, status: 503 });
  await work();
  expect(await linkedRoles.state(ana)).toBe('on');
  clock.time += 2 * MINUTE;
  await work();
  expect(shown()?.metadata['rating']).toBe('1800');
});

test('a removal that is tried again refreshes a token that has expired meanwhile', async () => {
  const { ana, clock, consent, discord, link, linkedRoles, shown, stores } = await world();
  await link();
  await consent();
  clock.time += 7 * 24 * 60 * MINUTE - 5 * MINUTE;
  discord.mishaps.add({ path: CONNECTION, status: 503, times: 2 });
  await linkedRoles.stop(ana);
  clock.time += 10 * MINUTE;
  const work = () => linkedRoles.work();
  await work();
  expect([shown() === undefined, stores.keys('disconnects')]).toEqual([false, ['all']]);
  clock.time += 2 * MINUTE;
  await work();
  expect([shown(), stores.keys('disconnects')]).toEqual([undefined, []]);
});

test('what changes during a push is pushed later', async () => {
  const { ana, clock, discord, linkedRoles, port, ranks, shown, work } = await changed(1800);
  const push = port.push.bind(port);
  port.push = async (accessToken, connection) => {
    port.push = push;
    const outcome = await push(accessToken, connection);
    clock.time += 1;
    await ranks.note({ playerId: 'p1', elo: 1900 });
    await linkedRoles.noteChange(ana);
    return outcome;
  };
  await work();
  await work();
  expect(shown()?.metadata['rating']).toBe('1800');
  clock.time += 31 * MINUTE;
  await work();
  expect(shown()?.metadata['rating']).toBe('1900');
  expect(discord.problems).toEqual([]);
});

test.each(['hides', 'unlinked'])('a push that is due finds that its member %s, and stops it', async (how) => {
  const { ana, links, members, shown, stores, work } = await changed(1800);
  await (how === 'hides' ? members.setHidden(ana, true) : links.remove(ana));
  await work();
  expect([shown(), stores.keys('connections'), stores.keys('connectionsdue')]).toEqual([undefined, [], []]);
});

test('a store that fails at any write of a stop loses no token: the next one removes what Discord shows', async () => {
  for (let writes = 0; ; writes++) {
    const { ana, clock, consent, discord, link, linkedRoles, shown, stores } = await world();
    await link();
    await consent();
    discord.mishaps.add({ path: CONNECTION, status: 503 });
    stores.control.writesLeft = writes;
    const isDone = await linkedRoles.stop(ana).then(
      () => true,
      () => false,
    );
    stores.control.writesLeft = Infinity;
    stores.control.down = false;
    await linkedRoles.stop(ana);
    clock.time += 2 * MINUTE;
    await linkedRoles.work();
    expect([shown(), stores.keys('connections'), stores.keys('disconnects')], `${writes}`).toEqual([
      undefined,
      [],
      [],
    ]);
    if (isDone) break;
    expect(writes).toBeLessThan(9);
  }
});

test('a clock that is set back puts no push off for good', async () => {
  const { ana, clock, consent, link, linkedRoles, ranks, shown } = await world();
  await link();
  await consent();
  await ranks.note({ playerId: 'p1', elo: 1700 });
  await linkedRoles.noteChange(ana);
  clock.time -= 30 * 24 * 60 * MINUTE;
  await linkedRoles.work();
  expect(shown()?.metadata['rating']).toBe('1700');
});

test('who hides while a change is due is not pushed, also without a mark', async () => {
  const { ana, members, shown, work } = await changed(1700);
  await members.setHidden(ana, true);
  await work();
  expect(shown()).toBeUndefined();
});

test('a removal that Discord never answers is given up after a day', async () => {
  const { clock, consent, discord, link, linkedRoles, ana, stores } = await world();
  await link();
  await consent();
  discord.mishaps.add({ path: CONNECTION, status: 503, times: 100 });
  await linkedRoles.stop(ana);
  const work = () => linkedRoles.work();
  clock.time += 24 * 60 * MINUTE - 1;
  await work();
  expect(stores.keys('disconnects')).toEqual(['all']);
  clock.time += MINUTE;
  await work();
  expect(stores.keys('disconnects')).toEqual([]);
});

test.each([400, 403, 404])('a %i to a push ends it, and /account says so', async (status) => {
  const { ana, clock, discord, linkedRoles, log, shown, work } = await changed(1800);
  discord.mishaps.add({ path: CONNECTION, status, times: 1000 });
  const sent = () =>
    discord.wire.filter((entry) => entry.via === 'rest' && CONNECTION.test(entry.path)).length;
  const before = sent();
  for (let n = 0; n < 30; n++) {
    await work();
    clock.time += 10 * MINUTE;
  }
  expect([sent() - before, await linkedRoles.state(ana)]).toEqual([1, 'ended']);
  expect(shown()?.metadata['rating']).toBe('1600');
  expect(log.lines.filter(({ message }) => message.includes('no longer accepts the tokens'))).toHaveLength(1);
});

test('no answer to a push is waited out twice as long each time, up to a day', async () => {
  const { ana, clock, discord, linkedRoles, ranks, shown, work } = await changed(1800);
  discord.mishaps.add({ path: CONNECTION, status: 503, times: 1000 });
  const sent = () =>
    discord.wire.filter((entry) => entry.via === 'rest' && CONNECTION.test(entry.path)).length;
  const before = sent();
  for (let n = 0; n < 3 * 24 * 60; n++) {
    // A new rank shortens no wait.
    if (n === 2000) {
      await ranks.note({ playerId: 'p1', elo: 1900 });
      await linkedRoles.noteChange(ana);
    }
    await work();
    clock.time += MINUTE;
  }
  expect(sent() - before).toBeGreaterThan(8);
  expect(sent() - before).toBeLessThan(15);
  discord.mishaps.clear();
  clock.time += 25 * 60 * MINUTE;
  await work();
  expect([shown()?.metadata['rating'], await linkedRoles.state(ana)]).toEqual(['1900', 'on']);
  // After an answer, it waits for nothing but the half hour.
  clock.time += 31 * MINUTE;
  await ranks.note({ playerId: 'p1', elo: 2000 });
  await linkedRoles.noteChange(ana);
  await work();
  expect(shown()?.metadata['rating']).toBe('2000');
});

test('a missing key is logged once, and in /account', async () => {
  const { ana, clock, log, make } = await changed(1800);
  const other = make([{ ...OLD, id: 'other', key: randomBytes(32) }]);
  expect(await other.state(ana)).toBe('lost');
  for (let n = 0; n < 100; n++) {
    await other.work();
    clock.time += MINUTE;
  }
  expect(
    log.lines.filter(({ message }) => message.includes('encryption key of tokens for Linked Roles')),
  ).toHaveLength(1);
});

test('a tournament that one server follows does not count as won, unless it is the platform’s own', async () => {
  const won: string[] = [];
  const servers = ['1'];
  const linkedRoles = {
    noteChange: async () => undefined,
    noteWinner: async (tournamentId: string, playerId = 'nobody') => {
      won.push(`${tournamentId} ${playerId}`);
      return [playerId];
    },
    work: async () => undefined,
  };
  const tournament: { official?: true } = {};
  const reading = {
    tournament,
    stage: 'over',
    isCurrent: true,
    ending: { kind: 'final', winner: { id: 'p1' } },
  } as never;
  let time = 0;
  const part = createLinkedWork(
    {
      discord: {} as never,
      linkedRoles,
      links: { memberOf: async () => undefined },
      log: recordingLog(),
      monotonic: () => time,
    },
    {
      run: (_epoch: number, work: (owned: object) => unknown) => work({ guard: (port: unknown) => port }),
      followed: {
        in: () => [],
        of: () => servers.map((guildId) => ({ guildId }) as never),
        tournamentIds: () => new Set(['t1']),
        reading: () => reading,
      },
    } as never,
  );
  for (const more of [[], ['1'], ['2']]) {
    servers.push(...more);
    time += 60_000;
    part.first(1);
    await part.idle();
    expect(won, servers.join()).toEqual(servers.includes('2') ? ['t1 p1'] : []);
  }
  // One of the platform's own counts with one server.
  servers.length = 1;
  won.length = 0;
  part.clear();
  tournament.official = true;
  time += 60_000;
  part.first(1);
  await part.idle();
  expect(won).toEqual(['t1 p1']);
});
