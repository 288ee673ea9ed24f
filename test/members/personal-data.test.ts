import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { PersonalData } from '../../src/members/personal-data.ts';
import type { OpenedStores } from '../../src/store/records.ts';
import { openAt, withRecords } from '../support/filled-store.ts';
import { memoryStores } from '../support/memory-stores.ts';
import { peopleWorld } from '../support/people-world.ts';
import { noRedis, startRedis, type TestRedis } from '../support/redis.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const ANA = '80351110224678912';
/** Another user, whose id contains Ana's. */
const OTHER = `${ANA}5`;
/** Uses names, slugs and ids that happen to be Ana's Discord id. */
const EVE = '90351110224678912';
const GUILD = '700000000000000001';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let redis: TestRedis | undefined;
beforeAll(async () => {
  if (noRedis === undefined) redis = await startRedis();
  return () => redis?.close();
});

/** A store in which both are linked, were seen, and have a row of every kind that holds an id. */
async function world(url: string) {
  const stores = await openAt(url);
  onTestFinished(() => stores.close());
  const people = peopleWorld(stores);
  const put = (name: string, key: string, value: unknown) => stores.namespace(name).set(key, value, DAY);
  await stores.namespace('presses').set('past', [`player=${ANA}`], 1);
  for (const [n, discordId] of [ANA, OTHER].entries()) {
    await people.link(discordId, n, GUILD);
    await people.naming.nameable('700000000000000002', [discordId]);
    const isKept = async () =>
      (await stores.namespace('absent').get(`700000000000000002:${discordId}`)) !== undefined;
    // An answer waits 300 ms at most for what is remembered here.
    await until('remembered as absent', isKept);
    await people.alerts.set(discordId, 'dm');
    await people.registrations.note({ discordId, playerId: `p${n}` }, 'state-cup');
    await put('leases', discordId, 'random');
    await put('tries', discordId, { at: [1] });
    await put('pressers', discordId, { tickets: [{ name: `typed${n}`, expiresAt: 1 }] });
    await put('presses', `typed${n}`, { matchId: `m${n}`, press: 'rule', reason: `No show ${n}` });
    await put('tickets', `hash${n}`, {
      discordId,
      locale: 'de',
      interactionToken: 'v1.old.sealed',
      expiresAt: 1,
    });
    await put('flows', `cookie${n}`, { discordId, tokens: 'v1.old.sealed', ticketKey: 'k' });
    await put('presses', `press${n}`, ['page=2', `player=${discordId}`, 'v1.old.sealed']);
    await put('presses', `form${n}`, { args: [`player=${discordId}`], values: [], fields: {} });
    await put('presses', `call${n}`, { command: 'rank', options: { player: discordId } });
    await put('reports', `report${n}`, {
      matchId: `m${n}`,
      tournamentId: `cup${n}`,
      guildId: GUILD,
      state: 'disputed',
      policy: 'both',
      reportedAt: 1,
      ruling: { playerId: `p${n}`, discordId, reason: `He left ${n}`, at: 1 },
      claim: { playerId: `p${n}`, side: 1, discordId, scores: { player1: 3, player2: 1 }, at: 1 },
    });
    await put('gone', `older${n}`, { who: [discordId] }); // of a version that this one does not know
  }
  return { ...people, stores, data: people.personalData };
}

