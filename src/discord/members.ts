import { DiscordAPIError, type REST } from '@discordjs/rest';
import { Routes } from 'discord-api-types/v10';

/** Nobody waits as long for the answer; it then counts for the next one. */
const TIMEOUT_MS = 5000;

/**
 * Whether a user is a member of a server, which needs no privileged intent. A server that the bot cannot see has no
 * members. Rejects where Discord does not say. Source: Discord, "Get Guild Member".
 */
export async function isGuildMember(rest: REST, guildId: string, discordId: string): Promise<boolean> {
  try {
    await rest.get(Routes.guildMember(guildId, discordId), { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return true;
  } catch (error) {
    if (error instanceof DiscordAPIError && (error.status === 404 || error.status === 403)) return false;
    throw error;
  }
}
