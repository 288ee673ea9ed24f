import { expect, test, vi } from 'vitest';
import { GUILD, nicknameRule, roleRule, rolesWorld } from '../support/roles-world.ts';

const MINUTE = 60_000;
const OTHER_GUILD = '701';
const LINKED = roleRule('linked', 'linked');
const PEOPLE = 60;
const ONE = '90';

type World = ReturnType<typeof rolesWorld>;

test.each<[string, (world: World) => void | Promise<void>]>([
  [
    'the bot may not manage roles',
    async (world) => {
      world.discord.canManageRoles = false;
      await world.join(PEOPLE + 1);
      await world.pass(MINUTE);
      expect((await world.roles.read(GUILD)).pausedAt).toBeDefined();
    },
  ],
  [
    'Discord does not answer',
    (world) => {
      world.discord.mishap = ({ guildId }) =>
        guildId === GUILD ? { error: world.wait(), isApplied: false } : undefined;
    },
  ],
])('what is owed in a server where %s holds up no other server', async (_what, breakIt) => {
  const world = rolesWorld();
  world.start('a');
  const other = Object.assign(world.server(OTHER_GUILD), { roles: ['bot', 'linked'] });
  for (const guildId of [GUILD, OTHER_GUILD]) await world.roles.add(guildId, LINKED);
  for (let number = 1; number <= PEOPLE; number++) await world.join(number);
  await world.join(Number(ONE));
  other.members.set(ONE, new Set());
  await world.naming.recordInteraction(OTHER_GUILD, ONE);
  await world.roles.mark(ONE);
  await world.pass(3 * MINUTE);
  expect(world.rolesOf(ONE, OTHER_GUILD)).toEqual(['linked']);
  await breakIt(world);
  for (let number = 1; number <= PEOPLE; number++) await world.unlink(String(number));
  await world.unlink(ONE);
  await world.pass(MINUTE);
  expect(world.rolesOf(ONE, OTHER_GUILD)).toEqual([]);
});

test('a role is taken although it is looked at between the two writes of an unlink', async () => {
  const world = rolesWorld();
  world.start('a');
  await world.roles.add(GUILD, LINKED);
  await world.join(1);
  await world.pass(MINUTE);
  expect(world.rolesOf('1')).toEqual(['linked']);
  let release: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => (release = resolve));
  let waits = 0;
  world.stores.control.before = (call) => {
    if (!/^given\.(replace|remove|delete)/.test(call)) return Promise.resolve();
    waits += 1;
    return slow;
  };
  const unlinked = world.unlink('1');
  await vi.waitFor(() => expect(waits).toBeGreaterThan(0));
  await world.pass(2000);
  release();
  await unlinked;
  world.stores.control.before = () => Promise.resolve();
  await world.pass(MINUTE);
  expect(world.rolesOf('1')).toEqual([]);
  expect(world.stores.keys('roledebts')).toEqual([]);
});

test('who links again while the store fails is owed nothing, and leaves nothing behind', async () => {
  for (let writes = 0; writes <= 3; writes++) {
    const world = rolesWorld();
    world.start('a');
    await world.roles.add(GUILD, LINKED);
    await world.roles.add(GUILD, nicknameRule('name', 1));
    await world.join(1);
    await world.pass(MINUTE);
    const nick = world.nickOf('1');
    expect([world.rolesOf('1'), nick]).toEqual([['linked'], expect.any(String)]);
    Object.assign(world.discord, { canManageRoles: false, canRename: false });
    await world.unlink('1');
    await world.pass(MINUTE);
    let left = writes;
    world.stores.control.before = async (call) => {
      if (/^(roledebts|given)\.(add|replace)/.test(call) && left-- <= 0) throw new Error('the store is down');
    };
    await world.join(1, ['linked']);
    world.stores.control.before = () => Promise.resolve();
    Object.assign(world.discord, { canManageRoles: true, canRename: true });
    const changes: string[] = [];
    world.discord.mishap = (change) => void changes.push('act' in change ? change.act : 'rename');
    await world.pass(10 * MINUTE);
    // Once the store knows that they are given, they are no debt.
    expect(changes, `${writes} writes`).toEqual(writes === 0 ? ['take', 'rename', 'give', 'rename'] : []);
    world.discord.mishap = () => undefined;
    expect([world.rolesOf('1'), world.nickOf('1')], `${writes} writes`).toEqual([['linked'], nick]);
    await world.unlink('1');
    await world.pass(2 * MINUTE);
    expect([world.rolesOf('1'), world.nickOf('1')], `${writes} writes`).toEqual([[], undefined]);
    expect(world.stores.keys('roledebts')).toEqual([]);
  }
});
