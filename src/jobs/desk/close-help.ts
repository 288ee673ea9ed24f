import { textOf } from '../../message/text-of.ts';
import { lines } from '../../replies/format.ts';
import type { Translate } from '../../words/words.ts';
import type { Owned } from '../owner/owned.ts';
import { settledHelp, type DeskInput } from './desk-items.ts';
import type { DeskDeps } from './desk-ports.ts';

/**
 * Takes the buttons from the messages that ask for help with a match that is over, or whose tournament is. Throws `StoreError`, or
 * if Discord does not answer.
 */
export async function closeHelp(
  guildId: string,
  input: DeskInput,
  { guilds }: Pick<DeskDeps, 'guilds'>,
  { channels }: Pick<Owned, 'channels'>,
  t: Translate,
): Promise<void> {
  const closed = t('follow.organizers.closed');
  for (const { at, message } of settledHelp(input)) {
    const { channelId, messageId } = message;
    const content = await textOf(channels, message, at);
    // A process that was killed here may have closed it before.
    if (content !== undefined && !content.endsWith(closed)) {
      const post = { content: lines(content, closed), rows: [] };
      const outcome = await guilds.editOrganizerCall({ channelId, messageId, post, isLast: true });
      // An organizer presses it: the next look tries again.
      if (outcome === 'busy') continue;
    }
    await guilds.helpRequests.noteHandled(guildId, messageId, 'resolved');
  }
}
