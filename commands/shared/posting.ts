import { ChannelType, PermissionFlagsBits as Permission } from 'discord-api-types/v10';
import type { Context } from './define.ts';
import type { ActionInput } from '../../src/bot/command.ts';
import type { ChosenChannel } from '../../src/bot/options.ts';
import { ReplyError } from '../../src/message/reply.ts';

/** The types of channels where the bot may post. */
export const POST_CHANNELS = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
  ChannelType.AnnouncementThread,
] as const;

const ADMINISTRATOR = Permission.Administrator;

/** In display order. Each has the name that it has under `server.permissions` in the locale file. */
export const TO_POST = [
  ['view', Permission.ViewChannel],
  ['send', Permission.SendMessages],
  ['sendInThreads', Permission.SendMessagesInThreads],
  ['embed', Permission.EmbedLinks],
] as const;
export const TO_POST_PICTURES = [...TO_POST, ['attach', Permission.AttachFiles]] as const;
/** Besides, to start threads from its posts. */
const TO_START_THREADS = [
  ['createThreads', Permission.CreatePublicThreads],
  ['sendInThreads', Permission.SendMessagesInThreads],
] as const;

type RequiredPermission = (typeof TO_POST_PICTURES | typeof TO_START_THREADS)[number];
/** The permissions that only affect how a post looks. */
const LOOKS: readonly RequiredPermission[0][] = ['embed', 'attach'];

type PostingContext = Pick<Context, 'caller' | 't'>;

/** Throws `ReplyError` for a channel of another server, or with all permissions that the bot lacks in it. */
export function checkBot(
  { channelId, isElsewhere, ...channel }: ChosenChannel,
  required: readonly RequiredPermission[],
  { t }: Pick<Context, 't'>,
): void {
  if (isElsewhere) throw new ReplyError('other-server', t('server.refused.otherServer'));
  // If Discord does not send the bot's permissions, none counts as missing: Discord then refuses the post.
  const missing = missingPermissions(channel.botPermissions ?? ADMINISTRATOR, channel, required);
  refuseWithout(missing, 'permissions', channelId, t);
}

/**
 * The same, also for the presser's permissions there: the bot does nothing for them that Discord would not let them do. If Discord
 * does not send a permission, it counts as missing.
 */
export function checkChannel(
  channel: ChosenChannel,
  required: readonly RequiredPermission[],
  { caller, t }: PostingContext,
): void {
  checkBot(channel, required, { t });
  // The owner and administrators may do everything in every channel.
  if ((caller.permissions & ADMINISTRATOR) !== 0n) return;
  const asked = required.filter(([name]) => !LOOKS.includes(name));
  refuseWithout(
    missingPermissions(channel.presserPermissions ?? 0n, channel, asked),
    'yours',
    channel.channelId,
    t,
  );
}

function refuseWithout(
  missing: readonly RequiredPermission[0][],
  why: 'permissions' | 'yours',
  channelId: string,
  t: Context['t'],
): void {
  if (missing.length === 0) return;
  const permissions = new Intl.ListFormat(t.locale, { type: 'conjunction' }).format(
    missing.map((name) => t(`server.permissions.${name}`)),
  );
  const words = { permissions, channel: `<#${channelId}>`, count: missing.length };
  throw new ReplyError(
    why === 'yours' ? 'not-yours' : 'missing-permission',
    t(`server.refused.${why}`, words),
  );
}

/**
 * Throws `ReplyError` for a channel whose messages can't start threads, or with all permissions that the bot or the presser lacks
 * for them.
 */
export function checkThreads(channel: ChosenChannel, context: PostingContext): void {
  const words = { channel: `<#${channel.channelId}>` };
  if (channel.isThread) throw new ReplyError('in-thread', context.t('follow.refused.thread', words));
  if (channel.isNews) throw new ReplyError('in-news', context.t('follow.refused.news', words));
  // Its threads need the same permissions.
  checkChannel({ ...channel, isThread: true }, TO_START_THREADS, context);
}

function missingPermissions(
  permissions: bigint,
  { isThread }: Pick<ChosenChannel, 'isThread'>,
  required: readonly RequiredPermission[],
): RequiredPermission[0][] {
  if ((permissions & ADMINISTRATOR) !== 0n) return [];
  const unneeded = isThread ? 'send' : 'sendInThreads';
  return required.flatMap(([name, bit]) => (name !== unneeded && (permissions & bit) === 0n ? [name] : []));
}

/** The channel of the interaction. */
export function ownChannel({ caller, place, t }: PostingContext & Pick<Context, 'place'>): ChosenChannel {
  const { channelId, parentId, botPermissions } = place;
  if (channelId === undefined) throw new ReplyError('no-channel', t('server.refused.channelGone'));
  const isThread = parentId !== undefined;
  return { channelId, isThread, isElsewhere: false, botPermissions, presserPermissions: caller.permissions };
}

export type Where = Pick<Context, 'caller' | 'guilds' | 'place' | 't'>;

/** A channel by its id. Discord sends permissions for the channel of a press only; those of another one are requested. */
export async function channelById(
  guildId: string,
  channelId: string,
  context: Where,
): Promise<ChosenChannel> {
  const own = ownChannel(context);
  if (own.channelId === channelId) return own;
  const { caller, guilds, t } = context;
  const access = await guilds.directory.access(guildId, channelId, caller);
  if (access !== undefined) return { ...access, channelId };
  const missing = await guilds.directory.missing(guildId, { roleIds: [], channelIds: [channelId] });
  if (missing.has(channelId)) throw new ReplyError('channel-deleted', t('server.refused.channelDeleted'));
  throw new ReplyError('channel-unknown', t('follow.refused.unknown', { channel: `<#${channelId}>` }));
}

/** Throws `ReplyError` for a channel where the bot or the presser may not post. */
export async function checkChannelById(guildId: string, channelId: string, context: Where): Promise<void> {
  checkChannel(await channelById(guildId, channelId, context), TO_POST_PICTURES, context);
}

/** Throws `ReplyError` for a channel where match calls can't start threads. */
export async function checkThreadsById(
  guildId: string,
  channelId: string,
  context: Where & Pick<ActionInput, 'resolved'>,
): Promise<void> {
  // For the channel of a press, only this has its type.
  const own = context.resolved.channels.get(channelId);
  const channel = own ? { ...own, channelId } : await channelById(guildId, channelId, context);
  checkThreads(channel, context);
}
