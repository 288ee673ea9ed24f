import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { RoleWaitError } from '../../src/roles/ports.ts';
import { ruleIdOf } from '../../src/roles/rules.ts';
import { exportRecords, importRecords } from '../../src/store/store-file.ts';
import { GUILD, roleRule, rolesWorld } from '../support/roles-world.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const OTHER_GUILD = '701';
const LINKED = roleRule('linked', 'linked');
const PEOPLE = 20;

type World = ReturnType<typeof rolesWorld>;

const everybody = Array.from({ length: PEOPLE }, (_, at) => at + 1);
const holdersOf = (world: World, roleId: string): number =>
  everybody.filter((number) => world.rolesOf(String(number)).includes(roleId)).length;

/** Eight seconds into giving a role to twenty members. */
async function halfway(): Promise<World> {
  const world = rolesWorld();
  world.start('a');
  for (const number of everybody) {
    await world.join(number);
    world.platform.ranks[`p${number}`] = { elo: 1000 + number };
  }
  await world.roles.add(GUILD, LINKED);
  await world.pass(8000, 500);
  expect(holdersOf(world, 'linked')).toBeGreaterThan(2);
  expect(holdersOf(world, 'linked')).toBeLessThan(PEOPLE - 2);
  return world;
}

describe('a rule that changes while it is carried out', () => {
  test('is taken back from those who have the role already, and given to no one else', async () => {
    const world = await halfway();
    await world.roles.remove(GUILD, ruleIdOf(LINKED), { keep: false });
    await world.pass(3 * MINUTE);
    const given = world.told().filter((what) => what.startsWith('give'));
    expect(given.length).toBeLessThan(PEOPLE - 2);
    expect(world.told().toSorted()).toEqual(
      given.flatMap((what) => [what, what.replace('give', 'take')]).toSorted(),
    );
  });

  test('is taken from members who get the role while the server is read anew, too', async () => {
    const world = await halfway();
    const { length: before } = world.discord.changes;
    let isReading = false;
    world.stores.control.before = async (call) => {
      if (isReading || !call.startsWith('rolecups.get')) return;
      isReading = true;
      // The members have been read, and one of them gets the role now.
      for (let turns = 0; turns < 500; turns++) await new Promise(setImmediate);
    };
    await world.roles.remove(GUILD, ruleIdOf(LINKED), { keep: false });
    await world.pass(3000, 1000);
    expect(world.discord.changes.slice(before).map(({ act }) => act)).toContain('give');
    await world.pass(3 * MINUTE);
    expect([isReading, holdersOf(world, 'linked')]).toEqual([true, 0]);
  });

  test('leaves it to those who have it where they may keep it, and no rule takes it later', async () => {
    const world = await halfway();
    await world.roles.remove(GUILD, ruleIdOf(LINKED), { keep: true });
    await world.pass(3 * MINUTE);
    const kept = holdersOf(world, 'linked');
    expect(kept).toBeGreaterThan(2);
    expect(kept).toBeLessThan(PEOPLE - 2);
    await world.roles.add(GUILD, roleRule('linked', 'rating', { number: 5000 }));
    await world.pass(DAY, MINUTE);
    expect(holdersOf(world, 'linked')).toBe(kept);
  });

  test('leaves a role of two rules to those whom the other one does not give it, as their own', async () => {
    const world = rolesWorld();
    world.start('a');
    world.platform.ranks = { p1: { elo: 1200 }, p2: { elo: 1800 }, p3: {} };
    for (const number of [1, 2, 3]) await world.join(number);
    const rating = roleRule('linked', 'rating', { number: 1500 });
    for (const rule of [LINKED, rating]) await world.roles.add(GUILD, rule);
    await world.pass(5 * MINUTE);
    const holders = () => everybody.filter((number) => world.rolesOf(String(number)).includes('linked'));
    await world.roles.remove(GUILD, ruleIdOf(LINKED), { keep: true });
    await world.pass(5 * MINUTE);
    expect(holders()).toEqual([1, 2, 3]);
    // Members who have it by the remaining rule lose it with that rule, also those who come later; no one else does.
    await world.join(4);
    world.platform.ranks['p4'] = { elo: 1900 };
    await world.pass(5 * MINUTE);
    expect(holders()).toEqual([1, 2, 3, 4]);
    world.platform.ranks = { p1: { elo: 1100 }, p2: { elo: 1000 }, p3: { elo: 900 }, p4: { elo: 1000 } };
    await world.pass(7 * 60 * MINUTE, MINUTE);
    expect(holders()).toEqual([1, 3]);
    await world.roles.remove(GUILD, ruleIdOf(rating), { keep: false });
    await world.pass(5 * MINUTE);
    expect(holders()).toEqual([1, 3]);
  });

  test('ends with what it says last', async () => {
    const world = await halfway();
    await world.roles.add(GUILD, roleRule('linked', 'rating', { number: 1011 }));
    await world.roles.remove(GUILD, ruleIdOf(LINKED), { keep: false });
    await world.pass(DAY, MINUTE);
    expect(everybody.filter((number) => world.rolesOf(String(number)).includes('linked'))).toEqual(
      everybody.filter((number) => number >= 11),
    );
  });
});

