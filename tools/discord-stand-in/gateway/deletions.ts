import { ChannelType, GatewayIntentBits as Intent } from 'discord.js';
import type { StandInEvents } from '../events.ts';
import { channelView } from '../guilds/views.ts';
import type { DiscordWorld } from '../world.ts';
import type { Gateway } from './gateway.ts';

/** Tells the sessions that asked for it what was deleted; a bot without intents finds out by a refusal. */
export function dispatchDeletions(events: StandInEvents, gateway: Gateway, world: DiscordWorld): void {
  events.listen((event) => {
    if (event.type === 'message-deleted' && event.message.visibleTo === null) {
      const { id, channelId } = event.message;
      const guildId = world.channels.find((channel) => channel.id === channelId)?.guildId;
      const intent = guildId === undefined ? Intent.DirectMessages : Intent.GuildMessages;
      const place = guildId === undefined ? {} : { guild_id: guildId };
      gateway.dispatch('MESSAGE_DELETE', { id, channel_id: channelId, ...place }, guildId, intent);
    }
    if (event.type === 'channel-deleted') {
      const { channel } = event;
      const guild = world.guilds.find(({ id }) => id === channel.guildId);
      if (!guild) return;
      const isThread = channel.type === ChannelType.PublicThread;
      const { id, parentId, type } = channel;
      const thread = { id, guild_id: guild.id, parent_id: parentId, type };
      if (isThread) gateway.dispatch('THREAD_DELETE', thread, guild.id, Intent.Guilds);
      else gateway.dispatch('CHANNEL_DELETE', channelView(guild, channel), guild.id, Intent.Guilds);
    }
  });
}
