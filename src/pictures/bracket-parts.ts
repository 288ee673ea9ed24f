import type { Bracket, BracketRound, Match } from '../platform/records.ts';
import { thirdPlaceIn } from './third-place.ts';

/** One round of a part; `index` is its place among the bracket's rounds. */
export interface Column {
  index: number;
  round: BracketRound;
  matches: readonly Match[];
}

/** A group, or a league: everybody of it in one table. */
export interface League {
  name?: string;
  columns: Column[];
}

/** What is drawn as one: a tree, a tree with a losers' bracket, or tables. */
export type Part =
  | { kind: 'tree'; columns: Column[]; thirdPlace?: Match }
  | { kind: 'double'; winners: Column[]; losers: Column[]; final: Column[] }
  | { kind: 'leagues'; leagues: League[] };

/** The parts of a bracket in playing order. */
export function partsOf(bracket: Bracket): Part[] {
  const columns = bracket.rounds
    .map((round, index) => ({ index, round, matches: round.matches }))
    .filter(({ matches }) => matches.length > 0);
  return stagesOf(columns).flatMap(partsOfStage);
}

const order: readonly BracketRound['section'][] = ['group', 'main', 'winners', 'losers', 'final'];

/** A stage ends where the sections or the numbers of the rounds begin anew. */
function stagesOf(columns: readonly Column[]): Column[][] {
  const stages: Column[][] = [];
  let last: Column | undefined;
  for (const column of columns) {
    const stage = stages.at(-1);
    if (stage && last && continues(last.round, column.round)) stage.push(column);
    else stages.push([column]);
    last = column;
  }
  return stages;
}

function continues(before: BracketRound, next: BracketRound): boolean {
  const step = order.indexOf(next.section) - order.indexOf(before.section);
  if (step !== 0) return step > 0;
  if (next.group !== before.group || before.number === undefined || next.number === undefined) return true;
  return next.number > before.number;
}

function partsOfStage(stage: readonly Column[]): Part[] {
  const of = (section: BracketRound['section']): Column[] =>
    stage.filter(({ round }) => round.section === section);
  const parts: Part[] = [];
  const groups = of('group');
  if (groups.length > 0) parts.push({ kind: 'leagues', leagues: leaguesOf(groups) });
  const [winners, losers] = [of('winners'), of('losers')];
  const main = [...of('main'), ...(winners.length + losers.length === 0 ? of('final') : [])];
  if (main.length > 0) parts.push(treeOrLeague(main));
  if (winners.length + losers.length > 0) parts.push({ kind: 'double', winners, losers, final: of('final') });
  return parts;
}

function leaguesOf(columns: readonly Column[]): League[] {
  const leagues = new Map<string | undefined, League>();
  for (const column of columns) {
    const name = column.round.group;
    const league = leagues.get(name) ?? { ...(name !== undefined && { name }), columns: [] };
    league.columns.push(column);
    leagues.set(name, league);
  }
  return [...leagues.values()];
}

function treeOrLeague(columns: Column[]): Part {
  const { thirdPlace, rest } = thirdPlaceIn(columns);
  if (isLeague(rest)) return { kind: 'leagues', leagues: [{ columns }] };
  return { kind: 'tree', columns: rest, ...(thirdPlace && { thirdPlace }) };
}

/** Rounds that do not narrow (a Swiss stage, everybody against everybody) lead to no final. */
function isLeague(columns: readonly Column[]): boolean {
  const sizes = columns.map(({ matches }) => matches.length);
  if (sizes.length < 2) return false;
  // Byes may be left out of the first round, so that alone may be the smaller one.
  const narrows = sizes.every((size, at) => at < 2 || size <= (sizes[at - 1] ?? 0));
  const last = sizes.at(-1) ?? 0;
  return !narrows || (last > 1 && last === sizes.at(-2));
}
