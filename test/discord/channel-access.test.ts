import { ChannelType, PermissionFlagsBits as Permission } from 'discord.js';
import type { REST } from '@discordjs/rest';
import { expect, it, onTestFinished } from 'vitest';
import { permissionsIn } from '../../tools/discord-stand-in/guilds/permissions.ts';
import { channelAccess } from '../../src/discord/channel-access.ts';
import { createServers } from '../../src/discord/servers.ts';
import { createRest } from '../../src/discord/rest.ts';
import { bareWorld } from '../../tools/discord-stand-in/test/world.ts';

async function arena() {
  const { discord } = await bareWorld();
  const rests = createRest({ apiUrl: new URL(discord.apiUrl), token: discord.token, version: '0' });
  onTestFinished(() => rests.close());
  const [guild] = discord.guilds;
  if (guild === undefined) throw new Error('there is one');
  const botId = discord.applicationId;
  const { directory } = createServers(rests, () => botId);
  const channel = (name: string) => guild.channels.find((one) => one.name === name)!;
  return {
    botId,
    channel,
    discord,
    guild,
    directory,
    access: (channelId: string, presser = { discordId: '1', roleIds: [] as string[] }) =>
      directory.access(guild.id, channelId, presser),
  };
}

it('computes what the bot and a member may do by Discord’s rules, in channels and threads', async () => {
  const { access, botId, channel, discord, guild } = await arena();
  const bruno = discord.member('Bruno');
  const presser = { discordId: bruno.id, roleIds: [...guild.members.get(bruno.id)!.roles] };
  const role = guild.members.get(botId)!.roles[0]!;
  const overwrites = [
    { id: guild.id, allow: 0n, deny: Permission.AttachFiles | Permission.EmbedLinks },
    { id: role, allow: Permission.EmbedLinks, deny: Permission.SendMessagesInThreads },
    { id: botId, allow: Permission.SendMessagesInThreads, deny: Permission.CreateEvents },
    { id: '1', allow: Permission.Administrator, deny: Permission.SendMessages },
  ];
  Object.assign(channel('match-night'), { overwrites });
  for (const name of ['general', 'match-night', 'announcements', 'organizers', 'friday-cup'])
    expect(await access(channel(name).id, presser), name).toEqual({
      isThread: name === 'friday-cup',
      isNews: false,
      isElsewhere: false,
      botPermissions: permissionsIn(guild, botId, channel(name)),
      presserPermissions: permissionsIn(guild, bruno.id, channel(name)),
      isOpen: name !== 'organizers',
    });
});

it('tells which channels everyone can read', async () => {
  const VIEW = String(Permission.ViewChannel);
  const hidden = { permission_overwrites: [{ id: '1', deny: VIEW }] };
  const cases: [channel: object, everyone: string, isOpen: boolean][] = [
    [{}, VIEW, true],
    [{}, '0', false],
    [hidden, VIEW, false],
    [hidden, String(Permission.Administrator), true],
    [{ permission_overwrites: [{ id: '1', allow: VIEW }] }, '0', true],
    [{ permission_overwrites: [{ id: '7', allow: VIEW }] }, '0', false],
    [{ type: ChannelType.PublicThread, parent_id: '5' }, VIEW, true],
    // Only its own members read it, not all who see the channel.
    [{ type: ChannelType.PrivateThread, parent_id: '5' }, VIEW, false],
  ];
  for (const [channel, permissions, isOpen] of cases) {
    const answers: Record<string, unknown> = {
      '/channels/4': { type: ChannelType.GuildText, guild_id: '1', ...channel },
      '/channels/5': {},
      '/guilds/1/roles': [{ id: '1', permissions }],
      '/guilds/1/members/9': { roles: ['7'] },
    };
    const rest = { get: (route: string) => Promise.resolve(answers[route]) } as unknown as REST;
    const place = { guildId: '1', channelId: '4', memberId: '9', presser: { discordId: '8', roleIds: [] } };
    const access = await channelAccess(rest, place, new AbortController().signal);
    expect(access.isOpen, JSON.stringify([channel, permissions])).toBe(isOpen);
  }
});

it('reports a channel of another server', async () => {
  const { access, discord } = await arena();
  const there = discord.guilds[1]!.channels[0]!;
  expect(await access(there.id)).toMatchObject({ isElsewhere: true });
});

it('gives an administrator all permissions, despite overwrites', async () => {
  const { access, botId, channel, guild } = await arena();
  guild.roles.find(({ botId: own }) => own === botId)!.permissions = Permission.Administrator;
  const { botPermissions = 0n } = (await access(channel('announcements').id)) ?? {};
  expect(botPermissions & Permission.Administrator).toBe(Permission.Administrator);
});

it('reports only View Channel as missing for a channel that the bot cannot see', async () => {
  const { access, channel } = await arena();
  const { botPermissions = 0n } = (await access(channel('staff').id)) ?? {};
  expect(botPermissions & (Permission.ViewChannel | Permission.Administrator)).toBe(0n);
  expect(botPermissions & Permission.SendMessages).not.toBe(0n);
});

it('reports nothing if Discord does not answer', async () => {
  const { access, channel, discord } = await arena();
  expect(await access('1')).toBeUndefined();
  await discord.close();
  expect(await access(channel('general').id)).toBeUndefined();
});

it('names servers that the bot is in, and none where Discord does not answer', async () => {
  const { directory, discord, guild } = await arena();
  expect(await directory.names([guild.id, '1'])).toEqual(new Map([[guild.id, guild.name]]));
  expect(await directory.names([])).toEqual(new Map());
  await discord.close();
  expect(await directory.names([guild.id])).toEqual(new Map());
});
