import { PermissionFlagsBits as Permission } from 'discord.js';
import { expect, it, onTestFinished } from 'vitest';
import { permissionsIn } from '../../playground/discord/guilds/permissions.ts';
import { createServers } from '../../src/discord/servers.ts';
import { createRest } from '../../src/discord/rest.ts';
import { bareWorld } from '../../playground/test/discord/world.ts';

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
    access: (channelId: string) => directory.access(guild.id, channelId),
  };
}

it('computes the bot’s permissions by Discord’s rules, in channels and threads', async () => {
  const { access, botId, channel, guild } = await arena();
  const role = guild.members.get(botId)!.roles[0]!;
  const overwrites = [
    { id: guild.id, allow: 0n, deny: Permission.AttachFiles | Permission.EmbedLinks },
    { id: role, allow: Permission.EmbedLinks, deny: Permission.SendMessagesInThreads },
    { id: botId, allow: Permission.SendMessagesInThreads, deny: Permission.CreateEvents },
    { id: '1', allow: Permission.Administrator, deny: Permission.SendMessages },
  ];
  Object.assign(channel('match-night'), { overwrites });
  for (const name of ['general', 'match-night', 'announcements', 'organizers', 'friday-cup'])
    expect(await access(channel(name).id), name).toEqual({
      isThread: name === 'friday-cup',
      isElsewhere: false,
      botPermissions: permissionsIn(guild, botId, channel(name)),
    });
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
