import { PermissionFlagsBits as Permission } from 'discord-api-types/v10';
import type { Context } from '../shared/define.ts';
import { typedDigits } from '../shared/typed.ts';
import { ReplyError } from '../../src/message/reply.ts';
import { RoleWaitError, type BotRoles } from '../../src/roles/ports.ts';
import { hasPowers } from '../../src/roles/powers.ts';
import { NICKNAME, NICKNAME_KINDS, RULE_KINDS, type RoleRule } from '../../src/roles/rules.ts';

export const LABEL_LENGTH = 60;
const NUMBER_MAX = 1_000_000;

const MANAGE_ROLES = Permission.ManageRoles | Permission.Administrator;
const MANAGE_NICKNAMES = Permission.ManageNicknames | Permission.Administrator;

/** `undefined` if Discord does not answer. */
const unlessWaiting = (error: unknown): undefined => {
  if (!(error instanceof RoleWaitError)) throw error;
};

/** Whether the bot may manage roles; `undefined` if Discord does not answer. */
export const botRoles = ({ roles }: Context, guildId: string): Promise<BotRoles | undefined> =>
  roles.discord
    .botRoles(guildId)
    .then((bot) => (bot === 'no-server' ? undefined : bot))
    .catch(unlessWaiting);

/** A link that grants a permission in addition to the bot's current ones: Discord replaces them with those in the link. */
function grantLink(invitation: string, also: bigint): string {
  const url = new URL(invitation);
  url.searchParams.set('permissions', String(BigInt(url.searchParams.get('permissions') ?? 0) | also));
  return url.href;
}

export const needsPermission = ({ about, t }: Context, bot: BotRoles): string =>
  t('roles.page.noPermission', {
    url: grantLink(about().rolesInviteUrl, bot.canRename ? Permission.ManageNicknames : 0n),
  });

export const needsNicknames = ({ about, t }: Context, bot: BotRoles): string =>
  t('roles.page.noNicknames', {
    url: grantLink(
      about().inviteUrl,
      Permission.ManageNicknames | (bot.canManage ? Permission.ManageRoles : 0n),
    ),
  });

/** Throws `ReplyError` unless the presser could rename members by hand, and the bot may. */
async function checkRenamer(context: Context, guildId: string): Promise<void> {
  const { caller, roles, t } = context;
  const bot = await botRoles(context, guildId);
  if (bot === undefined) throw new ReplyError('role-discord', t('roles.refused.discord'));
  const mayRename =
    (caller.permissions & MANAGE_NICKNAMES) !== 0n ||
    (await roles.discord.ownerOf(guildId).catch(unlessWaiting)) === caller.discordId;
  if (!mayRename) throw new ReplyError('not-renamer', t('roles.refused.renamer'));
  if (!bot.canRename) throw new ReplyError('role-permission', needsNicknames(context, bot));
}

/**
 * Throws `ReplyError` unless the presser could give these roles by hand, by Discord's rules: Manage Roles at this press, and a
 * higher role. The server's owner always may.
 */
export async function checkGiver(
  context: Context,
  guildId: string,
  roleIds: readonly string[],
): Promise<BotRoles> {
  const { caller, roles, t } = context;
  const bot = await botRoles(context, guildId);
  if (bot === undefined) throw new ReplyError('role-discord', t('roles.refused.discord'));
  const placeOf = (roleId: string): number => bot.roles.get(roleId)?.place ?? 0;
  const highest = Math.max(0, ...caller.roleIds.map(placeOf));
  const tooHigh = roleIds.find((roleId) => placeOf(roleId) >= highest);
  const canManage = (caller.permissions & MANAGE_ROLES) !== 0n;
  if (canManage && tooHigh === undefined) return bot;
  if ((await roles.discord.ownerOf(guildId).catch(unlessWaiting)) === caller.discordId) return bot;
  throw canManage
    ? new ReplyError('role-not-below', t('roles.refused.notBelow', { role: `<@&${tooHigh}>` }))
    : new ReplyError('not-giver', t('roles.refused.presser'));
}

/** Throws `ReplyError` with the reason for a role that the bot can't or must not give, or that this presser may not give. */
export async function checkRole(context: Context, guildId: string, roleId: string): Promise<string> {
  const { roles, t } = context;
  const refuse = (reason: 'everyone' | 'gone' | 'managed' | 'above' | 'powers' | 'discord'): never => {
    throw new ReplyError(`role-${reason}`, t(`roles.refused.${reason}`, { role: `<@&${roleId}>` }));
  };
  if (roleId === guildId) return refuse('everyone');
  if (roleId === NICKNAME) {
    await checkRenamer(context, guildId);
    return t('roles.nickname');
  }
  const bot = await checkGiver(context, guildId, [roleId]);
  if (!bot.canManage) throw new ReplyError('role-permission', needsPermission(context, bot));
  const role = bot.roles.get(roleId);
  if (role === undefined) return refuse('gone');
  if (role.isManaged) return refuse('managed');
  if (!role.isBelow) return refuse('above');
  const inChannels = await roles.discord.allowedInChannels(guildId, roleId).catch(unlessWaiting);
  if (inChannels === undefined) return refuse('discord');
  if (hasPowers(role.permissions | inChannels)) return refuse('powers');
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
  { caller, mention, now, t }: Context,
): RoleRule {
  const known = RULE_KINDS.find((one) => one === kind);
  const isName = NICKNAME_KINDS.some((one) => one === known);
  if (known === undefined || role === undefined || isName !== (role === NICKNAME))
    throw new ReplyError('unknown-rule', t('failure.gone', { help: mention('help') }));
  const base = { roleId: role, roleName, kind: known, maker: caller.name };
  if (isName) return { ...base, madeAt: now() };
  if (known === 'rank') {
    const typed = value.trim().replace(/\s+/g, ' ').slice(0, LABEL_LENGTH);
    if (typed === '') throw new ReplyError('no-label', t('roles.refused.label'));
    return { ...base, label: typed };
  }
  if (known !== 'rating' && known !== 'first') return base;
  const number = Number(typedDigits(value).replace(/[\s.,'’_]/g, ''));
  if (!Number.isInteger(number) || number < (known === 'first' ? 1 : 0) || number > NUMBER_MAX)
    throw new ReplyError('no-number', t('roles.refused.number'));
  return { ...base, number };
}
