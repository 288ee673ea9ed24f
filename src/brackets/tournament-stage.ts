import { DAY_MS } from '../durations.ts';
import type { Bracket, Match, Tournament } from '../reading/records.ts';
import { isBetweenTwo } from './players.ts';
import { outcomeOf } from './results.ts';

/** How long after its end a followed tournament is corrected. */
export const CORRECTED_MS = 7 * DAY_MS;

/** The stage of a tournament, independent of the status words of its platform. */
export type TournamentStage = 'registration' | 'running' | 'over' | 'cancelled';

/** No more matches will be played. */
export const hasEnded = (stage: TournamentStage): stage is 'over' | 'cancelled' =>
  stage === 'over' || stage === 'cancelled';

/** The bracket in the stages that show it. */
export const shownBracket = (stage: TournamentStage, bracket: Bracket | undefined): Bracket | undefined =>
  stage === 'running' || stage === 'over' ? bracket : undefined;

const matchesOf = (bracket: Bracket | undefined): Match[] =>
  bracket?.rounds.flatMap((round) => round.matches) ?? [];

/** A tournament has begun by its own status, or by one of its matches. */
export const hasBegun = ({ phase }: Pick<Tournament, 'phase'>, bracket: Bracket | undefined): boolean =>
  phase === 'running' ||
  matchesOf(bracket).some((match) => match.phase === 'running' || outcomeOf(match) !== undefined);

/**
 * The stage by the tournament's phase; if that is unknown or outdated, the bracket can show that it has begun, but never that it is
 * over.
 */
export function stageOf(tournament: Tournament, bracket: Bracket | undefined): TournamentStage {
  const { phase } = tournament;
  if (phase === 'cancelled') return 'cancelled';
  if (phase === 'finished') return 'over';
  const isUnknown = phase === undefined && matchesOf(bracket).some(isBetweenTwo);
  return isUnknown || hasBegun(tournament, bracket) ? 'running' : 'registration';
}
