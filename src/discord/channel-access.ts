import { DiscordAPIError, type REST } from '@discordjs/rest';
import { ChannelType, PermissionFlagsBits as Permission, Routes } from 'discord-api-types/v10';
import type { ChannelAccess } from '../guilds/guilds.ts';
import { isNews, isThread, permissionsOf } from '../bot/payload.ts';
import { type JsonObject, objectOf, objectsOf, textOf, textsOf } from '../json.ts';

const CAN_VIEW = Permission.ViewChannel | Permission.Administrator;
/** For a channel that the bot cannot see: only this permission is known to be missing. */
const ALL_BUT_VIEW = ~CAN_VIEW;

/** Source: Discord, "Permissions": roles, then the channel's overwrites for everyone, for roles and for the member. */
function permissionsIn(
  overwrites: readonly JsonObject[],
  {
    guildId,
    memberId,
    roleIds,
    roles,
  }: { guildId: string; memberId: string; roleIds: readonly string[]; roles: JsonObject[] },
): bigint {
  const bitsOf = (records: readonly JsonObject[], ids: readonly string[], key: string): bigint =>
    records
      .filter(({ id }) => ids.includes(textOf(id) ?? ''))
      .reduce((bits, record) => bits | (permissionsOf(record[key]) ?? 0n), 0n);
  const base = bitsOf(roles, [guildId, ...roleIds], 'permissions');
  if ((base & Permission.Administrator) !== 0n) return base;
  return [[guildId], roleIds, [memberId]].reduce(
    (bits, ids) => (bits & ~bitsOf(overwrites, ids, 'deny')) | bitsOf(overwrites, ids, 'allow'),
    base,
  );
}

/** What the bot and another member may do in a channel, if it belongs to this server. Rejects if Discord does not answer. */
export async function channelAccess(
  rest: REST,
  {
    guildId,
    channelId,
    memberId,
    presser,
  }: {
    guildId: string;
    channelId: string;
    memberId: string;
    presser: { discordId: string; roleIds: readonly string[] };
  },
  signal: AbortSignal,
): Promise<ChannelAccess> {
  const read = (route: `/${string}`): Promise<unknown> => rest.get(route, { signal });
  try {
    const [channel, roles, member] = await Promise.all([
      read(Routes.channel(channelId)).then(objectOf),
      read(Routes.guildRoles(guildId)).then(objectsOf),
      read(Routes.guildMember(guildId, memberId)).then(objectOf),
    ]);
    // A thread has the overwrites of its parent channel.
    const inThread = isThread(channel);
    const parentId = textOf(channel['parent_id']) ?? '';
    const place = inThread ? objectOf(await read(Routes.channel(parentId))) : channel;
    const overwrites = objectsOf(place['permission_overwrites']);
    const roleIds = textsOf(member['roles']);
    const everyone = permissionsIn(overwrites, { guildId, memberId: '', roleIds: [], roles });
    return {
      isThread: inThread,
      isNews: isNews(channel),
      isElsewhere: channel['guild_id'] !== guildId,
      botPermissions: permissionsIn(overwrites, { guildId, memberId, roleIds, roles }),
      presserPermissions: permissionsIn(overwrites, {
        guildId,
        memberId: presser.discordId,
        roleIds: presser.roleIds,
        roles,
      }),
      isOpen: channel['type'] !== ChannelType.PrivateThread && (everyone & CAN_VIEW) !== 0n,
    };
  } catch (error) {
    if (error instanceof DiscordAPIError && error.status === 403)
      return {
        isThread: false,
        isElsewhere: false,
        botPermissions: ALL_BUT_VIEW,
        presserPermissions: 0n,
        isOpen: false,
      };
    throw error;
  }
}
