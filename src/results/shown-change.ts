import type { ShownResult } from '../guilds/result-posts.ts';
import { present } from '../present.ts';

/**
 * What a channel does with a result. `feed`: its message belongs to a followed tournament, whose feed corrects it. `isOpen`: the
 * other side still has to agree.
 */
export function changeOf(
  before: ShownResult | undefined,
  { isOpen, editsOnly }: { isOpen: boolean; editsOnly: boolean },
): 'post' | 'edit' | 'feed' | 'none' {
  const hasMessage = before?.messageId !== undefined;
  // An edit notifies no one, and a score that waits for an answer must not replace a result.
  if (isOpen && !(hasMessage && before.isOpen === true)) return editsOnly ? 'none' : 'post';
  if (before?.isFollowed) return editsOnly ? 'none' : 'feed';
  // A winner who was shown without a score is the platform's: no claim takes its place.
  const hasScores = before?.scores !== undefined;
  if (editsOnly && !(hasMessage && hasScores)) return 'none';
  return hasMessage ? 'edit' : 'post';
}

/** What a channel shows once the message that asks the other side is gone. */
export const besideAlone = ({ beside, first, pair }: ShownResult): ShownResult => ({
  ...beside,
  ...present({ first, pair }),
});

/** The result or the call that a channel shows while the other side is asked to agree. */
export function besideOf(before: ShownResult | undefined): ShownResult['beside'] {
  if (before === undefined || before.isOpen === true) return before?.beside;
  const { isFollowed, messageId, scores, winner } = before;
  return messageId === undefined ? undefined : { messageId, ...present({ isFollowed, scores, winner }) };
}
