import { MINUTE_MS } from '../durations.ts';
import type { Bracket, Match, Tournament } from '../reading/records.ts';
import { isBetweenTwo, playerKey } from './players.ts';
import { questionOf } from './question.ts';
import { outcomeOf } from './results.ts';

/** The stage of a tournament, independent of the status words of its platform. */
export type NightStage = 'registration' | 'running' | 'over' | 'cancelled';

/** No more matches will be played. */
export const hasEnded = (stage: NightStage): stage is 'over' | 'cancelled' =>
  stage === 'over' || stage === 'cancelled';

/** The bracket in the stages that show it. */
export const shownBracket = (stage: NightStage, bracket: Bracket | undefined): Bracket | undefined =>
  stage === 'running' || stage === 'over' ? bracket : undefined;

/** Two players are known, and nothing says how it ended. */
export const isOpen = (match: Match): boolean => isBetweenTwo(match) && questionOf(match) === 'open';

/** How long before its start time a match is called if the platform does not mark it as open. */
const EARLY_MS = 5 * MINUTE_MS;

const exactStart = ({ startsAt }: Match): number | undefined =>
  startsAt?.precision === 'second' ? startsAt.epochMs : undefined;

/** Whether two players can play now: by the match's phase, or from five minutes before its start. `now`: epoch milliseconds. */
export function canBePlayed(match: Match, now: number): boolean {
  if (!isOpen(match)) return false;
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

/** The stage by the tournament's phase; the bracket shows that it has begun if that is unknown or outdated, but never that it is over. */
export function stageOf({ phase }: Tournament, bracket: Bracket | undefined): NightStage {
  if (phase === 'cancelled') return 'cancelled';
  if (phase === 'finished') return 'over';
  if (phase === 'running') return 'running';
  const matches = bracket?.rounds.flatMap((round) => round.matches) ?? [];
  const hasBegun = matches.some((match) => match.phase === 'running' || outcomeOf(match) !== undefined);
  const isUnknown = phase === undefined && matches.some(isBetweenTwo);
  return hasBegun || isUnknown ? 'running' : 'registration';
}
