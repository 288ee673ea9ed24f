import { PermissionFlagsBits as Permission } from 'discord.js';
import { expect, onTestFinished, test } from 'vitest';
import { createRest } from '../../src/discord/rest.ts';
import { createMemberRoles } from '../../src/discord/member-roles.ts';
import { startDiscord } from '../../tools/discord-stand-in/server.ts';

async function world() {
  const discord = await startDiscord();
  const rests = createRest({ apiUrl: new URL(discord.apiUrl), token: discord.token, version: '1' });
  onTestFinished(async () => {
    await rests.close();
    await discord.close();
  });
  const [guild] = discord.guilds;
  const bot = guild?.roles.find(({ botId }) => botId !== undefined);
  if (!guild || !bot) throw new Error('there is one');
  bot.permissions |= Permission.ManageRoles;
  const port = createMemberRoles(rests.direct, discord.token, () => discord.applicationId);
  const ana = discord.member('Ana').id;
  const organizer = guild.roles[1]?.id ?? '';
  const change = (act: 'give' | 'take', roleId = organizer, discordId = ana) =>
    port.change({ guildId: guild.id, discordId, roleId, act, reason: 'Rule: Größe 🏆' });
  return { discord, guild, bot, port, ana, organizer, change };
}

test('roles are given and taken once, with a reason in the audit log', async () => {
  const { discord, guild, port, ana, organizer, change } = await world();
  const reasons: unknown[] = [];
  discord.onEvent((event) => void (event.type === 'role-changed' && reasons.push(event.change.reason)));
  expect(await change('give')).toBe('done');
  expect(await port.memberOf(guild.id, ana)).toEqual({ roles: new Set([organizer]), nick: undefined });
  expect(await change('take')).toBe('done');
  expect(await port.memberOf(guild.id, ana)).toEqual({ roles: new Set(), nick: undefined });
  expect(reasons).toEqual(['Rule: Größe 🏆', 'Rule: Größe 🏆']);
});

test('only its own codes are final, and every other failure is retried', async () => {
  const { discord, guild, bot, port, ana, organizer, change } = await world();
  expect(await change('give', '1')).toBe('no-role');
  expect(await change('give', bot.id)).toBe('forbidden');
  expect(await change('give', organizer, '1')).toBe('no-member');
  expect(await port.memberOf('1', ana)).toBe('no-server');
  const roles = /\/roles\//;
  discord.mishaps.add({ path: roles, drop: true, applied: true });
  await expect(change('give')).rejects.toMatchObject({ name: 'RoleWaitError' });
  discord.mishaps.add({ path: roles, status: 403, body: { code: 40_333, message: 'a proxy' } });
  await expect(change('give')).rejects.toMatchObject({ name: 'RoleWaitError' });
  discord.mishaps.add({ path: roles, status: 429, body: { retry_after: 219.5, global: false, message: '' } });
  await expect(change('give')).rejects.toMatchObject({ retryAfterMs: 219_500, isGlobal: false });
  // None of them was sent twice.
  expect(discord.wire.filter((entry) => entry.via === 'rest' && roles.test(entry.path))).toHaveLength(6);
  guild.members.delete(ana);
  expect(await port.memberOf(guild.id, ana)).toBe('no-member');
});

test('the place of roles against the bot’s highest one', async () => {
  const { guild, bot, port, organizer } = await world();
  guild.roles.push({ id: '399', name: 'High', permissions: 8n, color: 0, mentionable: false });
  const found = await port.botRoles(guild.id);
  if (found === 'no-server') throw new Error('it is in the server');
  expect(found.canManage).toBe(true);
  expect(found.roles.get(organizer)).toMatchObject({ name: 'Organizer', isBelow: true, isManaged: false });
  expect(found.roles.get('399')).toMatchObject({ isBelow: false, permissions: 8n });
  expect(found.roles.get(bot.id)).toMatchObject({ isBelow: false, isManaged: true });
  const placeOf = (id: string): number => found.roles.get(id)?.place ?? -1;
  expect([placeOf(guild.id), placeOf(organizer) < placeOf(bot.id), placeOf(bot.id) < placeOf('399')]).toEqual(
    [0, true, true],
  );
  bot.permissions &= ~Permission.ManageRoles;
  expect(await port.botRoles(guild.id)).toMatchObject({ canManage: false });
});

test('a server’s owner, and what a role is allowed in single channels', async () => {
  const { discord, guild, port, organizer } = await world();
  expect(await port.ownerOf(guild.id)).toBe(guild.ownerId);
  expect(await port.allowedInChannels(guild.id, '1')).toBe(0n);
  const [channel] = guild.channels;
  if (!channel) throw new Error('there is one');
  const allow = Permission.ManageMessages | Permission.ViewChannel;
  Object.assign(channel, { overwrites: [{ id: organizer, allow, deny: 0n }] });
  expect((await port.allowedInChannels(guild.id, organizer)) & allow).toBe(allow);
  expect(discord.problems).toEqual([]);
  // Unread is not without powers.
  await expect(port.allowedInChannels('1', organizer)).rejects.toMatchObject({ name: 'RoleWaitError' });
  expect(await port.ownerOf('1')).toBeUndefined();
});

test('members are renamed with what Discord makes of it, or refused by its own code', async () => {
  const { discord, guild, bot, port, ana } = await world();
  const member = guild.ownerId === ana ? discord.member('Bruno').id : ana;
  const rename = (nick: string | undefined, discordId = member) =>
    port.rename({ guildId: guild.id, discordId, nick, reason: 'Rule: Größe 🏆' });
  expect(await rename('x')).toBe('forbidden');
  bot.permissions |= Permission.ManageNicknames;
  expect(await port.botRoles(guild.id)).toMatchObject({ canRename: true });
  expect(await rename(' Größe   🏆')).toEqual({ nick: 'Größe 🏆' });
  expect(await port.memberOf(guild.id, member)).toMatchObject({ nick: 'Größe 🏆' });
  expect(await rename(undefined)).toEqual({ nick: undefined });
  expect(await rename('x'.repeat(33))).toBe('forbidden');
  expect(await rename('x', guild.ownerId)).toBe('forbidden');
  expect(await rename('x', '1')).toBe('no-member');
  // Discord refuses the same nickname again.
  discord.mishaps.add({ path: /members/, status: 400, body: { code: 200_000, message: 'moderation' } });
  expect(await rename('x')).toBe('forbidden');
  discord.mishaps.add({ path: /members/, status: 400, body: { message: 'a proxy' } });
  await expect(rename('x')).rejects.toMatchObject({ name: 'RoleWaitError' });
  guild.members.delete(member);
  expect(await rename('x')).toBe('no-member');
  discord.mishaps.add({ path: /members/, status: 500, body: {} });
  await expect(rename('x')).rejects.toMatchObject({ name: 'RoleWaitError' });
});
