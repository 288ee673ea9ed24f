import { expect, test } from 'vitest';
import { GUILD, roleRule, rolesWorld } from '../support/roles-world.ts';

const MINUTE = 60_000;
const GOLD = roleRule('gold', 'rank', { label: 'Gold' });

test('a preview goes by the newer of what is stored and what was just seen, and names the role of a rule that gives nothing', async () => {
  const world = rolesWorld();
  const other = world.start('a');
  await world.join(1);
  await world.roles.add(GUILD, roleRule('linked', 'linked'));
  world.roles.noteRanks([{ playerId: 'p1', rank: 'Platinum' }]);
  await world.pass(MINUTE);
  expect([...(await world.roles.preview(GUILD, GOLD))]).toEqual([['gold', { gives: 0, takes: 0 }]]);
  // Read for the preview: it does not wait until that is stored.
  world.roles.noteRanks([{ playerId: 'p1', rank: 'Gold' }]);
  expect([...(await world.roles.preview(GUILD, GOLD))]).toEqual([['gold', { gives: 1, takes: 0 }]]);
  await world.pass(MINUTE);
  other.roles.noteRanks([{ playerId: 'p1', rank: 'Silver' }]);
  await world.pass(MINUTE);
  expect([...(await world.roles.preview(GUILD, GOLD))]).toEqual([['gold', { gives: 0, takes: 0 }]]);
});

test('a rank that is read right after the first rule of all counts, in any process', async () => {
  for (const isOther of [false, true]) {
    const world = rolesWorld({ hasLinkedRoles: isOther });
    const other = world.start('a');
    const reader = isOther ? other.roles : world.roles;
    await world.join(1);
    reader.noteRanks([{ playerId: 'p1', rank: 'Silver' }]);
    await world.pass(1000);
    await world.roles.add(GUILD, GOLD);
    await world.pass(5000);
    world.platform.ranks['p1'] = { rank: 'Silver' };
    reader.noteRanks([{ playerId: 'p1', rank: 'Gold' }]);
    await world.pass(15_000);
    expect([isOther, world.rolesOf('1')]).toEqual([isOther, ['gold']]);
  }
});

test('what one process saw long ago does not undo what another one has stored since', async () => {
  const world = rolesWorld();
  const owner = world.start('a');
  world.roles.noteRanks([{ playerId: 'p1', rank: 'Gold' }]);
  await world.pass(MINUTE);
  await world.roles.add(GUILD, GOLD);
  await world.join(1);
  await world.pass(MINUTE);
  expect(world.rolesOf('1')).toEqual(['gold']);
  owner.roles.noteRanks([{ playerId: 'p1', rank: 'Silver' }]);
  await world.pass(MINUTE);
  expect(world.rolesOf('1')).toEqual([]);
  await world.hide('1', true);
  await world.hide('1', false);
  await world.pass(MINUTE);
  expect(world.rolesOf('1')).toEqual([]);
});

test('a rank that one process sees again counts where another one has stored another since', async () => {
  const world = rolesWorld();
  const other = world.start('a');
  await world.join(1);
  world.platform.ranks['p1'] = { rank: 'Silver' };
  await world.roles.add(GUILD, GOLD);
  world.roles.noteRanks([{ playerId: 'p1', rank: 'Silver' }]);
  await world.pass(MINUTE);
  other.roles.noteRanks([{ playerId: 'p1', rank: 'Gold' }]);
  await world.pass(10 * MINUTE);
  expect(world.rolesOf('1')).toEqual(['gold']);
  world.roles.noteRanks([{ playerId: 'p1', rank: 'Silver' }]);
  await world.pass(15_000);
  expect(world.rolesOf('1')).toEqual([]);
});
