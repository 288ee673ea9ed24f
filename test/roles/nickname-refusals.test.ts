import { describe, expect, test } from 'vitest';
import { GivenRecord } from '../../src/roles/entries.ts';
import { createGiven } from '../../src/roles/given.ts';
import { NICKNAME, ruleIdOf } from '../../src/roles/rules.ts';
import { GUILD, nicknameRule, roleRule, rolesWorld } from '../support/roles-world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('what Discord refuses to take', () => {
  test('holds up nothing else of a member who hides: a nickname without Manage Nicknames', async () => {
    const world = rolesWorld();
    await world.join(1);
    world.start('a');
    await world.roles.add(GUILD, nicknameRule('name', 1));
    await world.pass(10_000);
    await world.roles.add(GUILD, roleRule('linked', 'linked'));
    await world.pass(10_000);
    expect([world.nickOf('1'), world.rolesOf('1')]).toEqual(['Player 1 🏆', ['linked']]);
    world.discord.canRename = false;
    await world.hide('1', true);
    await world.pass(MINUTE);
    expect([world.nickOf('1'), world.rolesOf('1')]).toEqual(['Player 1 🏆', []]);
    const looks = world.discord.looks.length;
    await world.pass(10 * MINUTE);
    // Discord is not asked again and again.
    expect(world.discord.looks.length - looks).toBeLessThanOrEqual(2);
    world.discord.canRename = true;
    await world.pass(6 * MINUTE);
    expect(world.nickOf('1')).toBeUndefined();
  });

  test('holds up nothing else of a member who hides: a role that was moved above the bot’s', async () => {
    const world = rolesWorld();
    await world.join(1);
    world.start('a');
    await world.roles.add(GUILD, roleRule('gold', 'linked'));
    await world.pass(10_000);
    await world.roles.add(GUILD, roleRule('silver', 'linked'));
    await world.pass(10_000);
    expect(world.rolesOf('1')).toEqual(['gold', 'silver']);
    world.discord.roles = ['admin', 'gold', 'bot', 'silver', 'linked', 'top', 'cup', 'champion'];
    await world.hide('1', true);
    await world.pass(MINUTE);
    expect(world.rolesOf('1')).toEqual(['gold']);
    const looks = world.discord.looks.length;
    await world.pass(10 * MINUTE);
    expect(world.discord.looks.length - looks).toBeLessThanOrEqual(2);
  });

  test('is not asked for again and again once its rule is removed', async () => {
    const world = rolesWorld();
    await world.join(1);
    world.start('a');
    const rule = nicknameRule('name', 1);
    await world.roles.add(GUILD, rule);
    await world.pass(10_000);
    world.discord.canRename = false;
    await world.roles.remove(GUILD, ruleIdOf(rule), { keep: false });
    await world.pass(MINUTE);
    const looks = world.discord.looks.length;
    await world.pass(10 * MINUTE);
    expect(world.discord.looks.length - looks).toBeLessThanOrEqual(1);
    world.discord.canRename = true;
    await world.pass(61 * MINUTE, 5000);
    expect(world.nickOf('1')).toBeUndefined();
  });
});

test('a nickname that Discord folds is the bot’s own, also after the answer was lost', async () => {
  const world = rolesWorld();
  world.discord.nicks.set('1', 'Anya');
  world.discord.foldNick = (nick) => nick.replaceAll('🏆', '').trim();
  await world.join(1);
  world.start('a');
  let losses = 1;
  world.discord.mishap = () => (losses-- > 0 ? { error: world.wait(), isApplied: true } : undefined);
  await world.roles.add(GUILD, nicknameRule('name', 1));
  await world.pass(MINUTE);
  expect(world.nickOf('1')).toBe('Player 1');
  const { length } = world.discord.renames;
  await world.pass(10 * MINUTE);
  expect(world.discord.renames).toHaveLength(length);
  await world.unlink('1');
  await world.pass(MINUTE);
  expect(world.nickOf('1')).toBe('Anya');
});

test('the earlier nickname comes back even if Discord makes no nickname of their name', async () => {
  const world = rolesWorld();
  world.discord.nicks.set('1', 'Anya');
  world.discord.foldNick = (nick) => (nick.includes('🏆') ? '' : nick);
  await world.join(1);
  world.start('a');
  await world.roles.add(GUILD, nicknameRule('name', 1));
  await world.pass(2 * MINUTE);
  expect([world.nickOf('1'), world.discord.renames.length]).toEqual([undefined, 1]);
  await world.roles.remove(GUILD, ruleIdOf(nicknameRule('name', 1)), { keep: false });
  await world.pass(MINUTE);
  expect(world.nickOf('1')).toBe('Anya');
});

describe('a nickname of who is not linked any more', () => {
  async function owed(lack: (world: ReturnType<typeof rolesWorld>, lacks: boolean) => void) {
    const world = rolesWorld();
    await world.join(1);
    world.start('a');
    await world.roles.add(GUILD, nicknameRule('name', 1));
    await world.pass(10_000);
    lack(world, true);
    await world.unlink('1');
    await world.pass(29 * DAY, HOUR);
    expect([world.nickOf('1'), world.stores.keys('roledebts')]).toEqual(['Player 1 🏆', ['all']]);
    await world.pass(3 * DAY, HOUR);
    return world;
  }

  test('is owed no longer than 30 days where the bot may rename, but not them', async () => {
    const world = await owed(({ discord }) => void (discord.ownerId = '1'));
    expect(world.stores.keys('roledebts')).toEqual([]);
    const looks = world.discord.looks.length;
    await world.pass(DAY, HOUR);
    expect(world.discord.looks.length).toBe(looks);
  });

  test.each<[string, (world: ReturnType<typeof rolesWorld>, lacks: boolean) => void]>([
    ['Manage Nicknames lacks', ({ discord }, lacks) => void (discord.canRename = !lacks)],
    ['the bot is not in the server', ({ discord }, lacks) => void (discord.isGone = lacks)],
  ])('is owed as long as %s', async (_what, lack) => {
    const world = await owed(lack);
    expect(world.stores.keys('roledebts')).toEqual(['all']);
    lack(world, false);
    await world.pass(2 * HOUR, MINUTE);
    expect([world.nickOf('1'), world.stores.keys('roledebts')]).toEqual([undefined, []]);
  });
});

test('after a change by hand, no nickname stays stored', async () => {
  const world = rolesWorld();
  world.discord.nicks.set('1', 'Anya');
  await world.join(1);
  world.start('a');
  await world.roles.add(GUILD, nicknameRule('name', 1));
  await world.pass(10_000);
  world.discord.nicks.set('1', 'By hand');
  await world.roles.add(GUILD, roleRule('linked', 'linked'));
  await world.pass(10_000);
  const given = createGiven(world.stores.replica().namespace('given', GivenRecord));
  const entry = (await given.read(GUILD, '1'))?.roles[NICKNAME];
  expect({ ...entry, earned: [] }).toEqual({ state: 'removed', earned: [] });
});
