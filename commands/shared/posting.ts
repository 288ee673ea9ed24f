import { ChannelType, PermissionFlagsBits as Permission } from 'discord-api-types/v10';
import type { Context } from './define.ts';
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

/** Throws `ReplyError` for a channel of another server, or with all permissions that the bot lacks in it. */
export function checkChannel(
  { channelId, isElsewhere, ...channel }: ChosenChannel,
  required: readonly RequiredPermission[],
  { t }: Pick<Context, 't'>,
): void {
  if (isElsewhere) throw new ReplyError('other-server', t('server.refused.otherServer'));
  const missing = missingPermissions(channel, required);
  if (missing.length === 0) return;
  const permissions = new Intl.ListFormat(t.locale, { type: 'conjunction' }).format(
    missing.map((name) => t(`server.permissions.${name}`)),
  );
  throw new ReplyError(
    'missing-permission',
    t('server.refused.permissions', { permissions, channel: `<#${channelId}>`, count: missing.length }),
  );
}

/** Throws `ReplyError` for a channel whose messages start no threads, or with all permissions that the bot lacks for them. */
export function checkThreads(channel: ChosenChannel, context: Pick<Context, 't'>): void {
  const words = { channel: `<#${channel.channelId}>` };
  if (channel.isThread) throw new ReplyError('in-thread', context.t('follow.refused.thread', words));
  if (channel.isNews) throw new ReplyError('in-news', context.t('follow.refused.news', words));
  // What is needed is needed in its threads.
  checkChannel({ ...channel, isThread: true }, TO_START_THREADS, context);
}

/** The permissions that the bot lacks in a channel. If Discord does not send its permissions, none count as missing. */
function missingPermissions(
  { isThread, botPermissions }: Pick<ChosenChannel, 'isThread' | 'botPermissions'>,
  required: readonly RequiredPermission[],
): RequiredPermission[0][] {
  if (botPermissions === undefined || (botPermissions & Permission.Administrator) !== 0n) return [];
  const unneeded = isThread ? 'send' : 'sendInThreads';
  return required.flatMap(([name, bit]) =>
    name !== unneeded && (botPermissions & bit) === 0n ? [name] : [],
  );
}

/** The channel of the interaction. */
export function ownChannel({ place, t }: Pick<Context, 'place' | 't'>): ChosenChannel {
  const { channelId, parentId, botPermissions } = place;
  if (channelId === undefined) throw new ReplyError('no-channel', t('server.refused.channelGone'));
  return { channelId, isThread: parentId !== undefined, isElsewhere: false, botPermissions };
}
