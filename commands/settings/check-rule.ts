import { PermissionFlagsBits as Permission } from 'discord-api-types/v10';
import type { Context } from '../shared/define.ts';
import { ReplyError } from '../../src/message/reply.ts';
import { RoleWaitError, type BotRoles } from '../../src/roles/ports.ts';
import { RULE_KINDS, type RoleRule } from '../../src/roles/rules.ts';

export const LABEL_LENGTH = 60;
const NUMBER_MAX = 1_000_000;

/** A role with one of these is no mark of rank: who holds it can do something to others. */
const POWERS: bigint = [
  Permission.Administrator,
  Permission.ManageGuild,
  Permission.ManageRoles,
  Permission.ManageChannels,
  Permission.ManageMessages,
  Permission.ManageThreads,
  Permission.ManageNicknames,
  Permission.ManageWebhooks,
  Permission.ManageGuildExpressions,
  Permission.ManageEvents,
  Permission.KickMembers,
  Permission.BanMembers,
  Permission.ModerateMembers,
  Permission.MuteMembers,
  Permission.DeafenMembers,
  Permission.MoveMembers,
  Permission.ViewAuditLog,
  Permission.MentionEveryone,
].reduce((all, one) => all | one, 0n);

/** Whether the bot may manage roles; `undefined` where Discord does not answer. */
export const botRoles = ({ roles }: Context, guildId: string): Promise<BotRoles | undefined> =>
  roles.discord.botRoles(guildId).then(
    (bot) => (bot === 'no-server' ? undefined : bot),
    (error: unknown) => {
      if (error instanceof RoleWaitError) return undefined;
      throw error;
    },
  );

export const needsPermission = ({ about, t }: Context): string =>
  t('roles.page.noPermission', { url: about().rolesInviteUrl });

/** Throws `ReplyError` with the reason for a role that the bot could or should not give. */
export async function checkRole(context: Context, guildId: string, roleId: string): Promise<string> {
  const { t } = context;
  const refuse = (reason: 'everyone' | 'gone' | 'managed' | 'above' | 'powers' | 'discord'): never => {
    throw new ReplyError(`role-${reason}`, t(`roles.refused.${reason}`, { role: `<@&${roleId}>` }));
  };
  if (roleId === guildId) return refuse('everyone');
  const bot = await botRoles(context, guildId);
  if (bot === undefined) return refuse('discord');
  if (!bot.canManage) throw new ReplyError('role-permission', needsPermission(context));
  const role = bot.roles.get(roleId);
  if (role === undefined) return refuse('gone');
  if (role.isManaged) return refuse('managed');
  if (!role.isBelow) return refuse('above');
  if ((role.permissions & POWERS) !== 0n) return refuse('powers');
  return role.name;
}

/** The rule that arguments describe. Throws `ReplyError` for values that make none. */
export function ruleFrom(
  {
    kind,
    role,
    value = '',
  }: { kind?: string | undefined; role?: string | undefined; value?: string | undefined },
  roleName: string,
  { mention, t }: Context,
): RoleRule {
  const known = RULE_KINDS.find((one) => one === kind);
  if (known === undefined || role === undefined)
    throw new ReplyError('unknown-rule', t('failure.gone', { help: mention('help') }));
  const base = { roleId: role, roleName, kind: known };
  if (known === 'rank') {
    const typed = value.trim().replace(/\s+/g, ' ').slice(0, LABEL_LENGTH);
    if (typed === '') throw new ReplyError('no-label', t('roles.refused.label'));
    return { ...base, label: typed };
  }
  if (known !== 'rating' && known !== 'first') return base;
  const number = Number(value.replace(/[\s.,'’_]/g, ''));
  if (!Number.isInteger(number) || number < (known === 'first' ? 1 : 0) || number > NUMBER_MAX)
    throw new ReplyError('no-number', t('roles.refused.number'));
  return { ...base, number };
}
