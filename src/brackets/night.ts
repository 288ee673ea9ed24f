import { MINUTE_MS } from '../durations.ts';
import type { Bracket, Match, PlayerName, Tournament } from '../reading/records.ts';
import { present } from '../present.ts';
import { withRecord } from './format.ts';
import { championOf, decidedFinal, matchesIn, partsOf, thirdPlaceMatch } from './parts.ts';
import { hasBye, loserSide, playerKey, winnerSide } from './players.ts';
import { isEmptyScore, scoresOf, type Scores } from './results.ts';
import type { BracketPart } from './stages.ts';

/** The stage of a tournament, independent of the status words of its platform. */
export type NightStage = 'registration' | 'running' | 'over' | 'cancelled';

/** No more matches will be played. */
export const hasEnded = (stage: NightStage): stage is 'over' | 'cancelled' =>
  stage === 'over' || stage === 'cancelled';

/** The bracket in the stages that show it. */
export const shownBracket = (stage: NightStage, bracket: Bracket | undefined): Bracket | undefined =>
  stage === 'running' || stage === 'over' ? bracket : undefined;

/** How a match ended; a draw has no winner. */
export interface MatchResult {
  winner?: 1 | 2;
  scores?: Scores;
}

const isBetweenTwo = (match: Match): boolean =>
  !hasBye(match) && match.sides.every(({ player }) => player !== undefined);

/** A score is final once the match is finished, or, without a phase, once it decides the match. */
function isFinal(match: Match, scores: Scores): boolean {
  if (match.phase === 'finished') return true;
  if (match.phase !== undefined || isEmptyScore(scores)) return false;
  return match.bestOf === undefined || Math.max(scores.player1, scores.player2) * 2 > match.bestOf;
}

/** The result of a match between two players; `undefined` while it is open, or if the platform does not give one. */
export function outcomeOf(match: Match): MatchResult | undefined {
  if (!isBetweenTwo(match) || match.phase === 'cancelled') return undefined;
  const scores = scoresOf(match);
  if (match.winner !== undefined) return present({ winner: match.winner, scores });
  if (scores === undefined || !isFinal(match, scores)) return undefined;
  if (scores.player1 === scores.player2) return { scores };
  return { winner: scores.player1 > scores.player2 ? 1 : 2, scores };
}

/** How long before its start time a match is called if the platform does not mark it as open. */
const EARLY_MS = 5 * MINUTE_MS;

const exactStart = ({ startsAt }: Match): number | undefined =>
  startsAt?.precision === 'second' ? startsAt.epochMs : undefined;

/** Whether two players can play now: by the match's phase, or from five minutes before its start. `now`: epoch milliseconds. */
export function canBePlayed(match: Match, now: number): boolean {
  if (!isBetweenTwo(match) || match.phase === 'finished' || match.phase === 'cancelled') return false;
  if (outcomeOf(match) !== undefined) return false;
  if (match.phase === 'open' || match.phase === 'running') return true;
  const startsAt = exactStart(match);
  return startsAt === undefined ? match.phase === undefined : startsAt - EARLY_MS <= now;
}

/**
 * The matches that can be played now, at most one per player. Running matches come first, then those for which `isFirst` is
 * true; then by start time if all of them have one, else in bracket order.
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

/** The bracket with the winners that follow from scores alone. */
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
 * Who won a tournament. A single match may be a qualifier: its winner counts only if the tournament has finished or has two
 * entrants.
 */
export const winnerOf = (tournament: Tournament, bracket: Bracket): PlayerName | undefined =>
  winnerIn(tournament, tournamentParts(tournament, bracket));

function winnerIn({ entrants, phase }: Tournament, parts: readonly BracketPart[]): PlayerName | undefined {
  const isWhole = phase === 'finished' || entrants === 2 || parts.flatMap(matchesIn).length > 1;
  return isWhole ? championOf(parts) : undefined;
}

/** The parts of a tournament's bracket, with the winners that follow from scores alone. */
export const tournamentParts = (tournament: Tournament, bracket: Bracket): BracketPart[] =>
  partsOf(withWinners(withRecord(bracket, tournament)));

/** Who came first, second and third, as far as the bracket shows. */
export interface Podium {
  winner: PlayerName;
  runnerUp?: PlayerName;
  third?: PlayerName;
  /** The final: who won is known, the scores may not be. */
  final: Match;
}

/** `undefined` while nobody has won, and where no final decides. */
export function podiumOf(tournament: Tournament, parts: readonly BracketPart[]): Podium | undefined {
  const final = decidedFinal(parts);
  const winner = winnerIn(tournament, parts);
  if (final === undefined || winner === undefined) return undefined;
  const forThird = thirdPlaceMatch(parts);
  return {
    winner,
    final,
    ...present({ runnerUp: loserSide(final)?.player, third: forThird && winnerSide(forThird)?.player }),
  };
}

/** The stage by the tournament's phase; the bracket decides if that is unknown or outdated. */
export function stageOf(tournament: Tournament, bracket: Bracket | undefined): NightStage {
  const { phase } = tournament;
  if (phase === 'cancelled') return 'cancelled';
  if (phase === 'finished') return 'over';
  const matches = bracket?.rounds.flatMap((round) => round.matches) ?? [];
  // A match for third place may still be open.
  if (bracket !== undefined && winnerOf(tournament, bracket) !== undefined && !matches.some(isOpen))
    return 'over';
  if (phase === 'running') return 'running';
  const hasBegun = matches.some((match) => match.phase === 'running' || outcomeOf(match) !== undefined);
  const isUnknown = phase === undefined && matches.some(isBetweenTwo);
  return hasBegun || isUnknown ? 'running' : 'registration';
}
