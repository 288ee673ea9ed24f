import type { Match } from '../reading/records.ts';
import { outcomeOf } from './results.ts';
import { scoringOf } from './scoring.ts';

/**
 * Whether it is still asked who wins a match (`open`), or why not: it has a result; it or its tournament was canceled; it is over
 * without a result, as after a bye or where its tournament is over; or the bracket has it no longer.
 */
export type Question = 'open' | 'decided' | 'canceled' | 'unplayed' | 'gone';

/** The one answer for all that asks: calls, reminders, threads, direct messages, reports, lists for organizers. */
export function questionOf(
  match: Match | undefined,
  stage: 'registration' | 'running' | 'over' | 'cancelled' = 'running',
): Question {
  const own = match === undefined ? 'gone' : ownQuestion(match);
  if (own !== 'open' && own !== 'gone') return own;
  if (stage === 'cancelled') return 'canceled';
  return stage === 'over' ? 'unplayed' : own;
}

/** Whatever became of its tournament. */
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
