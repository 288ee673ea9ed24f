import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/durations.ts';
import { press, slash } from '../../support/interactions.ts';
import { processLife } from '../../support/night-process.ts';
import { livingPorts } from '../../support/product/living-ports.ts';
import { productWorld } from '../../support/product/product-world.ts';

const GUILD = '700';
const CHANNEL = '800';
const ALL = String((1n << 53n) - 1n);
const RANKS = { Silver: 1200, Gold: 1500, Platinum: 1800 } as const;
type Rank = keyof typeof RANKS;

type Bot = ReturnType<ReturnType<typeof productWorld>['start']>;

/** Ana (501) and Bruno (502) in a server that posts rank-ups. */
async function world(locale = 'en-US') {
  const made = productWorld();
  const bot = made.start();
  const names = new Map([
    ['501', 'Ana'],
    ['502', 'Bruno'],
  ]);
  for (const [id, name] of names) {
    await made.member(id, { id: `p${id}`, name, elo: RANKS.Silver, rank: 'Silver' });
    await made.interact(bot, slash('help', {}, { userId: id }));
  }
  await bot.services.guilds.settings.change(GUILD, () => ({ language: locale }));
  /** As an admin chooses it. */
  async function choose(channelIds: string[], guild_id = GUILD): Promise<void> {
    const raw = press(`settings:rankUpChannel:${made.now()}`, {
      userId: '501',
      ephemeral: true,
      values: channelIds,
    });
    const channels = channelIds.map((id) => [id, { id, type: 0, permissions: ALL, app_permissions: ALL }]);
    const resolved = { channels: Object.fromEntries(channels) };
    await made.interact(bot, { ...raw, guild_id, data: { ...raw.data, resolved } });
  }
  await choose([CHANNEL]);
  await made.pass(20 * SECOND_MS);
  /** A member's rank is read for an answer. */
  async function see(id: string, more: { rank?: string; elo?: number }): Promise<void> {
    made.platform.players.set(`p${id}`, { id: `p${id}`, name: names.get(id) ?? '', ...more });
    await made.finish(bot.services.platform.user(`p${id}`, { fresh: true }));
    await made.pass(SECOND_MS / 4);
  }
  return {
    ...made,
    bot,
    choose,
    names,
    see,
    rank: (id: string, rank: Rank): Promise<void> => see(id, { rank, elo: RANKS[rank] }),
    pass: (ms: number): Promise<void> => made.pass(ms),
    hours: async (count: number): Promise<void> => {
      await made.leap(count * HOUR_MS);
      await made.pass(20 * SECOND_MS);
    },
    use: (id: string) => made.interact(bot, slash('help', {}, { userId: id })),
    told: () => made.textsIn(CHANNEL),
  };
}

test('who rose is told in one message an hour, up alone, with the rank as the platform writes it', async () => {
  const { discord, rank, see, hours, told, use } = await world();
  await rank('501', 'Silver');
  await rank('502', 'Gold');
  await hours(1);
  // The first sight is the baseline.
  expect(told()).toEqual([]);
  await rank('501', 'Gold');
  await rank('502', 'Platinum');
  await hours(1);
  expect(told()).toMatchInlineSnapshot(`
    [
      "**New ranks**
    <@501> rose to Gold
    <@502> rose to Platinum",
    ]
  `);
  expect(discord.messages.at(-1)?.post.mentions ?? {}).toEqual({});
  await rank('501', 'Platinum');
  await rank('502', 'Silver');
  await see('502', { elo: 1999 });
  await see('502', { rank: '*Diamond*' });
  await hours(1);
  expect(told().slice(1)).toMatchInlineSnapshot(`
    [
      "**New ranks**
    <@501> rose to Platinum",
    ]
  `);
  await see('502', { rank: '*Diamond*', elo: 2100 });
  await use('502');
  await hours(2);
  expect(told().slice(2)).toMatchInlineSnapshot(`
    [
      "**New ranks**
    <@502> rose to \\*Diamond\\*",
    ]
  `);
});

test('a rise after a quiet hour is told within half a minute, with those of that time, and the next ones an hour later', async () => {
  const { rank, pass, hours, told } = await world();
  for (const id of ['501', '502']) await rank(id, 'Silver');
  await hours(1.1);
  await rank('501', 'Gold');
  await pass(10 * SECOND_MS);
  await rank('502', 'Gold');
  await pass(20 * SECOND_MS);
  expect(told()).toEqual(['**New ranks**\n<@501> rose to Gold\n<@502> rose to Gold']);
  await rank('501', 'Platinum');
  await pass(58 * MINUTE_MS);
  expect(told()).toHaveLength(1);
  await pass(2 * MINUTE_MS);
  expect(told().slice(1)).toEqual(['**New ranks**\n<@501> rose to Platinum']);
});

