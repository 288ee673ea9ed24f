import { DiscordAPIError } from '@discordjs/rest';
import { RESTJSONErrorCodes as Code } from 'discord-api-types/v10';
import type { Refused } from '../jobs/ports.ts';

/** What a refusal means that repeating does not change. */
export type Refusal = Refused | 'no-member';

/** Discord refuses a direct message: the member shares no server with the bot, blocks it, or takes none. */
const CANNOT_MESSAGE = 50_278;

/** Discord's own codes that end something. Source: Discord, "Opcodes and Status Codes". */
const FINAL: ReadonlyMap<number, Refusal> = new Map<number, Refusal>([
  [Code.UnknownChannel, 'channel-gone'],
  [Code.UnknownGuild, 'channel-gone'],
  [Code.UnknownMessage, 'post-gone'],
  [Code.UnknownGuildScheduledEvent, 'post-gone'],
  [Code.CannotEditMessageAuthoredByAnotherUser, 'post-gone'],
  [Code.MissingAccess, 'forbidden'],
  [Code.MissingPermissions, 'forbidden'],
  [Code.InvalidActionOnArchivedThread, 'archived'],
  [Code.ThreadLocked, 'archived'],
  [Code.CannotSendMessagesToThisUser, 'closed'],
  [CANNOT_MESSAGE, 'closed'],
  [Code.UnknownMember, 'no-member'],
  [Code.UnknownUser, 'no-member'],
]);

/**
 * What Discord refused for good, by its JSON codes alone: a 403 or 404 without one comes from a proxy on the way, and a limit or a
 * failing server may pass. `refused`: something in the request itself. `undefined`: it is to be tried again.
 */
export function classify(error: unknown): Refusal | undefined {
  if (!(error instanceof DiscordAPIError)) return undefined;
  const code = Number(error.code);
  const reason = FINAL.get(code);
  if (reason !== undefined) return reason;
  return error.status === 400 && code > 0 ? 'refused' : undefined;
}
