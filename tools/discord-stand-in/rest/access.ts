import { ChannelType, PermissionFlagsBits as Permission, RESTJSONErrorCodes as Code } from 'discord.js';
import { permissionsIn } from '../guilds/permissions.ts';
import { RestRefusal } from '../refusal.ts';
import type { Channel, Guild, DiscordWorld } from '../world.ts';
import type { Handle, RestReply, RestRequest } from './route.ts';

const missingAccess = (): RestRefusal => new RestRefusal(403, Code.MissingAccess, 'Missing Access');
export const missingPermissions = (): RestRefusal =>
  new RestRefusal(403, Code.MissingPermissions, 'Missing Permissions');

/** A server that the bot is in; of others, Discord tells a bot nothing. */
export function guildOf(world: DiscordWorld, guildId: string): Guild {
  const guild = world.guilds.find(({ id }) => id === guildId);
  if (!guild) throw new RestRefusal(404, Code.UnknownGuild, 'Unknown Guild');
  if (!guild.members.has(world.bot.id)) throw missingAccess();
  return guild;
}

/** Makes handlers for paths that begin with an application's id: of any but the bot's own, they throw. */
export const ownApplication =
  (applicationId: string, foreign: () => RestRefusal) =>
  (handle: (request: RestRequest, second: string, third: string) => RestReply): Handle =>
  (request, id, second, third) => {
    if (id !== applicationId) throw foreign();
    return handle(request, second, third);
  };

export interface Reached {
  channel: Channel;
  guild: Guild | undefined;
  /** Throws where the bot lacks one of these there. */
  need(permissions: bigint): void;
  has(permissions: bigint): boolean;
}

/** A channel that the bot sees. */
export function channelOf(world: DiscordWorld, channelId: string): Reached {
  const channel = world.channels.find(({ id }) => id === channelId);
  if (!channel) throw new RestRefusal(404, Code.UnknownChannel, 'Unknown Channel');
  const guild = world.guilds.find(({ id }) => id === channel.guildId);
  const permissionsHere = guild && permissionsIn(guild, world.bot.id, channel);
  const has = (permissions: bigint): boolean =>
    permissionsHere === undefined || (permissionsHere & permissions) === permissions;
  if (!has(Permission.ViewChannel)) throw missingAccess();
  return {
    channel,
    guild,
    has,
    need: (permissions) => {
      if (!has(permissions)) throw missingPermissions();
    },
  };
}

/** What a bot needs to post there. */
export const postingIn = ({ type }: Channel): bigint =>
  type === ChannelType.PublicThread ? Permission.SendMessagesInThreads : Permission.SendMessages;
