import { roundHash } from './match-rounds.ts';
import type { Bracket, Match } from '../reading/records.ts';
import { hasBye, isBetweenTwo } from './players.ts';
import { questionOf } from './question.ts';
import { standingsOf, type Standings } from './standings.ts';
import { tablesOf } from './tables.ts';

/** The table of a group or a league as its first rounds leave it. */
export interface RoundTable {
  /** Of its last round in the bracket. */
  index: number;
  /** Of that round. */
  matches: readonly Match[];
  /** That round and all before it are over. */
  isOver: boolean;
  /** A later round of the same table is over, too. */
  isPast: boolean;
  standings: Standings;
}

const isDone = (match: Match): boolean =>
  hasBye(match) || (isBetweenTwo(match) && questionOf(match) !== 'open');

/** The tables of a bracket round by round: what is played ahead in a later round counts there alone. */
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

/** The tables after each round, by the hashes of the rounds. */
export const tablesByRound = (bracket: Bracket | undefined): ReadonlyMap<string, RoundTable> =>
  new Map(
    (bracket === undefined ? [] : roundTablesOf(bracket)).flatMap((table) => {
      const round = bracket?.rounds[table.index];
      return round === undefined ? [] : [[roundHash(round, table.index), table] as const];
    }),
  );
