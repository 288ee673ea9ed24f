import { ChannelType, type APIUser } from 'discord-api-types/v10';

/** An untrusted payload. Its fields are read by the functions below, never by a cast. */
export type Loose = Record<string, unknown>;

export const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const objectOf = (value: unknown): Loose => (isObject(value) ? value : {});
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
export const objectsOf = (value: unknown): Loose[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** `undefined` where the text is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A permission set, which Discord writes as a decimal string. */
export const permissionsOf = (value: unknown): bigint | undefined =>
  typeof value === 'string' && /^\d{1,30}$/.test(value) ? BigInt(value) : undefined;

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
