import { ChannelType, PermissionFlagsBits as Permission } from 'discord.js';
import type { Chat } from '../chat/chat.ts';
import type { ChatMessage } from '../chat/message.ts';
import { permissionsIn } from '../guilds/permissions.ts';
import type { Channel, DiscordWorld, Guild, Member } from '../world.ts';
import { ClientRefusal } from './client-refusal.ts';

/** What moderators delete in Discord's app. */
export interface Moderator {
  /** Of those who manage messages: one that everybody sees. */
  deleteMessage(message: ChatMessage): void;
  /** A channel or thread by its id; threads go with their channel. */
  deleteChannel(channelId: string): void;
}

export interface ModerationParts {
  world: DiscordWorld;
  chat: Chat;
  channelDeleted: (channel: Channel) => void;
}

const guildOf = (world: DiscordWorld, channel: Channel | undefined): Guild | undefined =>
  world.guilds.find(({ id }) => id === channel?.guildId);

const allows = (world: DiscordWorld, userId: string, channel: Channel, permissions: bigint): boolean => {
  const guild = guildOf(world, channel);
  return guild !== undefined && (permissionsIn(guild, userId, channel) & permissions) === permissions;
};

/** Whether a member may delete what others wrote there: nowhere in direct messages. */
export const managesMessages = (world: DiscordWorld, userId: string, channel: Channel): boolean =>
  allows(world, userId, channel, Permission.ViewChannel | Permission.ManageMessages);

/** Whether a member may delete the channel, or the thread. */
export const managesChannel = (world: DiscordWorld, userId: string, channel: Channel): boolean => {
  const isThread = channel.type === ChannelType.PublicThread;
  const manage = isThread ? Permission.ManageThreads : Permission.ManageChannels;
  return allows(world, userId, channel, Permission.ViewChannel | manage);
};

export function moderation(member: Member, { world, chat, channelDeleted }: ModerationParts): Moderator {
  const channelOf = (channelId: string): Channel => {
    const channel = world.channels.find(({ id }) => id === channelId);
    if (!channel) throw new ClientRefusal('there is no such channel');
    return channel;
  };

  return {
    deleteMessage: ({ id, channelId }: ChatMessage) => {
      const current = chat.get(id);
      if (!current || current.deleted || current.visibleTo !== null)
        throw new ClientRefusal('the message is gone');
      if (!managesMessages(world, member.id, channelOf(channelId)))
        throw new ClientRefusal(`${member.name} may not delete messages here`);
      chat.remove(id);
    },
    deleteChannel: (channelId) => {
      const channel = channelOf(channelId);
      const guild = guildOf(world, channel);
      if (!guild || !managesChannel(world, member.id, channel))
        throw new ClientRefusal(`${member.name} may not delete this channel`);
      const gone = guild.channels.filter(({ id, parentId }) => id === channelId || parentId === channelId);
      for (const one of gone) {
        guild.channels.splice(guild.channels.indexOf(one), 1);
        chat.removeAll(one.id);
        channelDeleted(one);
      }
    },
  };
}
