import type { Bracket, PlayerName, Tournament } from '../reading/records.ts';
import { podiumOf, tournamentParts, type Podium } from './night.ts';
import { standingsOf, type Standings, type TableRow } from './standings.ts';

/** Who is among the first three of a table. Who won and drew as often shares the place: platforms break ties in many ways. */
interface Place {
  place: number;
  row: TableRow;
}

/** How a tournament ended: by a final, or by a table; of several tables, none is the last word. */
export type Ending =
  | ({ kind: 'final' } & Podium)
  | { kind: 'table'; places: Place[]; standings: Standings | undefined };

const PLACES = 3;
/** With those who share the last place. */
const ROWS_MAX = 6;

function placesOf({ rows }: Standings): Place[] {
  const isBetter = (one: TableRow, other: TableRow): boolean =>
    one.won > other.won || (one.won === other.won && one.drawn > other.drawn);
  return rows
    .filter(({ played }) => played > 0)
    .map((row, _, all) => ({ place: 1 + all.filter((other) => isBetter(other, row)).length, row }))
    .filter(({ place }) => place <= PLACES)
    .slice(0, ROWS_MAX);
}

/** `undefined` while it goes on, and where nothing shows who won. Tables end when the platform says so. */
export function endingOf(tournament: Tournament, bracket: Bracket): Ending | undefined {
  const parts = tournamentParts(tournament, bracket);
  const podium = podiumOf(tournament, parts);
  if (podium !== undefined) return { kind: 'final', ...podium };
  const last = parts.at(-1);
  if (tournament.phase !== 'finished' || last?.kind !== 'leagues') return undefined;
  const [league, ...others] = last.leagues;
  if (league === undefined || others.length > 0) return { kind: 'table', places: [], standings: undefined };
  const standings = standingsOf(league);
  return { kind: 'table', places: placesOf(standings), standings };
}

/** The first three in order, up to the first place that is not known or shared. */
export function firstThree(ending: Ending): PlayerName[] {
  if (ending.kind === 'final') {
    const { winner, runnerUp, third } = ending;
    return runnerUp === undefined
      ? [winner]
      : third === undefined
        ? [winner, runnerUp]
        : [winner, runnerUp, third];
  }
  const { places } = ending;
  const isShared = ({ place }: Place): boolean => places.filter((one) => one.place === place).length > 1;
  const end = places.findIndex(isShared);
  return places.slice(0, end < 0 ? PLACES : end).map(({ row }) => row.player);
}
