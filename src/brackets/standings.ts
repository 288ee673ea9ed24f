import { present } from '../present.ts';
import type { Match, PlayerName } from '../reading/records.ts';
import { hasBye, playerKey } from './players.ts';
import { outcomeOf, scoresOf } from './results.ts';
import { matchesOfLeague, type League } from './stages.ts';

/** One player's results in a group. */
export interface TableRow {
  player: PlayerName;
  played: number;
  won: number;
  drawn: number;
  lost: number;
  /** Own scores minus the opponents', meaningful only with `hasScores`. */
  difference: number;
  /** The place, if every usual counting agrees on it, and the platform keeps no table. */
  place?: number;
}

export interface Standings {
  rows: TableRow[];
  hasDraws: boolean;
  /** Every played match has scores. */
  hasScores: boolean;
}

/** Counted from the matches, most wins first. The platform may break ties in another way. */
export function standingsOf(league: League): Standings {
  const rows = new Map<string, TableRow>();
  const matches = matchesOfLeague(league);
  for (const match of matches) {
    for (const at of [0, 1] as const) {
      const { player } = match.sides[at];
      const key = playerKey(player);
      if (player === undefined || key === undefined) continue;
      const row = rows.get(key) ?? { player, played: 0, won: 0, drawn: 0, lost: 0, difference: 0 };
      rows.set(key, addResult(row, match, at));
    }
  }
  const played = matches.filter((match) => counts(match) && !hasBye(match));
  const sorted = [...rows.values()].toSorted(
    (a, b) => b.won - a.won || b.drawn - a.drawn || b.difference - a.difference || a.lost - b.lost,
  );
  const places = new Map(
    league.isStated === true ? [] : placesOf(sorted).map(({ place, row }) => [row, place]),
  );
  return {
    rows: sorted
      .map((row) => ({ ...row, ...present({ place: places.get(row) }) }))
      .slice(league.rows?.from, league.rows?.to),
    hasDraws: sorted.some(({ drawn }) => drawn > 0),
    hasScores: played.length > 0 && played.every((match) => scoresOf(match) !== undefined),
  };
}

/** A bye is a win. A canceled match, and one without a winner, is neither a win nor a draw. */
const counts = (match: Match): boolean => hasBye(match) || outcomeOf(match) !== undefined;

function addResult(row: TableRow, match: Match, at: 0 | 1): TableRow {
  if (!counts(match)) return row;
  const scores = scoresOf(match);
  const difference = scores === undefined || hasBye(match) ? 0 : scores.player1 - scores.player2;
  const winner = hasBye(match) ? at + 1 : outcomeOf(match)?.winner;
  return {
    ...row,
    played: row.played + 1,
    won: row.won + (winner === at + 1 ? 1 : 0),
    lost: row.lost + (winner === 2 - at ? 1 : 0),
    drawn: row.drawn + (winner === undefined ? 1 : 0),
    difference: row.difference + (at === 0 ? difference : -difference),
  };
}

/** A row whose place is the same by 3-1-0, 2-1-0 and wins alone. */
export interface Place {
  place: number;
  row: TableRow;
}

const COUNTINGS: readonly ((row: TableRow) => number)[] = [
  ({ drawn, won }) => 3 * won + drawn,
  ({ drawn, won }) => 2 * won + drawn,
  ({ won }) => won,
];

/**
 * The places that every usual counting gives, if all have played equally often. Platforms break ties in many ways, so tied players
 * get none.
 */
export const placesIn = ({ rows }: Standings): Place[] =>
  rows
    .flatMap((row): Place[] => (row.place === undefined ? [] : [{ place: row.place, row }]))
    .toSorted((one, other) => one.place - other.place);

function placesOf(rows: readonly TableRow[]): Place[] {
  const [first, ...others] = rows.map(({ played }) => played);
  if (first === undefined || first === 0 || others.some((played) => played !== first)) return [];
  return rows.flatMap((row): Place[] => {
    const places = COUNTINGS.map((count) => {
      const better = rows.filter((other) => other !== row && count(other) >= count(row));
      const isShared = better.some((other) => count(other) === count(row));
      return isShared ? undefined : better.length + 1;
    });
    const [place] = places;
    return place !== undefined && places.every((one) => one === place) ? [{ place, row }] : [];
  });
}
