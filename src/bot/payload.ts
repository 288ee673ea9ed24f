import { ChannelType, type APIUser } from 'discord-api-types/v10';
import { isObject, objectOf, textOf, type JsonObject } from '../json.ts';

/** A permission set, which Discord writes as a decimal string. */
export const permissionsOf = (value: unknown): bigint | undefined =>
  typeof value === 'string' && /^\d{1,30}$/.test(value) ? BigInt(value) : undefined;

const THREADS: readonly unknown[] = [
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
];

export const isThread = (channel: JsonObject): boolean => THREADS.includes(channel['type']);

export const isNews = (channel: JsonObject): boolean => channel['type'] === ChannelType.GuildAnnouncement;

/** A channel that was chosen. A channel without this data was deleted meanwhile. */
export interface ResolvedChannel {
  isThread: boolean;
  /** An announcement channel. */
  isNews?: boolean;
  /** It belongs to a server other than the interaction's. */
  isElsewhere: boolean;
  /** The bot's permissions there, if Discord sent them. */
  botPermissions: bigint | undefined;
  /** The caller's there, if Discord sent them. */
  presserPermissions: bigint | undefined;
}

/** A role that was chosen. A role without this data was deleted meanwhile. */
export interface ResolvedRole {
  /** It belongs to a bot or an integration, and members cannot be given it. */
  isManaged: boolean;
  /** Everybody may mention it. */
  isMentionable: boolean;
}

/** Discord's data on the ids in options and selects. Source: Discord, "Receiving and Responding", resolved data. */
export interface ResolvedData {
  users: Readonly<Record<string, Pick<APIUser, 'id' | 'username' | 'global_name' | 'bot'>>>;
  /** Users whom Discord lists as members of the interaction's server. */
  memberIds: readonly string[];
  roles: ReadonlyMap<string, ResolvedRole>;
  /** Includes the interaction's own. */
  channels: ReadonlyMap<string, ResolvedChannel>;
}

const entriesOf = (value: unknown): [string, JsonObject][] =>
  Object.entries(objectOf(value)).flatMap(([id, one]): [string, JsonObject][] =>
    /^\d{1,20}$/.test(id) && isObject(one) ? [[id, one]] : [],
  );

/** A resolved channel without a server id belongs to the interaction's server. */
function channelsOf(channels: unknown, interaction: JsonObject): Map<string, ResolvedChannel> {
  const { guild_id: guildId, channel_id: ownId, channel: own } = interaction;
  const chosen = entriesOf(channels).map(([id, channel]): [string, ResolvedChannel] => [
    id,
    {
      isThread: isThread(channel),
      isNews: isNews(channel),
      isElsewhere: (channel['guild_id'] ?? guildId) !== guildId,
      botPermissions: permissionsOf(channel['app_permissions']),
      presserPermissions: permissionsOf(channel['permissions']),
    },
  ]);
  if (typeof ownId !== 'string') return new Map(chosen);
  const botPermissions = permissionsOf(interaction['app_permissions']);
  return new Map([
    [
      ownId,
      {
        isThread: isThread(objectOf(own)),
        isNews: isNews(objectOf(own)),
        isElsewhere: false,
        botPermissions,
        presserPermissions: permissionsOf(objectOf(interaction['member'])['permissions']),
      },
    ],
    ...chosen,
  ]);
}

export function resolvedOf(data: JsonObject, interaction: JsonObject): ResolvedData {
  const resolved = objectOf(data['resolved']);
  return {
    users: Object.fromEntries(
      entriesOf(resolved['users']).map(([id, user]) => [
        id,
        {
          id,
          username: textOf(user['username']) ?? id,
          global_name: textOf(user['global_name']) ?? null,
          bot: user['bot'] === true,
        },
      ]),
    ),
    memberIds: entriesOf(resolved['members']).map(([id]) => id),
    roles: new Map(
      entriesOf(resolved['roles']).map(([id, role]) => [
        id,
        { isManaged: role['managed'] === true, isMentionable: role['mentionable'] === true },
      ]),
    ),
    channels: channelsOf(resolved['channels'], interaction),
  };
}
