import { describe, expect, test } from 'vitest';
import { GivenRecord } from '../../src/roles/entries.ts';
import { createGiven } from '../../src/roles/given.ts';
import { RoleWaitError } from '../../src/roles/ports.ts';
import { ruleIdOf } from '../../src/roles/rules.ts';
import { failing } from '../support/fakes.ts';
import { GUILD, roleRule, rolesWorld } from '../support/roles-world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LINKED = roleRule('linked', 'linked');
const GOLD = roleRule('gold', 'rating', { number: 1500 });
const SILVER = roleRule('silver', 'rating', { number: 1000 });

describe('the rules of a server', () => {
  test('give roles within 15 s after linking, and take them within a minute after unlinking or hiding', async () => {
    const world = rolesWorld();
    world.start('a');
    await world.roles.add(GUILD, LINKED);
    await world.pass(5000);
    await world.join(1);
    await world.join(2);
    await world.pass(15_000);
    expect([world.rolesOf('1'), world.rolesOf('2')]).toEqual([['linked'], ['linked']]);
    await world.hide('1', true);
    await world.unlink('2');
    await world.pass(MINUTE);
    expect([world.rolesOf('1'), world.rolesOf('2')]).toEqual([[], []]);
    await world.hide('1', false);
    await world.pass(15_000);
    expect(world.rolesOf('1')).toEqual(['linked']);
    expect(world.told()).toEqual([
      'give linked 1',
      'give linked 2',
      'take linked 2',
      'take linked 1',
      'give linked 1',
    ]);
    expect(world.discord.changes[0]?.reason).toBe('Rule: linked');
    expect(world.stores.text()).not.toContain('"2"');
  });

  test('show the highest rating alone, and both where that is switched off', async () => {
    const world = rolesWorld();
    world.start('a');
    await world.join(1);
    world.platform.ranks['p1'] = { elo: 1200 };
    await world.roles.add(GUILD, GOLD);
    await world.roles.add(GUILD, SILVER);
    await world.pass(MINUTE);
    expect(world.rolesOf('1')).toEqual(['silver']);
    world.platform.ranks['p1'] = { elo: 1600 };
    await world.pass(7 * HOUR, 30_000);
    expect(world.rolesOf('1')).toEqual(['gold']);
    expect(world.told().slice(-2)).toEqual(['take silver 1', 'give gold 1']);
    await world.roles.toggle(GUILD, 'everyRating');
    await world.pass(MINUTE);
    expect(world.rolesOf('1')).toEqual(['gold', 'silver']);
  });

  test('leave alone what a member had before, and what an organizer took', async () => {
    const world = rolesWorld();
    world.start('a');
    await world.join(1, ['gold']);
    await world.join(2);
    Object.assign(world.platform.ranks, { p1: { elo: 1600 }, p2: { elo: 1600 } });
    await world.roles.add(GUILD, GOLD);
    await world.roles.add(GUILD, LINKED);
    await world.pass(MINUTE);
    expect([world.rolesOf('1'), world.rolesOf('2')]).toEqual([
      ['gold', 'linked'],
      ['gold', 'linked'],
    ]);
    // An organizer's hand; then a change that looks at the member again.
    world.discord.members.get('2')?.delete('gold');
    await world.roles.remove(GUILD, ruleIdOf(LINKED), { keep: false });
    await world.pass(7 * HOUR, 30_000);
    expect([world.rolesOf('1'), world.rolesOf('2')]).toEqual([['gold'], []]);
    Object.assign(world.platform.ranks, { p1: { elo: 900 }, p2: { elo: 900 } });
    await world.pass(7 * HOUR, 30_000);
    expect([world.rolesOf('1'), world.rolesOf('2')]).toEqual([['gold'], []]);
    // Earned anew.
    world.platform.ranks['p2'] = { elo: 1700 };
    await world.pass(7 * HOUR, 30_000);
    expect(world.rolesOf('2')).toEqual(['gold']);
  });

  test('know as their own what Discord did although its answer was lost', async () => {
    const world = rolesWorld();
    world.start('a');
    await world.roles.add(GUILD, LINKED);
    world.discord.mishap = () => ({ error: world.wait(), isApplied: true });
    await world.join(1);
    await world.pass(5000);
    expect(world.told()).toEqual(['give linked 1']);
    world.discord.mishap = () => undefined;
    await world.pass(MINUTE);
    await world.unlink('1');
    await world.pass(2 * MINUTE);
    expect(world.told()).toEqual(['give linked 1', 'take linked 1']);
    expect(world.posts.join()).toContain('given to');
  });

  test('take nothing from the first of a server while a newcomer has not been read', async () => {
    const world = rolesWorld();
    world.start('a');
    await world.join(1);
    world.platform.ranks['p1'] = { elo: 1600 };
    await world.roles.add(GUILD, roleRule('top', 'first', { number: 1 }));
    await world.pass(MINUTE);
    expect(world.rolesOf('1')).toEqual(['top']);
    world.platform.failure = () => failing('unavailable');
    await world.join(2);
    await world.pass(2 * MINUTE);
    expect(world.told()).toEqual(['give top 1']);
  });

  test('take nothing while the platform fails or shows no rank, a day later neither', async () => {
    const world = rolesWorld();
    world.start('a');
    await world.join(1);
    world.platform.ranks['p1'] = { elo: 1600, rank: 'Gold' };
    await world.roles.add(GUILD, GOLD);
    await world.roles.add(GUILD, roleRule('top', 'rank', { label: 'gold' }));
    await world.pass(MINUTE);
    expect(world.rolesOf('1')).toEqual(['gold', 'top']);
    world.platform.ranks['p1'] = {};
    await world.pass(DAY, MINUTE);
    world.platform.failure = () => failing('unavailable');
    await world.pass(2 * DAY, MINUTE);
    world.platform.failure = () => failing('not-found');
    await world.pass(DAY, MINUTE);
    expect(world.rolesOf('1')).toEqual(['gold', 'top']);
    world.platform.failure = () => undefined;
    world.platform.ranks['p1'] = { elo: 1, rank: 'Tin' };
    await world.pass(7 * HOUR, MINUTE);
    expect(world.rolesOf('1')).toEqual([]);
  });

  test('read each member every six hours at most, the ranking first, and no member who left', async () => {
    const world = rolesWorld();
    world.start('a');
    for (let number = 1; number <= 4; number++) await world.join(number);
    Object.assign(world.platform.ranks, { p1: { elo: 1 }, p2: { elo: 2 }, p3: { elo: 3 }, p4: { elo: 4 } });
    world.platform.ranking = ['p4', 'p3'];
    world.discord.members.delete('1');
    await world.roles.add(GUILD, GOLD);
    await world.roles.add(GUILD, LINKED);
    await world.pass(11 * MINUTE);
    const first = world.platform.reads.length;
    await world.pass(5 * HOUR, MINUTE);
    // The ranking of each hour covers two; no one else is due.
    expect(world.platform.reads.slice(first).filter((what) => what !== 'rankings')).toEqual([]);
    await world.pass(3 * HOUR, MINUTE);
    expect(world.platform.reads.slice(first)).toContain('rank p2');
    expect(world.platform.reads.slice(first)).not.toContain('rank p1');
  });

  test('ask for a player whom the platform cannot show three times, and then no sooner than in six hours', async () => {
    const world = rolesWorld();
    world.start('a');
    await world.join(1);
    world.platform.failure = (what) => (what === 'user p1' ? failing('unavailable') : undefined);
    await world.roles.add(GUILD, roleRule('gold', 'rank', { label: 'Gold' }));
    await world.pass(5 * HOUR, MINUTE);
    expect(world.platform.reads.filter((what) => what === 'user p1')).toHaveLength(3);
  });

  test('end a member who left, until they use the bot there again', async () => {
    const world = rolesWorld();
    world.start('a');
    await world.join(1);
    await world.roles.add(GUILD, LINKED);
    await world.pass(MINUTE);
    world.discord.members.delete('1');
    await world.roles.add(GUILD, roleRule('top', 'linked'));
    await world.pass(MINUTE);
    const looks = world.discord.looks.length;
    await world.pass(DAY, MINUTE);
    expect(world.discord.looks).toHaveLength(looks);
    world.discord.members.set('1', new Set());
    await world.use('1');
    await world.pass(MINUTE);
    expect(world.rolesOf('1')).toEqual(['linked', 'top']);
  });

  test('end with a deleted role and one that stands above, tell it once, and go on after Resume', async () => {
    const world = rolesWorld();
    world.start('a');
    await world.roles.add(GUILD, LINKED);
    await world.roles.add(GUILD, roleRule('top', 'linked'));
    await world.roles.add(GUILD, roleRule('cup', 'linked'));
    world.discord.roles = ['top', 'bot', 'linked'];
    await world.join(1);
    await world.join(2);
    await world.pass(HOUR);
    expect(world.rolesOf('1')).toEqual(['linked']);
    expect(world.notes.toSorted()).toMatchInlineSnapshot(`
      [
        "⚠ <@&top> now stands above my highest role, so its rule has ended. Members keep the role. Move it below mine, then press Resume in the settings.",
        "⚠ The role of a rule was deleted, so the rule has ended.",
      ]
    `);
    world.discord.roles = ['bot', 'top', 'linked'];
    await world.roles.resume(GUILD, ruleIdOf(roleRule('top', 'linked')), 'olga');
    await world.pass(MINUTE);
    expect(world.rolesOf('2')).toEqual(['linked', 'top']);
  });

  test('pause without the permission, tell it once, and go on by themselves', async () => {
    const world = rolesWorld();
    world.start('a');
    await world.roles.add(GUILD, LINKED);
    world.discord.canManageRoles = false;
    await world.join(1);
    await world.join(2);
    await world.pass(DAY, MINUTE);
    expect(world.notes).toHaveLength(1);
    expect(world.discord.changes).toEqual([]);
    world.discord.canManageRoles = true;
    await world.pass(10 * MINUTE);
    expect([world.rolesOf('1'), world.rolesOf('2')]).toEqual([['linked'], ['linked']]);
    expect(world.notes).toHaveLength(2);
  });

  test('that are removed take the role from all, or leave it for good', async () => {
    const world = rolesWorld();
    world.start('a');
    await world.join(1);
    await world.roles.add(GUILD, LINKED);
    await world.roles.add(GUILD, roleRule('top', 'linked'));
    await world.pass(MINUTE);
    await world.roles.remove(GUILD, ruleIdOf(LINKED), { keep: true });
    await world.roles.remove(GUILD, ruleIdOf(roleRule('top', 'linked')), { keep: false });
    await world.pass(MINUTE);
    expect(world.rolesOf('1')).toEqual(['linked']);
    await world.unlink('1');
    await world.pass(MINUTE);
    expect(world.rolesOf('1')).toEqual(['linked']);
    expect((await world.roles.read(GUILD)).released).toBeUndefined();
  });

  test('change about one role a second, and wait as long as Discord says', async () => {
    const world = rolesWorld();
    world.start('a');
    for (let number = 1; number <= 20; number++) await world.join(number);
    await world.roles.add(GUILD, LINKED);
    await world.pass(12_000, 250);
    const { length } = world.discord.changes;
    expect(length).toBeGreaterThan(7);
    expect(length).toBeLessThan(13);
    world.discord.mishap = () => ({ error: world.wait(5 * MINUTE), isApplied: false });
    await world.pass(10_000);
    world.discord.mishap = () => undefined;
    await world.pass(4 * MINUTE);
    expect(world.discord.changes).toHaveLength(length);
    await world.pass(2 * MINUTE);
    expect(world.discord.changes).toHaveLength(20);
  });

  test('say how long they have not got on, unless they wait for a permission or for the bot itself', async () => {
    const world = rolesWorld();
    const process = world.start('a');
    const stalledMinutes = () => Math.floor(process.backlog().stalledMs / MINUTE);
    await world.roles.add(GUILD, LINKED);
    for (let number = 1; number <= 100; number++) await world.join(number);
    await world.pass(MINUTE);
    expect(process.backlog().members).toBeGreaterThan(30);
    expect(process.backlog().stalledMs).toBeLessThan(5000);
    world.discord.mishap = () => ({ error: world.wait(), isApplied: false });
    await world.pass(20 * MINUTE);
    expect(stalledMinutes()).toBe(20);
    world.discord.mishap = () => undefined;
    await world.pass(10 * MINUTE);
    expect(process.backlog()).toEqual({ members: 0, stalledMs: 0 });
    await world.pass(HOUR, 5000);
    world.discord.mishap = () => ({ error: world.wait(), isApplied: false });
    await world.roles.add(GUILD, roleRule('gold', 'linked'));
    await world.pass(2 * MINUTE);
    expect([process.backlog().members, stalledMinutes() <= 2]).toEqual([100, true]);
    world.discord.mishap = () => undefined;
    await world.pass(10 * MINUTE);

    world.discord.canManageRoles = false;
    await world.roles.add(GUILD, roleRule('top', 'linked'));
    await world.pass(HOUR, 5000);
    expect([process.backlog().members > 0, stalledMinutes()]).toEqual([true, 0]);
    world.discord.canManageRoles = true;
    await world.pass(10 * MINUTE);
    world.discord.isGone = true;
    await world.roles.add(GUILD, roleRule('cup', 'linked'));
    await world.pass(2 * HOUR, 5000);
    expect([process.backlog().members > 0, stalledMinutes() <= 5]).toEqual([true, true]);
    world.discord.isGone = false;
    await world.pass(10 * MINUTE);
    expect(process.backlog().members).toBe(0);
  });

  test('gather their changes to one message a minute', async () => {
    const world = rolesWorld();
    world.start('a');
    await world.roles.add(GUILD, LINKED);
    await world.join(1);
    await world.join(2);
    await world.pass(30_000);
    expect(world.posts).toEqual([]);
    await world.pass(MINUTE);
    expect(world.posts).toMatchInlineSnapshot(`
      [
        "<@&linked> given to <@1>
      <@&linked> given to <@2>",
      ]
    `);
    await world.roles.toggle(GUILD, 'quiet');
    await world.join(3);
    await world.pass(3 * MINUTE);
    expect(world.rolesOf('3')).toEqual(['linked']);
    expect(world.posts).toHaveLength(1);
  });

  test('survive a clock that is set back, and a server that leaves and returns', async () => {
    const world = rolesWorld();
    world.start('a');
    await world.roles.add(GUILD, LINKED);
    await world.roles.add(GUILD, GOLD);
    await world.join(1);
    world.platform.ranks['p1'] = { elo: 1600 };
    await world.pass(MINUTE);
    world.setBack(30 * DAY);
    world.discord.isGone = true;
    await world.join(2);
    world.platform.ranks['p1'] = { elo: 900 };
    await world.pass(8 * HOUR, MINUTE);
    expect(world.rolesOf('1')).toEqual(['gold', 'linked']);
    world.discord.isGone = false;
    await world.pass(HOUR, MINUTE);
    expect([world.rolesOf('1'), world.rolesOf('2')]).toEqual([['linked'], ['linked']]);
  });

  describe('of who is not linked any more', () => {
    const NOBODYS_ID = /1234567/;
    async function holder() {
      const world = rolesWorld();
      world.start('a');
      await world.roles.add(GUILD, LINKED);
      const discordId = await world.join(1234567);
      await world.pass(2 * MINUTE);
      expect(world.rolesOf(discordId)).toEqual(['linked']);
      return { discordId, world };
    }
    type World = Awaited<ReturnType<typeof holder>>['world'];
    const ends = async ({ discordId, world }: { discordId: string; world: World }) => {
      expect(world.rolesOf(discordId)).toEqual([]);
      expect(world.stores.keys('roledebts')).toEqual([]);
      await world.pass(2 * MINUTE);
      expect(world.posts.at(-1)).toBe('<@&linked> taken from somebody');
    };

    test('are taken at once, and no record names them', async () => {
      const one = await holder();
      await one.world.unlink(one.discordId);
      await one.world.pass(5000);
      expect(one.world.stores.text()).not.toMatch(NOBODYS_ID);
      await ends(one);
    });

    test.each<[string, (world: World, isBack: boolean) => void]>([
      [
        'Discord does not answer',
        ({ discord, wait }, isBack) => {
          discord.mishap = () => (isBack ? undefined : { error: wait(), isApplied: false });
        },
      ],
      ['the bot may not manage roles', ({ discord }, isBack) => void (discord.canManageRoles = isBack)],
      ['the bot is not in the server', ({ discord }, isBack) => void (discord.isGone = !isBack)],
    ])('are taken once that is possible, where %s for two days', async (_what, set) => {
      const one = await holder();
      const { discordId, world } = one;
      set(world, false);
      await world.unlink(discordId);
      await world.pass(2 * DAY, MINUTE);
      expect(world.rolesOf(discordId)).toEqual(['linked']);
      expect(world.stores.text()).not.toMatch(NOBODYS_ID);
      // Neither Discord nor the log gets it again and again.
      expect(world.discord.looks.length).toBeLessThan(100);
      set(world, true);
      await world.pass(2 * HOUR, MINUTE);
      await ends(one);
    });

    test('are taken also where the server’s rules were paused before', async () => {
      const one = await holder();
      const { discordId, world } = one;
      world.discord.canManageRoles = false;
      await world.join(2);
      await world.pass(MINUTE);
      expect((await world.roles.read(GUILD)).pausedAt).toBeDefined();
      await world.unlink(discordId);
      await world.pass(40 * DAY, HOUR);
      expect(world.stores.text()).not.toMatch(NOBODYS_ID);
      world.discord.canManageRoles = true;
      await world.pass(HOUR, MINUTE);
      expect(world.rolesOf(discordId)).toEqual([]);
      expect(world.stores.keys('roledebts')).toEqual([]);
    });

    test('stay the bot’s own if they link again before that', async () => {
      const { discordId, world } = await holder();
      world.discord.canManageRoles = false;
      await world.unlink(discordId);
      await world.pass(10 * MINUTE);
      await world.join(1234567, ['linked']);
      expect(world.stores.keys('roledebts')).toEqual([]);
      world.discord.canManageRoles = true;
      await world.pass(HOUR, MINUTE);
      expect(
        await createGiven(world.stores.replica().namespace('given', GivenRecord)).read(GUILD, discordId),
      ).toMatchObject({
        roles: { linked: { state: 'ours' } },
      });
      await world.unlink(discordId);
      await world.pass(MINUTE);
      expect(world.rolesOf(discordId)).toEqual([]);
    });

    test('that they keep by an admin’s choice are theirs, and a server that is forgotten owes nothing', async () => {
      const { discordId, world } = await holder();
      await world.roles.remove(GUILD, ruleIdOf(LINKED), { keep: true });
      await world.unlink(discordId);
      await world.pass(10 * MINUTE);
      expect(world.rolesOf(discordId)).toEqual(['linked']);
      const other = await holder();
      other.world.discord.canManageRoles = false;
      await other.world.unlink(other.discordId);
      await other.world.roles.forgetServer(GUILD);
      expect(other.world.stores.keys('roledebts')).toEqual([]);
    });
  });
});

