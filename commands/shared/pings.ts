import { PermissionFlagsBits as Permission } from 'discord-api-types/v10';
import type { ActionInput } from '../../src/bot/command.ts';
import type { ResolvedRole } from '../../src/bot/payload.ts';
import { ReplyError } from '../../src/message/reply.ts';
import type { Context } from './define.ts';
import { channelById, type Where } from './posting.ts';

const MENTION_ALL = Permission.MentionEveryone | Permission.Administrator;

/** A chosen role. Throws `ReplyError` for one that the presser may not mention: the bot must not do it for them. */
export function mentionableRole(
  guildId: string,
  roleId: string,
  { caller, resolved, t }: Pick<Context, 'caller' | 't'> & Pick<ActionInput, 'resolved'>,
): ResolvedRole {
  if (roleId === guildId) throw new ReplyError('everyone', t('follow.refused.everyone'));
  const role = resolved.roles.get(roleId);
  if (role === undefined) throw new ReplyError('role-gone', t('server.refused.roleGone'));
  if (!role.isMentionable && (caller.permissions & MENTION_ALL) === 0n)
    throw new ReplyError('role-not-yours', t('follow.refused.roleNotYours', { role: `<@&${roleId}>` }));
  return role;
}

/** Throws `ReplyError` for a role that the presser may not mention, or the bot not in this channel. */
export async function checkPing(
  guildId: string,
  { channelId, roleId }: { channelId: string; roleId: string },
  context: Where & Pick<ActionInput, 'resolved'>,
): Promise<void> {
  if (mentionableRole(guildId, roleId, context).isMentionable) return;
  const { botPermissions = 0n } = await channelById(guildId, channelId, context);
  if ((botPermissions & MENTION_ALL) === 0n)
    throw new ReplyError(
      'role-unmentionable',
      context.t('follow.refused.role', { role: `<@&${roleId}>`, channel: `<#${channelId}>` }),
    );
}
