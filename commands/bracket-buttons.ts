import type { Context } from '../src/bot/command.ts';
import type { Tournament } from '../src/platform/records.ts';
import { runButton, type ActionButton } from '../src/words/reply.ts';
import { QUICKLY } from './choices.ts';

/** Opens a tournament's bracket, where there may be one: before the start, many platforms have drawn none yet. */
export async function bracketButtons(
  { platform, t }: Context,
  { id, phase }: Tournament,
): Promise<ActionButton[]> {
  const open = [runButton(t('tournament.bracket'), 'bracket', { tournament: id })];
  if (phase !== 'upcoming' && phase !== 'open') return open;
  const bracket = (await platform.bracket(id, QUICKLY).catch(() => undefined))?.value;
  return bracket?.rounds.some((round) => round.matches.length > 0) ? open : [];
}
