import { DiscordAPIError } from '@discordjs/rest';
import { RESTJSONErrorCodes as Code } from 'discord-api-types/v10';
import type { Refused } from '../message/channels.ts';

/** Why Discord refused a request that must not be retried. */
export type FinalRefusal = Refused | 'no-member';

/** A direct message is refused: the member shares no server with the bot, blocks it, or does not accept them. */
const CANNOT_MESSAGE = 50_278;

/** Discord's JSON error codes that are final. Source: Discord, "Opcodes and Status Codes". */
const FINAL: ReadonlyMap<number, FinalRefusal> = new Map<number, FinalRefusal>([
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
 * Judges only by Discord's JSON error codes: a 403 or 404 without one comes from a proxy, and rate limits and server errors
 * pass. `refused`: the request itself is at fault. `undefined`: retry.
 */
export function classify(error: unknown): FinalRefusal | undefined {
  if (!(error instanceof DiscordAPIError)) return undefined;
  const code = Number(error.code);
  const reason = FINAL.get(code);
  if (reason !== undefined) return reason;
  return error.status === 400 && code > 0 ? 'refused' : undefined;
}
