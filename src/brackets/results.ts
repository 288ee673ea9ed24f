import { present } from '../present.ts';
import type { Match, Side } from '../reading/records.ts';
import { hasBye, isBetweenTwo } from './players.ts';

export interface Scores {
  player1: number;
  player2: number;
}

/** The same score for sides that have swapped. */
export const turned = ({ player1, player2 }: Scores): Scores => ({ player1: player2, player2: player1 });

/** The score of a side. A negative one is not a score: platforms mark a disqualified or absent side with it. */
export const scoreOf = ({ score }: Side): number | undefined =>
  score === undefined || score < 0 ? undefined : score;

/** The score of a match, if both sides have one. */
export function scoresOf(match: Match): Scores | undefined {
  const [player1, player2] = match.sides.map(scoreOf);
  return player1 === undefined || player2 === undefined ? undefined : { player1, player2 };
}

export const isEmptyScore = ({ player1, player2 }: Scores): boolean => player1 === 0 && player2 === 0;

/** How a match ended; a draw has no winner. */
export interface MatchResult {
  winner?: 1 | 2;
  scores?: Scores;
}

/** The same for a match whose sides are listed the other way around. */
export const turnedOutcome = ({ winner, scores }: MatchResult): MatchResult =>
  present({
    winner: winner && (winner === 1 ? (2 as const) : (1 as const)),
    scores: scores && turned(scores),
  });

/** A score is final once the match is finished, or, without a phase, once it decides the match. */
function isFinal({ bestOf, phase }: Match, scores: Scores): boolean {
  if (phase === 'finished') return true;
  if (phase !== undefined || isEmptyScore(scores)) return false;
  return bestOf === undefined || Math.max(scores.player1, scores.player2) * 2 > bestOf;
}

/** Whether a match is over: by its phase or winner, or, without a phase, by a score that decides it. */
export function hasResult(match: Match): boolean {
  if (match.phase === 'finished' || match.winner !== undefined) return true;
  const scores = scoresOf(match);
  return scores !== undefined && isFinal(match, scores);
}

/** Whether a match is over; a bye is, too. */
export const isPlayed = (match: Match): boolean => hasBye(match) || hasResult(match);

/** Whether the platform shows for any match whether it was played. */
const saysPlayed = (matches: readonly Match[]): boolean =>
  matches.some(
    ({ phase, winner, sides }) =>
      phase !== undefined || winner !== undefined || sides.some(({ score }) => score !== undefined),
  );

/** How many of the matches are played; `undefined` if the platform does not show that. Byes do not count. */
export function progressOf(matches: readonly Match[]): { played: number; total: number } | undefined {
  if (!saysPlayed(matches)) return undefined;
  const real = matches.filter((match) => !hasBye(match));
  return { played: real.filter(isPlayed).length, total: real.length };
}

/** The side with the higher score; `undefined` for equal ones. */
export const higherOf = ({ player1, player2 }: Scores): 1 | 2 | undefined =>
  player1 === player2 ? undefined : player1 > player2 ? 1 : 2;

/** The result of a match between two players; `undefined` while it is open, or if the platform does not give one. */
export function outcomeOf(match: Match): MatchResult | undefined {
  if (!isBetweenTwo(match) || match.phase === 'cancelled' || match.decided === 'nobody') return undefined;
  const scores = scoresOf(match);
  if (match.winner !== undefined) return present({ winner: match.winner, scores });
  if (scores === undefined || !isFinal(match, scores)) return undefined;
  return present({ winner: higherOf(scores), scores });
}

/** The side that won, by the platform's winner or by the score; `undefined` if neither says so. */
export const winnerOf = (match: Match): 1 | 2 | undefined => match.winner ?? outcomeOf(match)?.winner;

export function loserOf(match: Match): 1 | 2 | undefined {
  const winner = winnerOf(match);
  return winner && (winner === 1 ? 2 : 1);
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