test('a kill at any act of taking a role forgets nothing and takes nothing twice', async () => {
  for (let act = 1; act <= 8; act++)
    for (const isMade of [true, false]) {
      const world = rolesWorld();
      const first = world.start('a');
      await world.join(1);
      await world.join(2, ['linked']);
      await world.roles.add(GUILD, LINKED);
      await world.pass(MINUTE);
      world.start('b');
      await world.pass(20_000);
      first.killAt(act, isMade);
      await world.roles.remove(GUILD, ruleIdOf(LINKED), { keep: false });
      await world.pass(3 * MINUTE, 2000);
      expect([act, isMade, world.told()]).toEqual([act, isMade, ['give linked 1', 'take linked 1']]);
      expect(world.rolesOf('2')).toEqual(['linked']);
    }
});

test('a process that hangs anywhere while another takes over gives and takes nothing twice', async () => {
  for (let call = 1; call <= 40; call++) {
    const world = rolesWorld();
    const first = world.start('a');
    await world.join(1);
    world.platform.ranks['p1'] = { elo: 1200 };
    await world.roles.add(GUILD, roleRule('silver', 'rating', { number: 1000 }));
    await world.roles.add(GUILD, roleRule('gold', 'rating', { number: 1500 }));
    await world.pass(MINUTE, 2000);
    world.start('b');
    await world.pass(20_000, 2000);
    world.roles.noteRanks([{ playerId: 'p1', elo: 1600 }]);
    first.hangAt(call, 2 * MINUTE);
    await world.pass(4 * MINUTE, 2000);
    expect([call, world.told()]).toEqual([call, ['give silver 1', 'take silver 1', 'give gold 1']]);
  }
});

test('where Discord wants nothing from anybody for minutes, no server is asked', async () => {
  const world = rolesWorld();
  world.start('a');
  await world.join(1);
  world.server(OTHER_GUILD).members.set('1', new Set());
  await world.naming.recordInteraction(OTHER_GUILD, '1');
  let refusals = 1;
  world.discord.mishap = () =>
    refusals-- > 0
      ? {
          error: new RoleWaitError('429', { retryAfterMs: 5 * MINUTE, isGlobal: true }),
          isApplied: false,
        }
      : undefined;
  await world.roles.add(GUILD, LINKED);
  await world.pass(5000);
  await world.roles.add(OTHER_GUILD, roleRule('gold', 'linked'));
  const looks = world.discord.looks.length;
  await world.pass(4 * MINUTE);
  expect([world.rolesOf('1'), world.discord.looks.length]).toEqual([[], looks]);
  await world.pass(2 * MINUTE);
  expect([world.rolesOf('1'), world.rolesOf('1', OTHER_GUILD)]).toEqual([['linked'], ['gold']]);
});

test('an import into another store goes on where a kill left the first one, and does nothing twice', async () => {
  for (const act of [2, 3, 4, 6]) {
    const world = rolesWorld();
    const owner = world.start('a');
    await world.join(1);
    await world.join(2, ['gold']);
    Object.assign(world.platform.ranks, { p1: { elo: 1600 }, p2: { elo: 1600 } });
    await world.roles.add(GUILD, LINKED);
    await world.roles.add(GUILD, roleRule('gold', 'rating', { number: 1500 }));
    owner.killAt(act, true);
    await world.pass(2 * MINUTE);

    const file = path.join(await temporaryFolder(), 'export');
    const progress = () => undefined;
    await exportRecords(world.stores.replica().records, file, progress);
    const other = rolesWorld();
    await other.pass(2 * MINUTE);
    await importRecords(other.stores.replica().records, file, {
      overwrite: false,
      now: other.now,
      progress,
    });
    other.discord.members = world.discord.members;
    other.platform.ranks = world.platform.ranks;
    other.start('b');
    await other.pass(5 * MINUTE);
    const told = [...world.told(), ...other.told()];
    expect([act, told.toSorted()]).toEqual([act, ['give gold 1', 'give linked 1', 'give linked 2']]);
    await other.unlink('1');
    await other.unlink('2');
    await other.pass(2 * MINUTE);
    expect([act, other.rolesOf('1'), other.rolesOf('2')]).toEqual([act, [], ['gold']]);
  }
});

test('of a server that was left for good nothing stays, and one that returns takes no kept role', async () => {
  const world = rolesWorld();
  world.start('a');
  await world.join(1);
  await world.roles.add(GUILD, LINKED);
  await world.pass(MINUTE);
  world.discord.isGone = true;
  await world.pass(30 * DAY, 60 * MINUTE);
  await world.roles.forgetServer(GUILD);
  await world.pass(MINUTE);
  for (const namespace of ['roles', 'given', 'rolelines', 'rolecups'])
    expect([namespace, world.stores.keys(namespace)]).toEqual([namespace, []]);
  world.discord.isGone = false;
  await world.use('1');
  await world.roles.add(GUILD, LINKED);
  await world.pass(MINUTE);
  await world.unlink('1');
  await world.pass(2 * MINUTE);
  expect([world.told(), world.rolesOf('1')]).toEqual([['give linked 1'], ['linked']]);
});
