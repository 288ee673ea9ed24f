import { isSameNick } from './nickname.ts';
import { unlessWaiting, type MemberNow, type RolesPort } from './ports.ts';

/** How many members a preview checks. */
const LOOKS_MAX = 100;
const AT_ONCE = 5;

/** Whether a member owns the server or stands above the bot, which then can't rename them. */
export type IsOutOfReach = (discordId: string, member: MemberNow) => boolean;

/** `undefined` if Discord doesn't answer. */
export async function lookAtReach(
  discord: Pick<RolesPort, 'botRoles' | 'ownerOf'>,
  guildId: string,
): Promise<IsOutOfReach | undefined> {
  const ownerId = await discord.ownerOf(guildId).catch(unlessWaiting);
  const bot = await discord.botRoles(guildId).catch(unlessWaiting);
  if (bot === undefined || bot === 'no-server') return undefined;
  return (discordId, { roles }) =>
    discordId === ownerId || [...roles].some((roleId) => bot.roles.get(roleId)?.isBelow === false);
}

/**
 * Checks the first members whom a rule for nicknames would rename, as far as Discord answers: how many the bot can't rename because
 * they own the server or stand above it, and how many stay as they are because they have that nickname already or left.
 */
export async function lookAtNames(
  discord: Pick<RolesPort, 'botRoles' | 'memberOf' | 'ownerOf'>,
  guildId: string,
  wanted: readonly { discordId: string; nick: string }[],
): Promise<{ looked: number; cannot: number; unchanged: number }> {
  const found = { looked: 0, cannot: 0, unchanged: 0 };
  const isOutOfReach = await lookAtReach(discord, guildId);
  if (isOutOfReach === undefined) return found;
  for (let from = 0; from < Math.min(wanted.length, LOOKS_MAX); from += AT_ONCE) {
    const members = await Promise.all(
      wanted.slice(from, Math.min(from + AT_ONCE, LOOKS_MAX)).map(async ({ discordId, nick }) => ({
        member: await discord.memberOf(guildId, discordId).catch(unlessWaiting),
        discordId,
        nick,
      })),
    );
    for (const { member, discordId, nick } of members) {
      if (member === undefined) return found;
      found.looked++;
      if (typeof member === 'string' || isSameNick(member.nick, nick)) found.unchanged++;
      else if (isOutOfReach(discordId, member)) found.cannot++;
    }
  }
  return found;
}
