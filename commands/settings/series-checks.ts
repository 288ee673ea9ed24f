import type { ActionInput } from '../../src/bot/command.ts';
import type { ChosenChannel } from '../../src/bot/options.ts';
import type { FlagName, FollowSwitches } from '../../src/guilds/switches.ts';
import type { SeriesRule } from '../../src/guilds/series.ts';
import { ReplyError } from '../../src/message/reply.ts';
import { WORD_LENGTH } from '../../src/replies/series-name.ts';
import type { Translate } from '../../src/words/words.ts';
import type { Context } from '../shared/define.ts';
import { checkEventPresser, CREATE_EVENTS } from '../shared/event.ts';
import { checkPing, mentionableRole } from '../shared/pings.ts';
import {
  channelById,
  checkChannel,
  checkChannelById,
  checkThreads,
  checkThreadsById,
  TO_POST,
  TO_POST_PICTURES,
} from '../shared/posting.ts';
import { postChannel } from './values.ts';

type Chosen = Context & Pick<ActionInput, 'resolved' | 'values'>;

const WORDS_MAX = 10;

/** The channel of a menu. Throws `ReplyError` if the bot or the presser may not post there. */
export function chosenChannel(
  context: Chosen,
  required: typeof TO_POST | typeof TO_POST_PICTURES = TO_POST,
): ChosenChannel | undefined {
  const [id] = context.values;
  if (id === undefined) return undefined;
  const channel = postChannel(id, context);
  checkChannel(channel, required, context);
  return channel;
}

/** The channel that follows automatically, which starts threads if the rule asks for them. */
export function chosenFollowChannel(context: Chosen, { threads }: FollowSwitches): string | undefined {
  const channel = chosenChannel(context, TO_POST_PICTURES);
  if (channel !== undefined && threads === true) checkThreads(channel, context);
  return channel?.channelId;
}

/** The role of a menu. Throws `ReplyError` for one that the presser may not mention. */
export function chosenRole(context: Chosen, guildId: string): string | undefined {
  const [roleId] = context.values;
  if (roleId !== undefined) mentionableRole(guildId, roleId, context);
  return roleId;
}

/** The role that follows ping, checked in the channel that follows, if there is one. */
export async function chosenPing(
  context: Chosen,
  guildId: string,
  rule: SeriesRule,
): Promise<string | undefined> {
  const roleId = chosenRole(context, guildId);
  const { followChannelId: channelId } = rule;
  if (roleId !== undefined && channelId !== undefined)
    await checkPing(guildId, { channelId, roleId }, context);
  return roleId;
}

/** Throws `ReplyError` if announcements can't be published, or not by this presser. */
export async function checkPublishing(
  context: Context,
  guildId: string,
  { announceChannelId }: SeriesRule,
): Promise<void> {
  if (announceChannelId === undefined) return;
  checkChannel(await channelById(guildId, announceChannelId, context), TO_POST, context);
  const access = await context.guilds.directory.access(guildId, announceChannelId, context.caller);
  if (access?.isNews === false)
    throw new ReplyError(
      'no-news',
      context.t('series.refused.notNews', { channel: `<#${announceChannelId}>` }),
    );
}

/** Throws `ReplyError` for a switch that the bot or the presser lacks a permission for. Switching it off needs none. */
export async function checkSwitch(
  context: Context & Pick<ActionInput, 'resolved'>,
  guildId: string,
  { followChannelId }: SeriesRule,
  name: FlagName,
): Promise<void> {
  if (name === 'event') {
    checkEventPresser(context);
    if ((context.place.botPermissions & CREATE_EVENTS) === 0n)
      throw new ReplyError('event-noPermission', context.t('follow.event.noPermission'));
  }
  if (followChannelId === undefined) return;
  await checkChannelById(guildId, followChannelId, context);
  if (name === 'threads') await checkThreadsById(guildId, followChannelId, context);
}

/** The words of a filter, as typed. Throws `ReplyError` for too many. */
export function wordsOf(typed: string, t: Translate): string[] {
  const words = typed
    .split(/[,;，；、\n]/)
    .map((word) => word.replace(/\s+/g, ' ').trim().slice(0, WORD_LENGTH))
    .filter((word) => word !== '');
  if (words.length > WORDS_MAX)
    throw new ReplyError('too-many-words', t('series.refused.words', { count: WORDS_MAX }));
  return [...new Set(words)];
}
