import type { Match } from '../platform/records.ts';
import { hasBye, hasPlayers } from './players.ts';
import { hasResult, isEmptyScore, scoresOf, type Scores } from './results.ts';

/** Whether a match's score can be reported (`open`) or fixed (`decided`), or why there is nothing to report. */
export type Scoring = 'open' | 'decided' | 'cancelled' | 'bye' | 'unknownPlayers';

/** Nothing is known of it: some platforms show neither states nor players. */
const isBare = ({ phase, sides }: Match): boolean =>
  phase === undefined && sides.every(({ player, from }) => player === undefined && from === undefined);

export function scoringOf(match: Match): Scoring {
  if (match.phase === 'cancelled') return 'cancelled';
  if (hasBye(match)) return 'bye';
  if (hasResult(match)) return 'decided';
  return hasPlayers(match) || isBare(match) ? 'open' : 'unknownPlayers';
}

/** The score that another one would replace: 0–0 is none before a match is over. */
export function standingScores(match: Match): Scores | undefined {
  const scores = scoresOf(match);
  return scores !== undefined && isEmptyScore(scores) && !hasResult(match) ? undefined : scores;
}
