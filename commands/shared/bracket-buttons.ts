import type { Context } from './define.ts';
import type { Tournament } from '../../src/reading/records.ts';
import { runButton, type ActionButton } from '../../src/message/reply.ts';
import { FAST_READ_ONCE } from './choices.ts';

/**
 * Opens a tournament's bracket. Before the start, and after a cancellation, it is read first, because many platforms have none
 * then.
 */
export async function bracketButtons(
  { platform, t }: Context,
  { id, phase }: Tournament,
): Promise<ActionButton[]> {
  const open = [runButton(t('tournament.bracket'), 'bracket', { tournament: id })];
  if (phase === undefined || phase === 'running' || phase === 'finished') return open;
  const bracket = (await platform.bracket(id, FAST_READ_ONCE).catch(() => undefined))?.value;
  return bracket?.rounds.some((round) => round.matches.length > 0) ? open : [];
}