/** Records of Eve or of no user, with Ana's Discord id in every field that holds no Discord user. */
async function lookalikes(stores: OpenedStores): Promise<{ namespace: string; key: string }[]> {
  const at = Date.now();
  const account = { playerId: ANA, playerName: ANA, tokens: `v1.old.${ANA}` };
  const resume = { command: 'register', options: { tournament: ANA, player: EVE } };
  const rows: [name: string, key: string, value: unknown][] = [
    ['links', EVE, { ...account, linkedAt: at }],
    ['owners', ANA, { discordId: EVE, claimedAt: at }],
    ['registrations', EVE, [{ tournamentId: ANA, at }]],
    ['alerts', EVE, { how: 'dm', note: ANA }],
    ['members', EVE, { guilds: { [ANA]: { since: at, at } } }],
    ['rosters', `${ANA}:0`, { [EVE]: at }],
    ['absent', `${ANA}:${EVE}`, at],
    ['boards', ANA, { [ANA]: { at, name: ANA } }],
    ['codes', ANA, { ...account, expiresAt: at }],
    [
      'tickets',
      'eve',
      { discordId: EVE, locale: 'de', resume, place: { guildId: ANA, channelId: ANA }, expiresAt: at },
    ],
    [
      'flows',
      'eve',
      { discordId: EVE, discordName: ANA, ticketKey: ANA, step: 'done', place: { channelId: ANA } },
    ],
    ['presses', ANA, [`id=${ANA}`, `tournament=${ANA}`, ANA, `player=${OTHER}`, `x player=${ANA}`]],
    ['presses', 'search', { args: [ANA], values: [ANA], fields: { name: `player=${ANA}` } }],
    ['presses', 'report', { matchId: ANA, player1: 1, player2: 2 }],
    ['guilds', ANA, { organizerRoleId: ANA, publicChannelIds: [ANA] }],
    ['servers', '9', { [ANA]: 0 }],
    ['follows', ANA, { f: { tournamentId: ANA, channelId: ANA, topics: {}, since: at } }],
    ['followed', 'all', { [ANA]: 1 }],
    ['feeds', `${ANA}:f`, { matches: { [ANA]: {} } }],
    ['writes', ANA, true],
    ['jobs', 'last', { id: ANA, epoch: 1 }],
    ['lookups', ANA, [at]],
  ];
  for (const [name, key, value] of rows) await stores.namespace(name).set(key, value);
  return rows.map(([namespace, key]) => ({ namespace, key }));
}

const rowsOf = (url: string, text: string) => withRecords(url, (records) => records.find(text));
const recordsOf = async (data: Pick<PersonalData, 'exportOf'>, discordId: string): Promise<object[]> => {
  const answer = await data.exportOf(discordId);
  if ('nextAt' in answer) throw new Error('not yet');
  return answer.records;
};

const PLACES: [string, boolean, () => Promise<{ url: string; folder?: string }>][] = [
  [
    'SQLite',
    false,
    async () => {
      const folder = await temporaryFolder();
      return { folder, url: `sqlite://${folder}/store.sqlite` };
    },
  ],
  [
    'Redis',
    noRedis !== undefined,
    async () => {
      redis?.cli('FLUSHALL');
      return { url: redis?.url ?? '' };
    },
  ],
];

