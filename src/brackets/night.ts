import type { Bracket, Match, Tournament } from '../platform/records.ts';
import { present } from '../present.ts';
import { championOf, partsOf } from './parts.ts';
import { hasBye } from './players.ts';
import { scoresOf, type Scores } from './results.ts';

/** How far a tournament is, whatever words its platform has for it. */
export type NightStage = 'registration' | 'running' | 'over' | 'cancelled';

/** Nothing more is played. */
export const hasEnded = (stage: NightStage): stage is 'over' | 'cancelled' =>
  stage === 'over' || stage === 'cancelled';

/** The bracket, where it is what people look at. */
export const shownBracket = (stage: NightStage, bracket: Bracket | undefined): Bracket | undefined =>
  stage === 'running' || stage === 'over' ? bracket : undefined;

/** How a match ended; a draw has no winner. */
export interface Outcome {
  winner?: 1 | 2;
  scores?: Scores;
}

const isBetweenTwo = (match: Match): boolean =>
  !hasBye(match) && match.sides.every(({ player }) => player !== undefined);

const isEmptyScore = ({ player1, player2 }: Scores): boolean => player1 === 0 && player2 === 0;

/** A score is a result only once the match is known to be over, or nothing speaks against it. */
function isFinal(match: Match, scores: Scores): boolean {
  if (match.phase === 'finished') return true;
  if (match.phase !== undefined || isEmptyScore(scores)) return false;
  return match.bestOf === undefined || Math.max(scores.player1, scores.player2) * 2 > match.bestOf;
}

/** How a match between two players ended; `undefined` while it is open, and where the platform does not tell. */
export function outcomeOf(match: Match): Outcome | undefined {
  if (!isBetweenTwo(match) || match.phase === 'cancelled') return undefined;
  const scores = scoresOf(match);
  if (match.winner !== undefined) return present({ winner: match.winner, scores });
  if (scores === undefined || !isFinal(match, scores)) return undefined;
  if (scores.player1 === scores.player2) return { scores };
  return { winner: scores.player1 > scores.player2 ? 1 : 2, scores };
}

/** How long before its time a match is called where the platform does not say that it may begin. */
const EARLY_MS = 5 * 60_000;

/** Whether two players can play now. `now`: epoch milliseconds. */
export function canBePlayed(match: Match, now: number): boolean {
  if (!isBetweenTwo(match) || match.phase === 'finished' || match.phase === 'cancelled') return false;
  if (outcomeOf(match) !== undefined) return false;
  if (match.phase === 'open' || match.phase === 'running') return true;
  return match.startsAt?.precision !== 'second' || match.startsAt.epochMs - EARLY_MS <= now;
}

/** The bracket counts where the tournament's own state is unknown, or lags behind. */
export function stageOf({ phase }: Tournament, bracket: Bracket | undefined): NightStage {
  if (phase === 'cancelled') return 'cancelled';
  if (phase === 'finished') return 'over';
  const matches = bracket?.rounds.flatMap((round) => round.matches) ?? [];
  if (bracket !== undefined && championOf(partsOf(bracket)) !== undefined) return 'over';
  if (phase === 'running') return 'running';
  const hasBegun = matches.some((match) => match.phase === 'running' || outcomeOf(match) !== undefined);
  const isUnknown = phase === undefined && matches.some(isBetweenTwo);
  return hasBegun || isUnknown ? 'running' : 'registration';
}
