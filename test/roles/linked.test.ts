import { expect, onTestFinished, test } from 'vitest';
import { createLinks } from '../../src/accounts/links.ts';
import { createVault } from '../../src/accounts/vault.ts';
import { createRest } from '../../src/discord/rest.ts';
import { createRoleConnections } from '../../src/discord/role-connections.ts';
import { MemberRecord, createMembers } from '../../src/members/members.ts';
import { createLinkedRoles } from '../../src/roles/linked/linked-roles.ts';
import { metadataRecords } from '../../src/roles/linked/metadata.ts';
import { createRanks, RankRecord } from '../../src/roles/ranks.ts';
import { createWeb } from '../../src/web/create-web.ts';
import { createWords } from '../../src/words/words.ts';
import { startDiscord } from '../../tools/discord-stand-in/server.ts';
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
  const port = createRoleConnections({
    rest: rests.rest,
    direct: rests.direct,
    applicationId: () => discord.applicationId,
    clientSecret: discord.clientSecret,
    authorizeUrl: new URL(discord.authorizeUrl),
  });
  const links = createLinks({ stores: own, now, log });
  const members = createMembers({ store: own.namespace('members', MemberRecord), now });
  const ranks = createRanks({ store: own.namespace('ranks', RankRecord), now });
  const linkedRoles = createLinkedRoles({
    stores: own,
    vault: createVault([OLD]),
    discord: port,
    links,
    members,
    ranks,
    readRank: async (playerId) => void (await ranks.note({ playerId, elo: 1600, place: 7 })),
    platformName: 'Arena',
    log,
    now,
  });
  const web = createWeb({
    linking: { fromDiscord: async () => ({ go: 'refused', refusal: 'cookie-lost' }) } as never,
    linkedRoles,
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

  /** Through Discord's consent, and back. */
  async function consent({ withCookie = true } = {}) {
    const begun = await web.inject('/linked-role');
    const page = String(begun.headers.location);
    const body = new URLSearchParams({ decision: 'authorize', member: ana });
    const agreed = await fetch(page, { method: 'POST', body, redirect: 'manual' });
    const back = new URL(agreed.headers.get('location') ?? '');
    const headers = withCookie ? { cookie: cookieOf(begun.headers['set-cookie']) } : {};
    const done = await web.inject({ url: back.pathname + back.search, headers });
    return { page: new URL(page), to: String(done.headers.location) };
  }
  const shown = () => discord.connections.ofUsers.get(ana);
  const link = () => links.store(ana, linkOf(1));
  return { ana, clock, consent, discord, link, linkedRoles, links, log, members, port, ranks, shown, stores };
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

test('a callback without its cookie, of somebody not linked or hidden shows nothing', async () => {
  const { ana, consent, link, members, shown, stores } = await world();
  expect((await consent()).to).toBe(`${PUBLIC}/linked-role/unlinked`);
  await link();
  expect((await consent({ withCookie: false })).to).toContain('/link/refused/cookie-lost');
  await members.setHidden(ana, true);
  expect((await consent()).to).toBe(`${PUBLIC}/linked-role/hidden`);
  expect([shown(), stores.keys('connections')]).toEqual([undefined, []]);
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
    expect(to).toMatch(new RegExp(`^${PUBLIC}/link/refused/${reason}/[0-9A-Z]{7}$`));
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
  const work = () => linkedRoles.work(async () => undefined);
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
  const work = () => linkedRoles.work(async () => undefined);
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
  return { ...made, work: () => made.linkedRoles.work(async () => undefined) };
}
test('an old token is refreshed first', async () => {
  const { clock, shown, work } = await changed(1800);
  clock.time += 8 * 24 * 60 * MINUTE;
  await work();
  expect(shown()?.metadata['rating']).toBe('1800');
});

test('a token that Discord refuses is refreshed once, and the new one is kept', async () => {
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
  const work = () => linkedRoles.work(async () => undefined);
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
