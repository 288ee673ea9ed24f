import { expect, test } from 'vitest';
import { GUILD, roleRule, rolesWorld } from '../support/roles-world.ts';

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
