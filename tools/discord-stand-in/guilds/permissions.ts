import { ChannelType, PermissionFlagsBits as Permission } from 'discord.js';
import type { Channel, Guild } from '../world.ts';

const ALL_PERMISSIONS = Object.values(Permission).reduce((all, bit) => all | bit, 0n);

/** In direct messages with the bot, these are what Discord reports (interactions, `app_permissions`). */
export const DM_PERMISSIONS =
  Permission.AttachFiles | Permission.EmbedLinks | Permission.MentionEveryone | Permission.UseExternalEmojis;

/** Discord's own algorithm (topics/permissions): roles, then the channel's overwrites; a thread has its parent's. */
export function permissionsIn(guild: Guild, userId: string, channel?: Channel): bigint {
  const member = guild.members.get(userId);
  if (!member) return 0n;
  if (guild.ownerId === userId) return ALL_PERMISSIONS;
  const base = guild.roles
    .filter(({ id }) => id === guild.id || member.roles.includes(id))
    .reduce((sum, { permissions }) => sum | permissions, 0n);
  if ((base & Permission.Administrator) !== 0n) return ALL_PERMISSIONS;
  const place =
    channel?.type === ChannelType.PublicThread
      ? guild.channels.find(({ id }) => id === channel.parentId)
      : channel;
  const overwrites = place?.overwrites ?? [];
  const layers = [
    overwrites.filter(({ id }) => id === guild.id),
    overwrites.filter(({ id }) => id !== guild.id && member.roles.includes(id)),
    overwrites.filter(({ id }) => id === userId),
  ];
  return layers.reduce((sum, layer) => {
    const deny = layer.reduce((bits, overwrite) => bits | overwrite.deny, 0n);
    const allow = layer.reduce((bits, overwrite) => bits | overwrite.allow, 0n);
    return (sum & ~deny) | allow;
  }, base);
}

/** The channels of a server that a member, or the bot, sees. */
export const visibleChannels = (guild: Guild, userId: string): Channel[] =>
  guild.channels.filter((channel) => (permissionsIn(guild, userId, channel) & Permission.ViewChannel) !== 0n);
