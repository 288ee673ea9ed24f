import type { Match } from '../reading/records.ts';
import { proofOf } from './names.ts';
import { hasBye, isForLoser, playerKey } from './players.ts';
import { loserOf, winnerOf } from './results.ts';
import type { Column } from './titles.ts';

/** Whether a match is for third place by its name. */
export const isNamedThirdPlace = (match: Match, roundName: string | undefined): boolean =>
  proofOf(match.roundName ?? roundName) === 'third-place';

/** Finds the match for third place: by name, in a round 0, or near the final. */
export function thirdPlaceIn(columns: Column[]): { thirdPlace?: Match; rest: Column[] } {
  if (columns.length < 2) return { rest: columns };
  for (const [at, column] of columns.entries()) {
    const isNearFinal = at >= columns.length - 2 || column.round.number === 0;
    if (column.matches.length > 2) continue;
    const thirdPlace = column.matches.find(
      (match) =>
        isNamedThirdPlace(match, column.round.name) ||
        (isNearFinal && isForLosers(match, columns, at) && isApart(match, columns, at)),
    );
    if (thirdPlace) return { thirdPlace, rest: without(columns, thirdPlace) };
  }
  return { rest: columns };
}

const keyOf = (match: Match, side: 1 | 2 | undefined): string | undefined =>
  side && playerKey(match.sides[side - 1]?.player);

/** Two matches after two others. */
const areTwoAfterTwo = (columns: readonly Column[], at: number): boolean =>
  [at - 1, at].every((index) => columns[index]?.matches.length === 2);

/** Whether the last round may be the final and a match for third place, one of which has no player yet: a league draws both at once. */
export const endsInOpenPair = (columns: readonly Column[]): boolean =>
  areTwoAfterTwo(columns, columns.length - 1) &&
  columns.at(-3)?.matches.length !== 2 &&
  (columns.at(-1)?.matches ?? []).some(({ sides }) => sides.every(({ player }) => player === undefined));

/** In single elimination, only the match for third place has players who already lost. A league draws both players of a match at once. */
function isForLosers(match: Match, columns: readonly Column[], at: number): boolean {
  if (match.sides.some(isForLoser)) return true;
  const known = match.sides.flatMap(({ player }) => playerKey(player) ?? []);
  if (known.length === 0 || (known.length === 1 && !areTwoAfterTwo(columns, at))) return false;
  const beaten = beatenBefore(columns, at);
  return known.every((key) => beaten.has(key));
}

/** Whether the other matches form a tree with a final between other players. Any late round of a round robin looks like a final. */
function isApart(match: Match, columns: readonly Column[], at: number): boolean {
  const own = match.sides.map(({ player }) => playerKey(player));
  const beside = [at - 1, at + 1].map((other) => columns[other]?.matches ?? []);
  const finals = [...(columns[at]?.matches ?? []), ...beside.filter(({ length }) => length === 1).flat()];
  const isShared = finals
    .filter((other) => other !== match)
    .some(({ sides }) => sides.some(({ player }) => player && own.includes(playerKey(player))));
  return !isShared && !playsOnAfterDefeat(without(columns, match).flatMap(({ matches }) => matches));
}

/** Whether a player goes on after a loss, which does not happen in a tree. */
export function playsOnAfterDefeat(matches: readonly Match[]): boolean {
  const keysOf = ({ sides }: Match) => sides.flatMap(({ player }) => playerKey(player) ?? []);
  const lastOf = new Map(matches.flatMap((match, at) => keysOf(match).map((key) => [key, at])));
  return matches.some((match, at) => {
    if (hasBye(match)) return false;
    const winner = keyOf(match, winnerOf(match));
    return keysOf(match).some((key) => key !== winner && (lastOf.get(key) ?? at) > at);
  });
}

/** The players who lost in an earlier round. A round 0 comes first in the list and is played last. */
function beatenBefore(columns: readonly Column[], at: number): Set<string | undefined> {
  const earlier =
    columns[at]?.round.number === 0 ? columns.filter((_, other) => other !== at) : columns.slice(0, at);
  return new Set(earlier.flatMap(({ matches }) => matches).map((match) => keyOf(match, loserOf(match))));
}

const without = (columns: readonly Column[], match: Match): Column[] =>
  columns
    .map((column) => ({ ...column, matches: column.matches.filter((other) => other !== match) }))
    .filter(({ matches }) => matches.length > 0);
