import type { Bracket, Match } from '../reading/records.ts';
import { titledMatches, type TitledMatch } from './parts.ts';
import { hasPlayers } from './players.ts';
import { isPlayed } from './results.ts';
import { scoringOf, standingScores } from './scoring.ts';

/** Both players are known and there is no score yet. */
const isPlayable = (match: Match): boolean =>
  scoringOf(match) === 'open' && hasPlayers(match) && standingScores(match) === undefined;

const isPending = (match: Match): boolean => ['open', 'unknownPlayers'].includes(scoringOf(match));

/** Whether the match may be over although its record does not say so: some platforms show no phase, score or winner. */
export const mayBeOver = ({ phase, sides, startsAt, winner }: Match, now: number): boolean =>
  phase === undefined &&
  winner === undefined &&
  sides.every(({ score }) => score === undefined) &&
  (startsAt === undefined || startsAt.epochMs < now);

const startOf = ({ startsAt }: Match): number => startsAt?.epochMs ?? Number.MAX_SAFE_INTEGER;

/** The matches without a result: running ones, then playable ones, then the rest, each by start time. */
export function pendingMatches(matches: readonly Match[]): Match[] {
  const order = (match: Match): number =>
    match.phase === 'running' ? 0 : isPlayable(match) && match.phase !== 'upcoming' ? 1 : 2;
  return matches.filter(isPending).toSorted((a, b) => order(a) - order(b) || startOf(a) - startOf(b));
}

/** The running matches, then the playable ones. */
export function currentMatches(bracket: Bracket): TitledMatch[] {
  const all = titledMatches(bracket);
  const isRunning = ({ match }: TitledMatch): boolean => match.phase === 'running';
  return [...all.filter(isRunning), ...all.filter((one) => !isRunning(one) && isPlayable(one.match))];
}

const isDecided = (match: Match): boolean => isPlayed(match) || match.phase === 'cancelled';

/** How many matches still lack a winner, according to the platform. */
export const undecidedCount = (matches: readonly Match[]): number =>
  matches.filter((match) => !isDecided(match)).length;
