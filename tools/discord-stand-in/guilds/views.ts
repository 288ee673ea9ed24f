import { ChannelType, OverwriteType } from 'discord.js';
import type { Channel, Guild, Member, GuildRole, DiscordWorld } from '../world.ts';
import { permissionsIn } from './permissions.ts';

/** A role as Discord's API tells of it. */
export const roleView = (role: GuildRole, position: number): object => ({
  id: role.id,
  name: role.name,
  permissions: String(role.permissions),
  position,
  color: role.color,
  colors: { primary_color: role.color, secondary_color: null, tertiary_color: null },
  hoist: false,
  managed: role.botId !== undefined,
  mentionable: role.mentionable,
  icon: null,
  unicode_emoji: null,
  flags: 0,
  ...(role.botId === undefined ? {} : { tags: { bot_id: role.botId } }),
});

/** A member as Discord's API tells of it; undefined where the user is not in the server. */
export function memberView(guild: Guild, userId: string): MemberView | undefined {
  const member = guild.members.get(userId);
  return (
    member && {
      roles: [...member.roles],
      nick: member.nick ?? null,
      avatar: null,
      banner: null,
      joined_at: member.joinedAt,
      premium_since: null,
      communication_disabled_until: null,
      pending: false,
      flags: 0,
    }
  );
}

export interface MemberView {
  roles: string[];
  nick: string | null;
  avatar: null;
  banner: null;
  joined_at: string;
  premium_since: null;
  communication_disabled_until: null;
  pending: boolean;
  flags: number;
}

const THREADS_SINCE = Date.parse('2026-01-01T00:00:00.000Z');

/** What all records of a server's channel have in common; those of an interaction add permissions. */
export const channelView = (guild: Guild, channel: Channel): object => ({
  id: channel.id,
  type: channel.type,
  name: channel.name,
  guild_id: guild.id,
  flags: 0,
  last_message_id: null,
  rate_limit_per_user: 0,
  ...(channel.type === ChannelType.PublicThread
    ? {
        parent_id: channel.parentId,
        owner_id: channel.ownerId ?? guild.ownerId,
        thread_metadata: {
          archived: channel.archived ?? false,
          auto_archive_duration: channel.archivesAfter ?? 1440,
          archive_timestamp: new Date(channel.createdAt ?? THREADS_SINCE).toISOString(),
          locked: channel.locked ?? false,
        },
      }
    : { position: guild.channels.indexOf(channel), parent_id: null, topic: null, nsfw: false }),
});

/** A channel as an interaction's `resolved` holds it: what the caller may do there, and what the bot may. */
export const resolvedChannel = (
  guild: Guild,
  channel: Channel,
  member: Member,
  world: DiscordWorld,
): object => ({
  ...channelView(guild, channel),
  permissions: String(permissionsIn(guild, member.id, channel)),
  app_permissions: String(permissionsIn(guild, world.bot.id, channel)),
});

export const overwriteViews = (guild: Guild, { overwrites = [] }: Channel): object[] =>
  overwrites.map(({ id, allow, deny }) => ({
    id,
    type: guild.roles.some((role) => role.id === id) ? OverwriteType.Role : OverwriteType.Member,
    allow: String(allow),
    deny: String(deny),
  }));
