import { PermissionFlagsBits as Permission } from 'discord-api-types/v10';
import type { ActionInput } from '../../src/bot/command.ts';
import type { Context } from '../shared/define.ts';
import { hasEnded, stageOf } from '../../src/brackets/tournament-stage.ts';
import type { FollowChoice } from '../../src/guilds/follows.ts';
import type { FollowSwitches } from '../../src/guilds/switches.ts';
import type { Bracket, Tournament } from '../../src/reading/records.ts';
import { switchesText } from '../../src/replies/follow.ts';
import { tournamentTitle } from '../../src/replies/format.ts';
import { escapeMarkup } from '../../src/words/plain.ts';
import { ReplyError } from '../../src/message/reply.ts';
import { channelById, checkChannel, checkThreads, TO_POST_PICTURES, type Where } from '../shared/posting.ts';

/** Throws `ReplyError` for a tournament that is over. */
export function checkNotOver(
  { tournament, bracket }: { tournament: Tournament; bracket?: Bracket | undefined },
  { t }: Pick<Context, 't'>,
): void {
  const stage = stageOf(tournament, bracket);
  if (hasEnded(stage)) throw new ReplyError(`tournament-${stage}`, t(`follow.refused.${stage}`));
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

const MENTION_ALL = Permission.MentionEveryone | Permission.Administrator;

/** Throws `ReplyError` for a role that the bot may not mention in a channel. */
export async function checkRole(
  guildId: string,
  { channelId, roleId }: { channelId: string; roleId: string },
  context: Where & Pick<ActionInput, 'resolved'> & Pick<Context, 'caller'>,
): Promise<void> {
  const { caller, resolved, t } = context;
  if (roleId === guildId) throw new ReplyError('everyone', t('follow.refused.everyone'));
  const role = resolved.roles.get(roleId);
  if (role === undefined) throw new ReplyError('role-gone', t('server.refused.roleGone'));
  if (role.isMentionable) return;
  // A member can't make the bot mention a role that they may not mention.
  if ((caller.permissions & MENTION_ALL) === 0n)
    throw new ReplyError('role-not-yours', t('follow.refused.roleNotYours', { role: `<@&${roleId}>` }));
  const { botPermissions = 0n } = await channelById(guildId, channelId, context);
  if ((botPermissions & MENTION_ALL) === 0n)
    throw new ReplyError(
      'role-unmentionable',
      t('follow.refused.role', { role: `<@&${roleId}>`, channel: `<#${channelId}>` }),
    );
}

/** Writes a line to the server's log channel: who did what with which tournament. A change without effect has no line. */
export async function auditFollow(
  { caller, guilds }: Pick<Context, 'caller' | 'guilds'>,
  { guildId, tournament, follow }: { guildId: string; tournament?: Tournament; follow: FollowChoice },
  act: 'followed' | 'changed' | 'stopped' | 'resumed',
  switchesBefore: FollowSwitches = follow.topics,
): Promise<void> {
  const t = await guilds.translator(guildId);
  const [before, after] = [switchesText(switchesBefore, t), switchesText(follow.topics, t)];
  if (act === 'changed' && before === after) return;
  const words = {
    member: `<@${caller.discordId}>`,
    tournament: escapeMarkup(tournamentTitle(tournament ?? { id: follow.tournamentId }, t), 80),
    channel: `<#${follow.channelId}>`,
    before,
    after,
  };
  await guilds.note(guildId, t(`follow.audit.${act}`, words));
}
