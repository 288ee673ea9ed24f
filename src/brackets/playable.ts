import { MINUTE_MS } from '../durations.ts';
import type { Bracket, Match } from '../reading/records.ts';
import { isBetweenTwo, playerKey } from './players.ts';
import { questionOf } from './question.ts';

/** How long before its start time a match is called if the platform does not mark it as open. */
const EARLY_MS = 5 * MINUTE_MS;

/** Two players are known, and the match has no outcome. */
export const isOpen = (match: Match): boolean => isBetweenTwo(match) && questionOf(match) === 'open';

/** The platform marks a match as open; others of that tournament may have to wait until they are, too. */
export const marksOpen = ({ rounds }: Bracket): boolean =>
  rounds.some(({ matches }) => matches.some(({ phase }) => phase === 'open'));

const exactStart = ({ startsAt }: Match): number | undefined =>
  startsAt?.precision === 'second' ? startsAt.epochMs : undefined;

/** `now`: epoch milliseconds. `playsPending`: the tournament has begun and never marked a match as open. */
interface PlayTime {
  now: number;
  playsPending?: boolean | undefined;
}

/**
 * Whether two players can play now: by the match's phase, or from five minutes before its start; without either, if its tournament
 * plays pending matches.
 */
export function canBePlayed(match: Match, { now, playsPending = false }: PlayTime): boolean {
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
  time: PlayTime,
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
