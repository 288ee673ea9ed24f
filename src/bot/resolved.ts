import { ChannelType, type APIUser } from 'discord-api-types/v10';
import { isObject, objectOf, permissionsOf, textOf, type Loose } from './payload.ts';

const THREADS: readonly unknown[] = [
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
];

export const isThread = (channel: Loose): boolean => THREADS.includes(channel['type']);

/** A channel that was chosen; what is missing here was deleted meanwhile. */
export interface ResolvedChannel {
  isThread: boolean;
  /** What the bot may do there, where Discord says so. */
  botPermissions: bigint | undefined;
}

/** What Discord sends along for ids in options and selects. Source: Discord, "Receiving and Responding", resolved data. */
export interface Resolved {
  users: Readonly<Record<string, Pick<APIUser, 'id' | 'username' | 'global_name'>>>;
  /** Users whom Discord shows to be members of the server of the interaction. */
  memberIds: readonly string[];
  roleIds: ReadonlySet<string>;
  channels: ReadonlyMap<string, ResolvedChannel>;
}

const entriesOf = (value: unknown): [string, Loose][] =>
  Object.entries(objectOf(value)).flatMap(([id, one]): [string, Loose][] =>
    /^\d{1,20}$/.test(id) && isObject(one) ? [[id, one]] : [],
  );

export function resolvedOf(data: Loose): Resolved {
  const resolved = objectOf(data['resolved']);
  return {
    users: Object.fromEntries(
      entriesOf(resolved['users']).map(([id, user]) => [
        id,
        { id, username: textOf(user['username']) ?? id, global_name: textOf(user['global_name']) ?? null },
      ]),
    ),
    memberIds: entriesOf(resolved['members']).map(([id]) => id),
    roleIds: new Set(entriesOf(resolved['roles']).map(([id]) => id)),
    channels: new Map(
      entriesOf(resolved['channels']).map(([id, channel]) => [
        id,
        { isThread: isThread(channel), botPermissions: permissionsOf(channel['app_permissions']) },
      ]),
    ),
  };
}
