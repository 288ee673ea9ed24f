import type { Bracket, Match, PlayerName, Tournament } from '../platform/records.ts';
import { present } from '../present.ts';
import { championOf, matchesIn, partsOf } from './parts.ts';
import { hasBye, playerKey } from './players.ts';
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

const exactStart = ({ startsAt }: Match): number | undefined =>
  startsAt?.precision === 'second' ? startsAt.epochMs : undefined;

/**
 * Whether two players can play now: by the match's own state, or from five minutes before its time. `now`: epoch milliseconds.
 */
export function canBePlayed(match: Match, now: number): boolean {
  if (!isBetweenTwo(match) || match.phase === 'finished' || match.phase === 'cancelled') return false;
  if (outcomeOf(match) !== undefined) return false;
  if (match.phase === 'open' || match.phase === 'running') return true;
  const startsAt = exactStart(match);
  return startsAt === undefined ? match.phase === undefined : startsAt - EARLY_MS <= now;
}

/**
 * The matches that can be played now, without those of a player who has another one to play first: at most one for each player.
 * What is being played, and what `isFirst`, comes first; then by time where every match that can be played has one, else in the
 * bracket's order.
 */
export function nextMatches(
  matches: readonly Match[],
  now: number,
  isFirst: (match: Match) => boolean = () => false,
): Match[] {
  const playable = matches.filter((match) => canBePlayed(match, now));
  const haveTimes = playable.every((match) => exactStart(match) !== undefined);
  const rank = (match: Match): number => (match.phase === 'running' ? 0 : isFirst(match) ? 1 : 2);
  const startOf = (match: Match): number => (haveTimes ? (exactStart(match) ?? 0) : 0);
  const busy = new Set<string | undefined>();
  return playable
    .toSorted((a, b) => rank(a) - rank(b) || startOf(a) - startOf(b))
    .filter(({ sides }) => {
      const players = sides.map(({ player }) => playerKey(player));
      const isFree = !players.some((player) => busy.has(player));
      for (const player of players) busy.add(player);
      return isFree;
    });
}

const isOpen = (match: Match): boolean =>
  isBetweenTwo(match) && match.phase !== 'cancelled' && outcomeOf(match) === undefined;

/** With the winners that scores alone tell. */
const withWinners = (bracket: Bracket): Bracket => ({
  ...bracket,
  rounds: bracket.rounds.map((round) => ({
    ...round,
    matches: round.matches.map((match) => ({
      ...match,
      ...present({ winner: match.winner ?? outcomeOf(match)?.winner }),
    })),
  })),
});

/**
 * Who won a tournament. One match alone may be a qualifier, whose winner has won nothing yet: it counts where the record leaves no
 * doubt that this was all.
 */
export function winnerOf({ entrants, phase }: Tournament, bracket: Bracket): PlayerName | undefined {
  const parts = partsOf(withWinners(bracket));
  const isWhole = phase === 'finished' || entrants === 2 || parts.flatMap(matchesIn).length > 1;
  return isWhole ? championOf(parts) : undefined;
}

/** The bracket counts where the tournament's own state is unknown, or lags behind. */
export function stageOf(tournament: Tournament, bracket: Bracket | undefined): NightStage {
  const { phase } = tournament;
  if (phase === 'cancelled') return 'cancelled';
  if (phase === 'finished') return 'over';
  const matches = bracket?.rounds.flatMap((round) => round.matches) ?? [];
  // A match for the third place may still be open.
  if (bracket !== undefined && winnerOf(tournament, bracket) !== undefined && !matches.some(isOpen))
    return 'over';
  if (phase === 'running') return 'running';
  const hasBegun = matches.some((match) => match.phase === 'running' || outcomeOf(match) !== undefined);
  const isUnknown = phase === undefined && matches.some(isBetweenTwo);
  return hasBegun || isUnknown ? 'running' : 'registration';
}