describe.each(PLACES)('what is stored about a user in %s', (_kind, skipped, place) => {
  test.skipIf(skipped)('is told in words', async () => {
    const { data } = await world((await place()).url);
    expect(await data.read(ANA)).toMatchObject({
      link: { playerName: 'Player 0 🏆' },
      hidden: false,
      alerts: 'dm',
      registrations: 1,
      guilds: [{ guildId: GUILD }],
    });
    await data.setHidden(ANA, true);
    expect(await data.read(ANA)).toMatchObject({ hidden: true, guilds: [{ guildId: GUILD }] });
  });

  test.skipIf(skipped)('is exported whole, without secrets and without anyone else', async () => {
    const { url } = await place();
    const { data, stores } = await world(url);
    await stores.namespace('tickets').set('of-other', {
      discordId: OTHER,
      locale: 'de',
      resume: { command: 'rank', options: { player: ANA } },
      expiresAt: 1,
    });
    const text = JSON.stringify(await recordsOf(data, ANA));
    for (const name of [
      'links',
      'owners',
      'members',
      'rosters',
      'absent',
      'tickets',
      'flows',
      'presses',
      'tries',
      'alerts',
      'registrations',
      'leases',
      'pressers',
      'exports',
      'reports',
      'gone',
    ])
      expect(text).toContain(`"record":"${name}"`);
    expect(text).toContain('state-cup');
    expect(text).toContain(`{"topic":"linking","record":"tickets","value":{"resume":{"player":"${ANA}"}}}`);
    expect(text).toContain('"scores":{"player1":3,"player2":1}');
    expect(text).toContain(`{"matchId":"m0","tournamentId":"cup0","guildId":"${GUILD}","ruling":`);
    expect(text).toContain(
      '{"topic":"buttons","record":"presses","value":{"matchId":"m0","press":"rule","reason":"No show 0"}}',
    );
    expect(text).toContain('{"topic":"unknown","record":"gone",');
    expect(text).not.toContain('No show 1');
    // Times are dates, also under the ids of servers.
    expect(text).toMatch(/"linkedAt":"\d{4}-\d\d-\d\dT[\d:.]+Z"/);
    expect(text).toMatch(/"topic":"seen","record":"rosters","key":"\d+:\d+","value":\{"\d+":"\d{4}-/);
    expect(text).not.toMatch(/[:[,]\d{13}[,\]}]/);
    expect(text).not.toMatch(/token|sealed|v1\./);
    expect(text).not.toContain(OTHER);
  });

  test.skipIf(skipped)('is deleted: the id is nowhere in the store, and nobody else is touched', async () => {
    const { url, folder } = await place();
    const { data, links, naming, stores, sweep } = await world(url);
    const others = (await rowsOf(url, OTHER)).length;
    const ticket = { discordId: OTHER, locale: 'de', expiresAt: 1 };
    await stores
      .namespace('tickets')
      .set('of-other', { ...ticket, resume: { command: 'rank', action: 'x', args: [`player=${ANA}`] } }, DAY);
    await data.deleteAll(ANA);
    await sweep();
    const remaining = (await rowsOf(url, ANA)).filter(({ key, text }) =>
      `${key} ${text}`.replaceAll(OTHER, '').includes(ANA),
    );
    expect(remaining).toEqual([]);
    expect(await rowsOf(url, OTHER)).toHaveLength(others + 1);
    expect(await stores.namespace('tickets').get('of-other')).toEqual(ticket);
    // What counts in a match stays, by the platform's ids alone.
    expect(await stores.namespace('reports').get('report0')).toMatchObject({
      claim: { playerId: 'p0', scores: { player1: 3, player2: 1 } },
    });
    expect(await stores.namespace('presses').get('typed0')).toBeUndefined();
    expect(await stores.namespace('presses').get('typed1')).toBeDefined();
    expect(await rowsOf(url, 'He left 0')).toEqual([]);
    expect(await rowsOf(url, 'He left 1')).toHaveLength(1);
    expect(await links.read(ANA)).toBeUndefined();
    const roster = await stores.namespace('rosters').get(`${GUILD}:${BigInt(OTHER) % 16n}`);
    expect(Object.keys(Object(roster))).toContain(OTHER);
    expect(await naming.nameable(GUILD, [ANA, OTHER])).toEqual(new Set([OTHER]));
    for (const file of folder === undefined ? [] : await readdir(folder)) {
      const text = await readFile(path.join(folder ?? '', file), 'latin1');
      expect(text.replaceAll(OTHER, '').includes(ANA), file).toBe(false);
    }
  });

  test.skipIf(skipped)(
    'is not what only happens to be their id: names, slugs and ids of all kinds',
    async () => {
      const { url } = await place();
      const stores = await openAt(url);
      onTestFinished(() => stores.close());
      const { personalData, sweep } = peopleWorld(stores);
      const rows = await lookalikes(stores);
      const before = await rowsOf(url, ANA);
      expect(before).toHaveLength(rows.length);
      expect(await recordsOf(personalData, ANA)).toEqual([expect.objectContaining({ record: 'exports' })]);
      await personalData.deleteAll(ANA);
      await sweep();
      expect(await rowsOf(url, ANA)).toEqual(before);
      const eve = (await recordsOf(personalData, EVE)).map((one) => Reflect.get(one, 'record'));
      const of = 'links owners registrations alerts members rosters absent tickets flows exports';
      expect(new Set(eve)).toEqual(new Set(of.split(' ')));
    },
  );

  test.skipIf(skipped)('is deleted also where it cannot be read', async () => {
    const { url } = await place();
    const stores = await openAt(url);
    onTestFinished(() => stores.close());
    const people = peopleWorld(stores);
    const { personalData, links } = people;
    await people.link(OTHER, 1, GUILD);
    const damaged = { discordId: 5, of: ANA };
    for (const [name, key, value] of [
      ['links', ANA, 'none'],
      ['members', ANA, ['older']],
      ['owners', 'p7', { discordId: ANA }],
      ['alerts', ANA, damaged],
    ] as const)
      await stores.namespace(name).set(key, value);
    expect(await personalData.read(ANA)).toMatchObject({ isDamaged: true, guilds: [] });
    expect((await personalData.read(ANA)).link).toBeUndefined();
    await personalData.deleteAll(ANA);
    await people.sweep();
    expect(
      (await rowsOf(url, ANA)).filter(({ key, text }) =>
        `${key} ${text}`.replaceAll(OTHER, '').includes(ANA),
      ),
    ).toEqual([]);
    expect(await personalData.read(ANA)).toMatchObject({ isDamaged: false });
    expect(await links.read(OTHER)).toBeDefined();
  });
});

describe('an export', () => {
  /** Two replicas of one store, on a fake clock. */
  function replicas() {
    const clock = { ms: 1_800_000_000_000 };
    const now = () => clock.ms;
    const stores = memoryStores({ now });
    const [one, two] = [0, 1].map(() => {
      const own = stores.replica();
      return { ...peopleWorld(own, { now }), own };
    });
    if (one === undefined || two === undefined) throw new Error('two replicas');
    return { clock, stores, one, two };
  }

  test('is made once a minute and member, over all replicas, and says when', async () => {
    const { clock, one, two } = replicas();
    await one.link(ANA, 1);
    expect(await one.personalData.exportOf(ANA)).toHaveProperty('records');
    const nextAt = clock.ms + MINUTE;
    clock.ms += 20_000;
    for (const replica of [one, two]) expect(await replica.personalData.exportOf(ANA)).toEqual({ nextAt });
    expect(await two.personalData.exportOf(EVE)).toHaveProperty('records');
    clock.ms = nextAt;
    expect(await two.personalData.exportOf(ANA)).toHaveProperty('records');
  });

  test('is made one at a time, however long it takes; one that failed can be repeated at once', async () => {
    const { clock, one, two } = replicas();
    const find = one.own.records.find.bind(one.own.records);
    let release = (): void => undefined;
    one.own.records.find = async (...how) => {
      await new Promise<void>((resolve) => (release = resolve));
      return find(...how);
    };
    const first = one.personalData.exportOf(ANA);
    await new Promise((resolve) => setImmediate(resolve));
    clock.ms += 2 * MINUTE;
    expect(await two.personalData.exportOf(ANA)).toEqual({ nextAt: clock.ms + 10_000 });
    release();
    expect(await first).toHaveProperty('records');
    expect(await two.personalData.exportOf(ANA)).toHaveProperty('records');

    one.own.records.find = () => Promise.reject(new Error('down'));
    await expect(one.personalData.exportOf(EVE)).rejects.toThrow('down');
    expect(await two.personalData.exportOf(EVE)).toHaveProperty('records');
  });

  test('holds up no deletion, fails at none, and brings nothing back', async () => {
    const { stores, one } = replicas();
    await one.link(ANA, 1, GUILD);
    const find = one.own.records.find.bind(one.own.records);
    let release = (): void => undefined;
    let calls = 0;
    one.own.records.find = async (...how) => {
      const records = await find(...how);
      if (calls++ === 0) await new Promise<void>((resolve) => (release = resolve));
      return records;
    };
    const exporting = one.personalData.exportOf(ANA);
    while (calls === 0) await new Promise((resolve) => setImmediate(resolve));
    await one.personalData.deleteAll(ANA);
    expect(stores.text()).not.toContain(ANA);
    release();
    expect(await exporting).toHaveProperty('records');
    expect(stores.text()).not.toContain(ANA);
  });
});

test('a record that changes while it is deleted is searched again', async () => {
  const stores = memoryStores();
  const own = stores.replica();
  const { personalData } = peopleWorld(own);
  const reminders = own.namespace<Record<string, object>>('reminders');
  const key = String(BigInt(ANA) % 16n);
  await reminders.set(key, { [ANA]: {} });
  const { erase } = own.records;
  let rounds = 0;
  own.records.erase = async (changes) => {
    // Another member is recorded between the search and the deletion.
    if (rounds++ < 2) await reminders.set(key, { [ANA]: {}, [OTHER]: { locale: String(rounds) } });
    return erase(changes);
  };
  await personalData.deleteAll(ANA);
  expect(await reminders.get(key)).toEqual({ [OTHER]: { locale: '2' } });
});
