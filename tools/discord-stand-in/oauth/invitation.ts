import { PermissionFlagsBits as Permission } from 'discord.js';
import { permissionsIn } from '../guilds/permissions.ts';
import type { DiscordWorld } from '../world.ts';
import { invitationPage, invitedPage } from './consent-page.ts';

/** What is asked for; undefined where a request is none to add a bot. It leads back nowhere. Source: Discord, "OAuth2", bot authorization. */
export function invitedPermissions(query: URLSearchParams, applicationId: string): bigint | undefined {
  const scopes = (query.get('scope') ?? '').split(' ');
  if (query.get('client_id') !== applicationId || !scopes.includes('bot') || query.has('redirect_uri'))
    return undefined;
  const permissions = query.get('permissions') ?? '0';
  return /^\d+$/.test(permissions) ? BigInt(permissions) : undefined;
}

const nameOf = (flag: string): string => flag.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');

/** The page that asks, for the servers that the bot is in. */
export function askInvitation(
  world: DiscordWorld,
  permissions: bigint,
  memberId: string | undefined,
): string {
  const names = Object.entries(Permission).flatMap(([flag, bit]) =>
    (permissions & bit) === bit ? [nameOf(flag)] : [],
  );
  return invitationPage(
    { permissions: names, guilds: world.guilds },
    world.members,
    world.members.find(({ id }) => id === memberId),
    world.application.name,
  );
}

/** Gives the bot's own role what was asked for. A text is the page to show, undefined a refusal: who may not manage the server. */
export function acceptInvitation(
  world: DiscordWorld,
  permissions: bigint,
  { guild: guildId, member: nameOrId }: { guild: string | null; member: string | undefined },
): string | undefined {
  const guild = world.guilds.find(({ id, name }) => id === guildId || name === guildId);
  const member = world.members.find(({ id, name }) => id === nameOrId || name === nameOrId);
  const role = guild?.roles.find(({ botId }) => botId === world.bot.id);
  if (guild === undefined || member === undefined || role === undefined) return undefined;
  if ((permissionsIn(guild, member.id) & Permission.ManageGuild) === 0n) return undefined;
  role.permissions |= permissions;
  return invitedPage(guild.name);
}
