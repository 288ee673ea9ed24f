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
  const isCall = before !== undefined && before.scores === undefined;
  if (editsOnly && (isCall || !hasMessage)) return 'none';
  return hasMessage ? 'edit' : 'post';
}

/** The result or the call that a channel shows while the other side is asked to agree. */
export function besideOf(before: ShownResult | undefined): ShownResult['beside'] {
  if (before === undefined || before.isOpen === true) return before?.beside;
  const { isFollowed, messageId, scores } = before;
  return messageId === undefined ? undefined : { messageId, ...present({ isFollowed, scores }) };
}
