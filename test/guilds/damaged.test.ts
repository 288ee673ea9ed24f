import { expect, it } from 'vitest';
import { createGuilds } from '../../src/guilds/guilds.ts';
import { createWords } from '../../src/words/words.ts';
import { memoryStores } from '../support/memory-stores.ts';

const DAY_MS = 24 * 60 * 60_000;
const TOPICS = { calls: true, results: true, event: false };
const FOLLOW = { tournamentId: 't1', channelId: '7', topics: TOPICS, since: 5 };

function setUp() {
  let time = Date.UTC(2027, 0, 1);
  const stores = memoryStores({ now: () => time });
  const forgottenFeeds: object[] = [];
  const replica = stores.replica();
  const guilds = createGuilds({
    stores: replica,
    forgetFeed: async (feed) => void forgottenFeeds.push(feed),
    forgetServer: () => Promise.resolve(),
    words: createWords(),
    channels: {
      post: async () => ({ id: '1' }),
      edit: async () => ({ refused: 'post-gone' }),
    },
    discord: {
      listGuilds: async () => ['1'],
      directory: {
        names: async () => new Map(),
        missing: async () => new Set(),
        access: async () => undefined,
      },
    },
    now: () => time,
    sleep: () => Promise.resolve(),
    log: { info: () => {}, warn: () => {} },
  });
  const put = (name: string, key: string, value: unknown) => replica.namespace(name).set(key, value);
  const damagedNamespaces = () => stores.unreadable.map(({ namespace }) => namespace);
  return {
    guilds,
    replica,
    put,
    damagedNamespaces,
    forgottenFeeds,
    stores,
    pass: (ms: number) => (time += ms),
  };
}

it('an unreadable follow is dropped alone; other follows and other servers stay', async () => {
  const { guilds, put, damagedNamespaces } = setUp();
  const unknownReason = { stopped: { reason: 'unknown', at: Date.UTC(2026, 11, 31) } };
  await put('follows', '1', {
    a: FOLLOW,
    b: { ...FOLLOW, topics: 'all' },
    c: 'not a record',
    d: { ...FOLLOW, ...unknownReason },
  });
  await put('follows', '2', [FOLLOW]);
  await put('followed', 'all', { 1: 1, 2: 2, 3: 'x' });
  expect(await guilds.follows.index()).toEqual({ 1: 1, 2: 2 });
  const follows = await guilds.follows.read('1');
  expect(Object.keys(follows)).toEqual(['a', 'd']);
  expect(follows['d']?.stopped?.reason).toBe('refused');
  expect(await guilds.follows.read('2')).toEqual({});
  const added = await guilds.follows.add('2', { tournamentId: 't2', channelId: '8', topics: TOPICS });
  expect(Object.keys(await guilds.follows.read('2'))).toEqual([added]);
  expect(await guilds.follows.index()).toMatchObject({ 1: 1, 2: expect.any(Number) as number });
  expect(damagedNamespaces()).toEqual(['followed', 'follows', 'follows']);
});

it('settings of another shape read as empty, damaged fields as unset, and a change overwrites them', async () => {
  const { guilds, put } = setUp();
  await put('guilds', '1', 'not a record');
  await put('guilds', '2', { logChannelId: '9', publicChannelIds: ['7', 8, '9'] });
  expect(await guilds.settings.read('1')).toEqual({});
  await guilds.settings.change('1', () => ({ logChannelId: '5' }));
  expect(await guilds.settings.read('1')).toEqual({ logChannelId: '5' });
  expect(await guilds.settings.read('2')).toEqual({ logChannelId: '9', publicChannelIds: ['7', '9'] });
});

it('servers that the bot left are removed, however damaged the list and their records are', async () => {
  const { guilds, replica, put, pass, stores } = setUp();
  for (let bucket = 0; bucket < 256; bucket++) await put('servers', String(bucket), { x: 'y', 40: 0 });
  await put('servers', '7', 'not a record');
  for (const name of ['guilds', 'follows']) await put(name, '40', ['not a record']);
  await put('purges', 'due', 'not a record');
  await guilds.purge();
  pass(31 * DAY_MS);
  await guilds.purge();
  for (const name of ['guilds', 'follows']) expect(await replica.namespace(name).get('40')).toBeUndefined();
  const lists = await Promise.all(stores.keys('servers').map((key) => replica.namespace('servers').get(key)));
  expect(JSON.stringify(lists)).not.toMatch(/"40"|"x"/);
});
