import { MINUTE_MS } from '../../durations.ts';
import type { HelpRecord } from '../../guilds/help-requests.ts';
import { textHash } from '../../sha256.ts';
import type { Owned } from '../owner/owned.ts';
import type { DeskDeps } from './desk-ports.ts';

/** After this, a message that is not in its channel was not posted. */
const LOST_MS = 2 * MINUTE_MS;

/**
 * The requests of a server, after a search for messages that may have been posted. Throws `StoreError`, or if Discord does not
 * answer.
 */
export async function findHelp(
  guildId: string,
  { guilds, now }: Pick<DeskDeps, 'guilds' | 'now'>,
  { channels }: Pick<Owned, 'channels'>,
): Promise<HelpRecord> {
  const { helpRequests } = guilds;
  const help = await helpRequests.read(guildId);
  const lost = Object.entries(help).flatMap(([id, { at, attempt, message }]) =>
    attempt === undefined || message !== undefined ? [] : [{ id, at, ...attempt }],
  );
  const known = new Set(Object.values(help).map(({ message }) => message?.messageId));
  for (const { id, at, channelId, text } of lost) {
    const messages = await channels.since(channelId, at);
    const found = messages?.find((one) => textHash(one.content) === text && !known.has(one.id));
    if (found !== undefined) {
      known.add(found.id);
      await helpRequests.notePosted(guildId, id, { channelId, messageId: found.id });
    } else if (Math.abs(now() - at) >= LOST_MS) await helpRequests.noteAttempt(guildId, id, undefined);
  }
  return lost.length === 0 ? help : helpRequests.read(guildId);
}
