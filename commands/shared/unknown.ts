import type { Context } from './define.ts';
import { because } from '../../src/bot/failures.ts';

/** The sentence for a tournament that the platform does not have. */
export const unknownTournamentText = ({ callerT, isTyped }: Context): string =>
  callerT(isTyped ? 'tournament.unknown' : 'follow.stopped.tournament-gone');

/** For `.catch` of a tournament's read. */
export const unknownTournament = (context: Context) => because(['not-found'], unknownTournamentText(context));

/** For `.catch` of a match's read. */
export const unknownMatch = ({ callerT, isTyped }: Context) =>
  because(['not-found'], callerT(isTyped ? 'score.unknown' : 'follow.help.gone'));