test('a server that lost the permission is asked for it every five minutes, not with each look at the store', async () => {
  const world = rolesWorld();
  world.start('a');
  await world.roles.add(GUILD, LINKED);
  world.discord.canManageRoles = false;
  await world.join(1);
  await world.pass(MINUTE);
  const before = world.discord.roleLooks;
  await world.pass(10 * MINUTE);
  expect(world.discord.roleLooks - before).toBe(2);
});

test('an owner that hangs while it takes what is owed leaves the rest to the next one', async () => {
  for (let call = 1; call <= 40; call++) {
    const world = rolesWorld();
    const first = world.start('a');
    await world.roles.add(GUILD, LINKED);
    await world.join(1);
    await world.pass(MINUTE);
    world.start('b');
    await world.pass(20_000);
    await world.unlink('1');
    first.hangAt(call, 2 * MINUTE);
    await world.pass(90_000, 2000);
    // The next owner has taken it by now, and an organizer gives it back.
    const taken = world.rolesOf('1').length === 0;
    if (taken) world.discord.members.get('1')?.add('linked');
    await world.pass(5 * MINUTE, 2000);
    expect([call, world.rolesOf('1')]).toEqual([call, taken ? ['linked'] : []]);
  }
});

describe('a role that has gained powers', () => {
  test('ends its rule within the hour, told once, and takes nothing', async () => {
    const world = rolesWorld();
    world.start('a');
    await world.roles.add(GUILD, roleRule('linked', 'linked'));
    await world.roles.add(GUILD, roleRule('top', 'linked'));
    await world.join(1);
    await world.pass(MINUTE);
    expect(world.rolesOf('1')).toEqual(['linked', 'top']);
    world.discord.permissions.set('linked', 1n << 13n);
    await world.pass(HOUR);
    await world.join(2);
    await world.pass(HOUR);
    expect([world.rolesOf('1'), world.rolesOf('2')]).toEqual([['linked', 'top'], ['top']]);
    expect(world.notes).toMatchInlineSnapshot(`
      [
        "⚠ <@&linked> can now moderate or manage this server, so its rule has ended. Members keep the role. Take these permissions from it, then press Resume in the settings.",
      ]
    `);
    const { rules } = await world.roles.read(GUILD);
    expect(Object.values(rules).map(({ roleId, ended }) => [roleId, ended])).toEqual([
      ['linked', 'powers'],
      ['top', undefined],
    ]);
  });

  test('is not given after ten quiet minutes, and a batch looks once', async () => {
    const world = rolesWorld();
    world.start('a');
    await world.roles.add(GUILD, roleRule('linked', 'linked'));
    for (const id of [1, 2, 3]) await world.join(id);
    await world.pass(MINUTE);
    expect([world.rolesOf('3'), world.discord.roleLooks]).toEqual([['linked'], 1]);
    await world.pass(11 * MINUTE);
    world.discord.permissions.set('linked', 8n);
    await world.join(4);
    await world.pass(MINUTE);
    expect([world.rolesOf('4'), world.discord.roleLooks]).toEqual([[], 2]);
  });

  test('keeps its rule while Discord does not show it', async () => {
    const world = rolesWorld();
    world.start('a');
    const botRoles = world.roles.discord.botRoles.bind(world.roles.discord);
    await world.roles.add(GUILD, roleRule('linked', 'linked'));
    world.roles.discord.botRoles = () => Promise.reject(new RoleWaitError('503'));
    await world.join(1);
    await world.pass(MINUTE);
    world.roles.discord.botRoles = botRoles;
    expect((await world.roles.read(GUILD)).rules).not.toHaveProperty('ended');
  });
});
