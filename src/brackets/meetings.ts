import type { Match } from '../reading/records.ts';
import { pairKey } from './players.ts';
import { outcomeOf, sideOf } from './results.ts';

/** How often two players met before a match, and how many each of them won, in the order of its sides. */
export interface Meetings {
  count: number;
  won: [number, number];
  /** Older ones may not be listed. */
  isPart: boolean;
}

/** Histories are cut after this many matches. */
const WINDOWS: readonly number[] = [20, 50];
const isPart = (history: readonly Match[]): boolean =>
  WINDOWS.includes(history.length) || history.length > Math.max(...WINDOWS);

const timeOf = ({ endsAt, startsAt }: Match): number | undefined => (endsAt ?? startsAt)?.epochMs;

const isLater = (one: Match, than: Match): boolean => (timeOf(one) ?? -Infinity) > (timeOf(than) ?? Infinity);

/**
 * The meetings in the players' known histories. `newer`: matches that may be missing in these. `undefined` without a history or a
 * decided match of the two.
 */
export function meetingsOf(
  match: Match,
  histories: readonly (readonly Match[] | undefined)[],
  newer: readonly Match[] = [],
): Meetings | undefined {
  const known = histories.filter((history) => history !== undefined);
  const [first, second] = match.sides.map(({ player }) => player?.id);
  if (known.length === 0 || first === undefined || second === undefined) return undefined;
  const pair = pairKey(match);
  const earlier = new Map(
    [...known.flat(), ...newer]
      .filter((one) => one.id !== '' && one.id !== match.id && pairKey(one) === pair && !isLater(one, match))
      .map((one) => [one.id, one]),
  );
  const decided = [...earlier.values()].flatMap((one) => {
    const outcome = outcomeOf(one);
    return outcome === undefined ? [] : [{ one, winner: outcome.winner }];
  });
  if (decided.length === 0) return undefined;
  const wonBy = (playerId: string): number =>
    decided.filter(({ one, winner }) => winner !== undefined && sideOf(one, playerId) === winner - 1).length;
  return {
    count: decided.length,
    won: [wonBy(first), wonBy(second)],
    isPart: known.every(isPart),
  };
}
