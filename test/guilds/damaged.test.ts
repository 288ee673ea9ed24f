import { expect, it } from 'vitest';
import { productWorld } from '../support/product/product-world.ts';

const DAY_MS = 24 * 60 * 60_000;
const TOPICS = { calls: true, results: true, event: false };
const FOLLOW = { tournamentId: 't1', channelId: '7', topics: TOPICS, since: 5 };

function setUp() {
  const world = productWorld();
  world.discord.server('1');
  const { chores, services } = world.start();
  const put = (name: string, key: string, value: unknown): void =>
    world.stores.damage(name, key, JSON.stringify({ value }));
  const damagedNamespaces = () => world.stores.unreadable.map(({ namespace }) => namespace);
  const purge = chores.find(({ name }) => name === 'leftServers')!;
  return {
    ...world,
    guilds: services.guilds,
    put,
    damagedNamespaces,
    purge: () => world.finish(purge.run(new AbortController().signal)),
  };
}

it('an unreadable follow is dropped alone; other follows and other servers stay', async () => {
  const { guilds, put, damagedNamespaces } = setUp();
  const unknownReason = { stopped: { reason: 'unknown', at: Date.UTC(2026, 11, 31) } };
  put('follows', '1', {
    a: FOLLOW,
    b: { ...FOLLOW, topics: 'all' },
    c: 'not a record',
    d: { ...FOLLOW, ...unknownReason },
  });
  put('follows', '2', [FOLLOW]);
  put('followed', 'all', { 1: 1, 2: 2, 3: 'x' });
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
  put('guilds', '1', 'not a record');
  put('guilds', '2', { logChannelId: '9', publicChannelIds: ['7', 8, '9'] });
  expect(await guilds.settings.read('1')).toEqual({});
  await guilds.settings.change('1', () => ({ logChannelId: '5' }));
  expect(await guilds.settings.read('1')).toEqual({ logChannelId: '5' });
  expect(await guilds.settings.read('2')).toEqual({ logChannelId: '9', publicChannelIds: ['7', '9'] });
});

it('servers that the bot left are removed, however damaged the list and their records are', async () => {
  const { leap, purge, put, stores } = setUp();
  for (let bucket = 0; bucket < 256; bucket++) put('servers', String(bucket), { x: 'y', 40: 0 });
  put('servers', '7', 'not a record');
  for (const name of ['guilds', 'follows']) put(name, '40', ['not a record']);
  put('purges', 'due', 'not a record');
  await purge();
  await leap(31 * DAY_MS);
  await purge();
  for (const name of ['guilds', 'follows']) expect(stores.keys(name)).not.toContain('40');
  expect(stores.textOf('servers')).not.toMatch(/"40"|"x"/);
});