test('the first sight of a member is in each server the one right after it began to tell', async () => {
  const { bot, choose, rank, see, hours, told, textsIn } = await world();
  await rank('501', 'Silver');
  await bot.services.naming.recordInteraction('701', '501');
  // A moment ago, ranks were read for the servers of then.
  await see('502', { rank: 'Silver', elo: 1200 });
  await choose(['801'], '701');
  await rank('501', 'Silver');
  await see('501', { rank: 'Gold', elo: 1500 });
  await hours(1.1);
  expect([told().length, textsIn('801')]).toEqual([1, ['**New ranks**\n<@501> rose to Gold']]);
});

test('a rise is told in the server’s language', async () => {
  const { rank, hours, told } = await world('de');
  await rank('501', 'Silver');
  await rank('501', 'Gold');
  await hours(1.1);
  expect(told()).toMatchInlineSnapshot(`
    [
      "**Neue Ränge**
    <@501> ist auf Gold gestiegen",
    ]
  `);
});

test('a rise waits until its member may be named, for a day, and Hide and deletion drop it', async () => {
  const { bot, discord, finish, hours, names, rank, stores, told, use } = await world();
  for (const id of names.keys()) await rank(id, 'Silver');
  // Nothing shows that they are still there.
  const { members } = discord.server(GUILD);
  await hours(25);
  for (const id of names.keys()) members.delete(id);
  for (const id of names.keys()) await rank(id, 'Gold');
  await hours(3);
  expect(told()).toEqual([]);
  members.set('501', new Set());
  await use('501');
  await hours(1.1);
  expect(told()).toHaveLength(1);
  await hours(24);
  members.set('502', new Set());
  await use('502');
  await hours(2);
  expect(told()).toHaveLength(1);
  await rank('501', 'Platinum');
  await finish(bot.services.personalData.setHidden('501', true));
  await rank('501', 'Silver');
  await rank('501', 'Platinum');
  await hours(2);
  expect([told().length, stores.textOf('rankups').includes('"501"')]).toEqual([1, false]);
  await finish(bot.services.personalData.deleteAll('502'));
  expect(stores.keys('rankups')).toEqual([]);
});

test.each([
  ['hides', (bot: Bot) => bot.services.personalData.setHidden('501', true)],
  ['unlinks', (bot: Bot) => bot.services.accounts.unlink('501')],
])('who %s between the look at the rises and the message is not named', async (_what, leave) => {
  const { bot, hours, rank, stores, told } = await world();
  for (const id of ['501', '502']) await rank(id, 'Silver');
  for (const id of ['501', '502']) await rank(id, 'Gold');
  stores.control.before = async (call) => {
    if (!/^rankupposts\.(?:add|replace)/.test(call)) return;
    stores.control.before = async () => {};
    await leave(bot);
  };
  await hours(1.1);
  await hours(1.1);
  expect(told()).toEqual(['**New ranks**\n<@502> rose to Gold']);
});

test('a rank that is seen while its member unlinks or hides leaves nothing', async () => {
  for (const leave of [
    (bot: Bot) => bot.services.personalData.setHidden('501', true),
    (bot: Bot) => bot.services.accounts.unlink('501'),
  ]) {
    const { bot, rank, stores } = await world();
    stores.control.before = async (call) => {
      if (!/^rankups\.(?:get|add)/.test(call)) return;
      stores.control.before = async () => {};
      await leave(bot);
    };
    await rank('501', 'Silver');
    expect(stores.textOf('rankups')).not.toContain('"501"');
  }
});

test('a label is the same whatever its case, spaces and form', async () => {
  const { see, hours, told } = await world();
  await see('501', { rank: 'École d’Or', elo: 1500 });
  await see('501', { rank: 'e\u0301COLE  d’or', elo: 1600 });
  await hours(1.1);
  expect(told()).toEqual([]);
});

test('nobody is asked about for it, and switched off it forgets all', async () => {
  const { bot, choose, hours, pass, platform, rank, stores } = await world();
  await rank('501', 'Silver');
  const before = platform.requests.length;
  await hours(8);
  expect(platform.requests.length).toBe(before);
  expect(stores.keys('rankups')).toHaveLength(1);
  await choose([]);
  await pass(20 * SECOND_MS);
  expect([...stores.keys('rankups'), ...stores.keys('rankupposts')]).toEqual([]);
  expect(await bot.services.guilds.rankUps.read()).toEqual({});
});

test('a kill at any act tells a rise once', async () => {
  for (let act = 1; act <= 6; act++)
    for (const isMade of [true, false]) {
      const made = await world();
      await made.rank('501', 'Silver');
      await made.rank('501', 'Gold');
      made.stop(made.bot);
      await made.pass(MINUTE_MS);
      const life = processLife(made.now);
      const reaches = (namespace: string): boolean => namespace.startsWith('rankup');
      const first = made.start(livingPorts(made.ports(), life, reaches));
      life.killAt(act, isMade);
      await made.pass(20 * SECOND_MS);
      made.stop(first);
      made.start();
      await made.hours(1);
      await made.hours(1);
      expect([act, isMade, made.told().length]).toEqual([act, isMade, 1]);
      expect(made.stores.textOf('rankups')).not.toContain('roseAt');
    }
});
