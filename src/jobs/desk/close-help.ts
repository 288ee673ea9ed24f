import { textOf } from '../../message/text-of.ts';
import { lines } from '../../replies/format.ts';
import type { Translate } from '../../words/words.ts';
import type { Owned } from '../owner/owned.ts';
import type { DeskDeps } from './desk-ports.ts';
import type { SettledHelp } from './settled-help.ts';

/**
 * Takes the buttons from messages that ask for help. Returns whether none is left: one that an organizer is pressing is. Throws
 * `StoreError`, or if Discord does not answer.
 */
export async function closeHelp(
  guildId: string,
  settled: readonly SettledHelp[],
  { guilds }: Pick<DeskDeps, 'guilds'>,
  { channels }: Pick<Owned, 'channels'>,
  t: Translate,
): Promise<boolean> {
  const closed = t('follow.organizers.closed');
  let isDone = true;
  for (const { at, isOver, message } of settled) {
    const { channelId, messageId } = message;
    const content = await textOf(channels, message, at);
    // A process that was killed here may have closed it before.
    if (content !== undefined && !content.endsWith(closed)) {
      const post = { content: isOver ? lines(content, closed) : content, rows: [] };
      const outcome = await guilds.editOrganizerCall({ channelId, messageId, post, isLast: true });
      if (outcome === 'busy') {
        isDone = false;
        continue;
      }
    }
    await guilds.helpRequests.noteHandled(guildId, messageId, 'resolved');
  }
  return isDone;
}
