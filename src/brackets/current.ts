import type { Bracket, Match } from '../platform/records.ts';
import { titledMatches, type TitledMatch } from './parts.ts';
import { hasPlayers, isPlayed } from './players.ts';
import { scoringOf, standingScores } from './scoring.ts';

/** What can be played next: both players known and no score yet. */
const isPlayable = (match: Match): boolean =>
  scoringOf(match) === 'open' && hasPlayers(match) && standingScores(match) === undefined;

const isPending = (match: Match): boolean => ['open', 'unknownPlayers'].includes(scoringOf(match));

const startOf = ({ startsAt }: Match): number => startsAt?.epochMs ?? Number.MAX_SAFE_INTEGER;

/** Those without a result: what is being played, then what can be, then the rest; among equals the first to start. */
export function pendingMatches(matches: readonly Match[]): Match[] {
  const order = (match: Match): number =>
    match.phase === 'running' ? 0 : isPlayable(match) && match.phase !== 'upcoming' ? 1 : 2;
  return matches.filter(isPending).toSorted((a, b) => order(a) - order(b) || startOf(a) - startOf(b));
}

/** What is being played, and then what can be. */
export function currentMatches(bracket: Bracket): TitledMatch[] {
  const all = titledMatches(bracket);
  const isRunning = ({ match }: TitledMatch): boolean => match.phase === 'running';
  return [...all.filter(isRunning), ...all.filter((one) => !isRunning(one) && isPlayable(one.match))];
}

const isDecided = (match: Match): boolean => isPlayed(match) || match.phase === 'cancelled';

/** How many matches still lack a winner, as far as the platform says. */
export const undecidedCount = (matches: readonly Match[]): number =>
  matches.filter((match) => !isDecided(match)).length;
