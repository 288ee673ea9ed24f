import type { Match, PlayerName } from '../reading/records.ts';
import { isPlayed, playerKey } from './players.ts';
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
  const played = matches.filter(isPlayed);
  return {
    rows: [...rows.values()].toSorted(
      (a, b) => b.won - a.won || b.drawn - a.drawn || b.difference - a.difference || a.lost - b.lost,
    ),
    hasDraws: [...rows.values()].some(({ drawn }) => drawn > 0),
    hasScores:
      played.length > 0 && played.every(({ sides }) => sides.every(({ score }) => score !== undefined)),
  };
}

function addResult(row: TableRow, match: Match, at: 0 | 1): TableRow {
  if (!isPlayed(match)) return row;
  const own = match.sides[at].score ?? 0;
  const others = match.sides[at === 0 ? 1 : 0].score ?? 0;
  const hasWinner = match.winner !== undefined;
  const won = match.winner === at + 1 ? 1 : 0;
  return {
    ...row,
    played: row.played + 1,
    won: row.won + won,
    lost: row.lost + (hasWinner && won === 0 ? 1 : 0),
    drawn: row.drawn + (hasWinner ? 0 : 1),
    difference: row.difference + own - others,
  };
}
