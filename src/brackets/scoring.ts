import type { Match } from '../reading/records.ts';
import { hasBye, hasPlayers } from './players.ts';
import { hasResult, isEmptyScore, scoresOf, type Scores } from './results.ts';

/** Whether a score can be reported (`open`) or corrected (`decided`), or why neither. */
export type Scoring = 'open' | 'decided' | 'cancelled' | 'bye' | 'unknownPlayers';

/** Neither phase nor players are known: some platforms show neither. */
const isBare = ({ phase, sides }: Match): boolean =>
  phase === undefined && sides.every(({ player, from }) => player === undefined && from === undefined);

export function scoringOf(match: Match): Scoring {
  if (match.phase === 'cancelled') return 'cancelled';
  if (hasBye(match)) return 'bye';
  if (hasResult(match)) return 'decided';
  return hasPlayers(match) || isBare(match) ? 'open' : 'unknownPlayers';
}

/** The score that a report would replace. 0–0 in an unfinished match is not a score. */
export function standingScores(match: Match): Scores | undefined {
  const scores = scoresOf(match);
  return scores !== undefined && isEmptyScore(scores) && !hasResult(match) ? undefined : scores;
}
