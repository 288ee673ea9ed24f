import { expect, it } from 'vitest';
import { withoutMention } from '../../src/replies/unmentioned.ts';
import { pass } from '../support/looks.ts';
import { PEOPLE, type Person } from '../support/result-acts.ts';
import { resultWorld } from '../support/result-world.ts';
import { buttonIn, textOf } from '../support/shown-message.ts';

/** Ana's report at once, disputed by Bruno and ruled on by Olga. `told`: Ana's notice of it; `left`: what remains afterwards. */
async function disputed(how: 'mention' | 'dm' | 'off', hidden: readonly Person[] = []) {
  const world = resultWorld({ settings: { logChannelId: '803' }, hidden });
  const one = world.replica();
  await one.services.alerts.set(PEOPLE.ana.userId, how, 'de');
  await one.report('ana', 3, 1);
  await one.dispute('bruno', buttonIn(world.public()[0]!, "That's wrong"), 1, 3);
  const toAna = () =>
    world.notices().filter((one) => one.channelId === 'dm:501' || textOf(one).includes('<@501>'));
  const told = toAna();
  await one.rule('olga', 'score:rule:m1:::::', { reason: 'Seen.', first: '1', second: '3' });
  const left = toAna();
  told.push(...left.filter(({ id }) => !told.some((one) => one.id === id)));
  return { told, left };
}

it('who reported a score is mentioned in its channel when it is disputed, and when it is ruled on', async () => {
  const { told, left } = await disputed('mention');
  expect(told.map(({ channelId }) => channelId)).toEqual(['800', '800']);
  expect(told.map(textOf)).toEqual([
    '<@501>\nThe result of **Ana vs Bruno** is disputed: Ana says: Ana wins 3–1, Bruno says: Bruno wins 3–1. The organizers decide.\nhttps://discord.com/channels/700/800/1002',
    '<@501> <@502>\nAn organizer ruled on **Ana vs Bruno**: Bruno wins 3–1.\nhttps://discord.com/channels/700/800/1002',
  ]);
  expect(told[1]?.body.allowed_mentions?.users).toEqual(['501', '502']);
  expect(withoutMention(textOf(told[0]!), { discordId: '501', name: 'Ana' })).toMatch(/^Ana\nThe result of /);
  // That it is disputed holds no longer.
  expect(left).toEqual([told[1]]);
});

it('gets a direct message instead, in their language, who chose that', async () => {
  const { told } = await disputed('dm', ['ana']);
  expect(told.map(({ channelId }) => channelId)).toEqual(['dm:501', 'dm:501']);
  expect(textOf(told[0]!)).toContain('ist umstritten');
});

it('a player who chose no alerts, or hides, gets nothing', async () => {
  expect((await disputed('off')).told).toEqual([]);
  expect((await disputed('mention', ['ana'])).told).toEqual([]);
});

it('is mentioned whose direct messages are closed, and told so by /next', async () => {
  const world = resultWorld({ settings: { logChannelId: '803' } });
  const { alerts } = world.replica().services;
  await alerts.set(PEOPLE.ana.userId, 'dm', 'de');
  world.discord.refuses.add('dm:501');
  await world.replica().report('ana', 3, 1);
  await world.replica().dispute('bruno', buttonIn(world.public()[0]!, "That's wrong"), 1, 3);
  expect(world.notices().map(({ channelId }) => channelId)).toEqual(['800']);
  expect((await alerts.read('501')).closed).toBe(true);
});

it('the opponent of a report at once is mentioned, and notified unless they chose otherwise', async () => {
  for (const [how, users] of [
    ['mention', ['502']],
    ['off', []],
  ] as const) {
    const world = resultWorld();
    await world.replica().services.alerts.set(PEOPLE.bruno.userId, how);
    await world.replica().report('ana', 3, 1);
    const [posted] = world.public();
    expect(posted?.body.content, how).toContain("<@502>, if this is wrong, press **That's wrong**.");
    expect(posted?.body.allowed_mentions?.users, how).toEqual(users);
  }
  const world = resultWorld({ hidden: ['bruno'] });
  await world.replica().report('ana', 3, 1);
  expect(textOf(world.public()[0]!)).not.toContain('502');
});

it('what tells of a dispute goes with the next report of a match whose dispute the website ended', async () => {
  const world = resultWorld({ settings: { logChannelId: '803' } });
  await world.replica().report('ana', 3, 1);
  await world.replica().dispute('bruno', buttonIn(world.public()[0]!, "That's wrong"), 1, 3);
  expect(world.notices()).toHaveLength(1);
  world.show(2, 3);
  world.clock.time += 60 * 60_000;
  await world.replica().report('ana', 3, 0);
  expect(world.notices()).toEqual([]);
});

it('another score in a dispute is no new dispute: its notice stays, and none is added', async () => {
  const world = resultWorld({ settings: { logChannelId: '803' } });
  await world.replica().report('ana', 3, 1);
  await world.replica().dispute('bruno', buttonIn(world.public()[0]!, "That's wrong"), 1, 3);
  const before = world.notices();
  expect(before).toHaveLength(1);
  // Discord no longer knows a second message of one nonce from the first.
  world.clock.time += 3_600_000;
  await world.replica().report('bruno', 0, 3);
  await world.replica().report('ana', 3, 2);
  expect(textOf(world.public().at(-1)!)).toContain('3–2');
  expect(world.notices().map(({ id }) => id)).toEqual(before.map(({ id }) => id));
});

it('a direct message arrives once, although the other player can’t be told for two hours', async () => {
  const world = resultWorld({ settings: { logChannelId: '803' } });
  const bot = world.replica();
  await bot.services.alerts.set('501', 'dm');
  await bot.report('ana', 3, 1);
  await bot.dispute('bruno', buttonIn(world.public()[0]!, "That's wrong"), 1, 3);
  const told = () => world.notices().filter(({ channelId }) => channelId === 'dm:501').length;
  const before = told();
  // Its channel takes no new message, and does not say why.
  world.discord.refuses.has = (channelId) => {
    if (channelId === '800') throw new Error('Discord: 503');
    return false;
  };
  await bot.rule('olga', 'score:rule:m1:::::1:3', { reason: 'Seen.' });
  await pass(world, bot, 2 * 3_600_000);
  expect(told() - before).toBe(1);
  world.discord.refuses = new Set();
  await pass(world, bot, 3_600_000);
  expect(textOf(world.notices().at(-1)!)).toMatch(/^<@502>\nAn organizer ruled/);
  expect(told() - before).toBe(1);
});
