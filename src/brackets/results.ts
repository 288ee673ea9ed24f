import type { Match } from '../reading/records.ts';

export interface Scores {
  player1: number;
  player2: number;
}

/** The score of a match, if both sides have one. */
export function scoresOf(match: Match): Scores | undefined {
  const [first, second] = match.sides;
  if (first.score === undefined || second.score === undefined) return undefined;
  return { player1: first.score, player2: second.score };
}

export const isEmptyScore = ({ player1, player2 }: Scores): boolean => player1 === 0 && player2 === 0;

/** Whether a match is over: by its phase or winner, or, without a phase, by a score that decides it. */
export function hasResult(match: Match): boolean {
  if (match.phase === 'finished' || match.winner !== undefined) return true;
  const scores = scoresOf(match);
  if (match.phase !== undefined || scores === undefined || isEmptyScore(scores)) return false;
  return match.bestOf === undefined || Math.max(scores.player1, scores.player2) * 2 > match.bestOf;
}

export type PlayerResult = 'win' | 'loss' | 'draw';

/** Which side of a match a player is, by id; `undefined` if neither. */
export function sideOf(match: Match, playerId: string): 0 | 1 | undefined {
  const at = match.sides.findIndex((side) => side.player?.id === playerId);
  return at === 0 || at === 1 ? at : undefined;
}

/** How a match ended for a player; `undefined` while it is open or if that is unknown. */
export function resultFor(match: Match, playerId: string): PlayerResult | undefined {
  const own = sideOf(match, playerId);
  if (own === undefined || match.phase === 'running' || match.phase === 'cancelled') return undefined;
  if (match.winner !== undefined) return match.winner - 1 === own ? 'win' : 'loss';
  const scores = scoresOf(match);
  if (scores === undefined || match.phase === 'open' || match.phase === 'upcoming') return undefined;
  const difference = (scores.player1 - scores.player2) * (own === 0 ? 1 : -1);
  return difference > 0 ? 'win' : difference < 0 ? 'loss' : 'draw';
}
