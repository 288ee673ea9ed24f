import { ChannelType, PermissionFlagsBits as Permission } from 'discord-api-types/v10';
import type { Context } from '../src/bot/command.ts';
import type { ResolvedChannel } from '../src/bot/payload.ts';
import { ReplyError } from '../src/words/reply.ts';

/** The kinds of channels in which the bot posts by itself. */
export const POST_CHANNELS = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
  ChannelType.AnnouncementThread,
] as const;

/** In the order in which they are asked for; each by its name in the words, where it is what Discord calls it. */
export const TO_POST = [
  ['view', Permission.ViewChannel],
  ['send', Permission.SendMessages],
  ['sendInThreads', Permission.SendMessagesInThreads],
  ['embed', Permission.EmbedLinks],
] as const;
export const TO_POST_PICTURES = [...TO_POST, ['attach', Permission.AttachFiles]] as const;

/** Throws `ReplyError` for a channel of another server. */
export function checkServer(
  { isElsewhere }: Pick<ResolvedChannel, 'isElsewhere'>,
  { t }: Pick<Context, 't'>,
): void {
  if (isElsewhere) throw new ReplyError('other-server', t('server.refused.otherServer'));
}

type Needed = (typeof TO_POST_PICTURES)[number];

/** Those of the permissions that the bot lacks in a channel. Where Discord does not say what it has, none is missing. */
export function missingPermissions(
  channel: { isThread: boolean; botPermissions: bigint | undefined },
  needed: readonly Needed[],
): Needed[0][] {
  const { isThread, botPermissions } = channel;
  if (botPermissions === undefined || (botPermissions & Permission.Administrator) !== 0n) return [];
  const unneeded = isThread ? 'send' : 'sendInThreads';
  return needed.flatMap(([name, bit]) => (name !== unneeded && (botPermissions & bit) === 0n ? [name] : []));
}
