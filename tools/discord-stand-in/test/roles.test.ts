import { PermissionFlagsBits as Permission } from 'discord.js';
import { expect, test } from 'vitest';
import { bareWorld } from './world.ts';

async function arena() {
  const { discord, rest } = await bareWorld();
  const [guild] = discord.guilds;
  if (!guild) throw new Error('there is one');
  const bot = guild.roles.find(({ botId }) => botId !== undefined);
  if (!bot) throw new Error('the bot has a role');
  bot.permissions |= Permission.ManageRoles | Permission.ManageNicknames;
  const changes: object[] = [];
  discord.onEvent((event) => void (event.type === 'role-changed' && changes.push(event.change)));
  const ana = discord.member('Ana').id;
  const route = (userId: string, roleId: string) =>
    `/guilds/${guild.id}/members/${userId}/roles/${roleId}` as const;
  return {
    discord,
    rest,
    guild,
    bot,
    changes,
    ana,
    route,
    organizer: guild.roles.find(({ name }) => name === 'Organizer')?.id ?? '',
  };
}

test('a bot gives and takes roles below its own, with a reason for the audit log', async () => {
  const { rest, guild, changes, ana, route, organizer } = await arena();
  await rest.put(route(ana, organizer), { reason: 'Rule: Größe' });
  expect(guild.members.get(ana)?.roles).toEqual([organizer]);
  await rest.put(route(ana, organizer));
  await rest.delete(route(ana, organizer));
  expect(guild.members.get(ana)?.roles).toEqual([]);
  expect(changes).toMatchObject([
    { act: 'give', reason: 'Rule: Größe' },
    { act: 'give', reason: undefined },
    { act: 'take' },
  ]);
});

test('what Discord refuses is refused with its code', async () => {
  const { discord, rest, guild, bot, ana, route, organizer } = await arena();
  const refused = (path: ReturnType<typeof route>, code: number) =>
    expect(rest.put(path)).rejects.toMatchObject({ code });
  await refused(route(ana, '1'), 10_011);
  await refused(route('1', organizer), 10_013);
  guild.members.delete(ana);
  await refused(route(ana, organizer), 10_007);
  const bruno = discord.member('Bruno').id;
  await refused(route(bruno, bot.id), 50_013);
  guild.roles.push({ id: '399', name: 'High', permissions: 0n, color: 0, mentionable: false });
  await refused(route(bruno, '399'), 50_013);
  bot.permissions &= ~Permission.ManageRoles;
  await refused(route(bruno, organizer), 50_013);
});

test('a bot renames members below it, and Discord stores what it makes of a nickname', async () => {
  const { discord, rest, guild, bot, changes, ana } = await arena();
  const route = (userId: string) => `/guilds/${guild.id}/members/${userId}` as const;
  const bruno = discord.member('Bruno').id;
  const member = guild.ownerId === ana ? bruno : ana;
  const rename = (nick: string | null, userId = member) =>
    rest.patch(route(userId), { body: { nick }, reason: 'Rule: Größe' });
  expect(await rename('  Größe \n · 1500 ')).toMatchObject({ nick: 'Größe · 1500', user: { id: member } });
  expect(await rest.get(route(member))).toMatchObject({ nick: 'Größe · 1500' });
  expect(await rename(null)).toMatchObject({ nick: null });
  expect(changes).toMatchObject([
    { act: 'rename', nick: 'Größe · 1500', reason: 'Rule: Größe' },
    { act: 'rename', nick: undefined },
  ]);
  await expect(rename('x'.repeat(33))).rejects.toMatchObject({ code: 50_035 });
  await expect(rename('x', guild.ownerId)).rejects.toMatchObject({ code: 50_013 });
  guild.roles.push({ id: '399', name: 'High', permissions: 0n, color: 0, mentionable: false });
  guild.members.get(member)?.roles.push('399');
  await expect(rename('x')).rejects.toMatchObject({ code: 50_013 });
  guild.members.get(member)?.roles.pop();
  bot.permissions &= ~Permission.ManageNicknames;
  await expect(rename('x')).rejects.toMatchObject({ code: 50_013 });
  guild.members.delete(member);
  await expect(rename('x')).rejects.toMatchObject({ code: 10_007 });
});
