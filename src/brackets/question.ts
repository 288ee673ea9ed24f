import type { Match } from '../reading/records.ts';
import { outcomeOf } from './results.ts';
import { scoringOf } from './scoring.ts';

/**
 * Whether the winner of a match is still open (`open`), or why not: it has a result; it or its tournament was canceled; it is over
 * without a result, as after a bye or when its tournament is over; or the bracket has lost it.
 */
export type Question = 'open' | 'decided' | 'canceled' | 'unplayed' | 'gone';

/**
 * Decides for everything that asks players or organizers: calls, reminders, threads, direct messages, reports, lists for
 * organizers.
 */
export function questionOf(
  match: Match | undefined,
  stage: 'registration' | 'running' | 'over' | 'cancelled' = 'running',
): Question {
  const own = match === undefined ? 'gone' : ownQuestion(match);
  if (own !== 'open' && own !== 'gone') return own;
  if (stage === 'cancelled') return 'canceled';
  return stage === 'over' ? 'unplayed' : own;
}

/** The match alone, without its tournament. */
function ownQuestion(match: Match): Exclude<Question, 'gone'> {
  if (outcomeOf(match) !== undefined) return 'decided';
  if (match.decided === 'nobody') return 'unplayed';
  switch (scoringOf(match)) {
    case 'cancelled':
      return 'canceled';
    case 'decided':
    case 'bye':
      return 'unplayed';
    case 'open':
    case 'unknownPlayers':
      return 'open';
  }
}
