import { onceFor } from '../once-for.ts';
import { roundHash } from './match-rounds.ts';
import type { Bracket, Match } from '../reading/records.ts';
import { hasBye, isBetweenTwo } from './players.ts';
import { questionOf } from './question.ts';
import { standingsOf, type Standings } from './standings.ts';
import { tablesOf } from './tables.ts';

/** The table of a group or a league after one of its rounds. */
export interface RoundTable {
  /** The index of that round in the bracket. */
  index: number;
  /** The matches of that round. */
  matches: readonly Match[];
  /** That round and all earlier ones are over. */
  isOver: boolean;
  /** A later round of the same table is over, too. */
  isPast: boolean;
  standings: Standings;
}

const isDone = (match: Match): boolean =>
  hasBye(match) || (isBetweenTwo(match) && questionOf(match) !== 'open');

/** The tables of a bracket after each round: a match played ahead counts only in its own, later round. */
const roundTablesOf = (bracket: Bracket): RoundTable[] =>
  tablesOf(bracket).flatMap(({ league }) => {
    const { columns } = league;
    const open = columns.findIndex(({ matches }) => !matches.every(isDone));
    const over = open < 0 ? columns.length : open;
    return columns.map(({ index, matches }, at): RoundTable => ({
      index,
      matches,
      isOver: at < over,
      isPast: at + 1 < over,
      standings: standingsOf({ ...league, columns: columns.slice(0, at + 1) }),
    }));
  });

const tablesIn = onceFor(
  (bracket: Bracket): ReadonlyMap<string, RoundTable> =>
    new Map(
      roundTablesOf(bracket).flatMap((table) => {
        const round = bracket.rounds[table.index];
        return round === undefined ? [] : [[roundHash(round, table.index), table] as const];
      }),
    ),
);

/** The tables after each round, by the hashes of the rounds. */
export const tablesByRound = (bracket: Bracket | undefined): ReadonlyMap<string, RoundTable> =>
  bracket === undefined ? new Map() : tablesIn(bracket);
