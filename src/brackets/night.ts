import { DAY_MS, MINUTE_MS } from '../durations.ts';
import type { Bracket, Match, Tournament } from '../reading/records.ts';
import { isBetweenTwo, playerKey } from './players.ts';
import { questionOf } from './question.ts';
import { outcomeOf } from './results.ts';

/** How long after its end a followed tournament is corrected. */
export const CORRECTED_MS = 7 * DAY_MS;

/** The stage of a tournament, independent of the status words of its platform. */
export type NightStage = 'registration' | 'running' | 'over' | 'cancelled';

/** No more matches will be played. */
export const hasEnded = (stage: NightStage): stage is 'over' | 'cancelled' =>
  stage === 'over' || stage === 'cancelled';

/** The bracket in the stages that show it. */
export const shownBracket = (stage: NightStage, bracket: Bracket | undefined): Bracket | undefined =>
  stage === 'running' || stage === 'over' ? bracket : undefined;

/** Two players are known, and the match has no outcome. */
export const isOpen = (match: Match): boolean => isBetweenTwo(match) && questionOf(match) === 'open';

/** How long before its start time a match is called if the platform does not mark it as open. */
const EARLY_MS = 5 * MINUTE_MS;

const exactStart = ({ startsAt }: Match): number | undefined =>
  startsAt?.precision === 'second' ? startsAt.epochMs : undefined;

const matchesOf = (bracket: Bracket | undefined): Match[] =>
  bracket?.rounds.flatMap((round) => round.matches) ?? [];

/** The platform marks a match as open; others of that tournament may have to wait until they are, too. */
export const marksOpen = (bracket: Bracket): boolean =>
  matchesOf(bracket).some(({ phase }) => phase === 'open');

/** A tournament has begun by its own status, or by one of its matches. */
export const hasBegun = ({ phase }: Pick<Tournament, 'phase'>, bracket: Bracket | undefined): boolean =>
  phase === 'running' ||
  matchesOf(bracket).some((match) => match.phase === 'running' || outcomeOf(match) !== undefined);

/** `now`: epoch milliseconds. `playsPending`: the tournament has begun and never marked a match as open. */
export interface NightTime {
  now: number;
  playsPending?: boolean | undefined;
}

/**
 * Whether two players can play now: by the match's phase, or from five minutes before its start; without either, if its tournament
 * plays pending matches.
 */
export function canBePlayed(match: Match, { now, playsPending = false }: NightTime): boolean {
  if (!isOpen(match)) return false;
  const { isHeld, phase } = match;
  if (phase === 'open' || phase === 'running') return true;
  const startsAt = exactStart(match);
  if (startsAt !== undefined) return startsAt - EARLY_MS <= now;
  return phase === undefined || (phase === 'upcoming' && playsPending && isHeld !== true);
}

/**
 * The matches that can be played now, at most one per player. Running matches come first, then those for which `isFirst` is
 * true; then by start time if all of them have one, else in bracket order.
 */
export function nextMatches(
  matches: readonly Match[],
  time: NightTime,
  isFirst: (match: Match) => boolean = () => false,
): Match[] {
  const playable = matches.filter((match) => canBePlayed(match, time));
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

/**
 * The stage by the tournament's phase; if that is unknown or outdated, the bracket can show that it has begun, but never that it is
 * over.
 */
export function stageOf(tournament: Tournament, bracket: Bracket | undefined): NightStage {
  const { phase } = tournament;
  if (phase === 'cancelled') return 'cancelled';
  if (phase === 'finished') return 'over';
  const isUnknown = phase === undefined && matchesOf(bracket).some(isBetweenTwo);
  return isUnknown || hasBegun(tournament, bracket) ? 'running' : 'registration';
}
