import type { Bracket, BracketRound, Match } from '../platform/records.ts';
import { present } from '../present.ts';
import { isThirdPlaceName, playsOnAfterDefeat, thirdPlaceIn } from './third-place.ts';
import { ownTitle, titleFinals, titleTree, type Column, type StageTitle } from './titles.ts';

/** A group, or a league: everybody of it in one table. */
export interface League {
  name?: string;
  columns: Column[];
}

export const matchesOfLeague = ({ columns }: League): Match[] => columns.flatMap(({ matches }) => matches);

/** What belongs together: a tree, a tree with a losers' bracket, or tables. */
export type Part =
  | { kind: 'tree'; columns: Column[]; thirdPlace?: Match }
  | { kind: 'double'; winners: Column[]; losers: Column[]; final: Column[] }
  | { kind: 'leagues'; leagues: League[] };

/** What is played to its end before the next one begins. */
export interface Stage {
  title: StageTitle;
  parts: Part[];
}

/** The stages of a bracket in playing order. */
export function stagesOf(bracket: Bracket): Stage[] {
  const columns = bracket.rounds
    .map((round, index) => ({
      index,
      round,
      title: { round: ownTitle(round, index) },
      matches: round.matches,
    }))
    .filter(({ matches }) => matches.length > 0);
  const stages = splitStages(columns).map((stage) => ({
    name: stage[0]?.round.stage,
    parts: partsOfStage(stage),
  }));
  return stages.map(({ name, parts }, at) => ({ title: titleOfStage(stages, name, at), parts }));
}

function titleOfStage(
  stages: readonly { parts: readonly Part[] }[],
  name: string | undefined,
  at: number,
): StageTitle {
  if (name !== undefined) return { kind: 'named', name };
  const hasTables = stages.map(({ parts }) => parts[0]?.kind === 'leagues');
  const isUsual = stages.length === 2 && hasTables[0] === true && hasTables[1] === false;
  return isUsual ? { kind: at === 0 ? 'groups' : 'playoffs' } : { kind: 'numbered', number: at + 1 };
}

const ORDER: readonly BracketRound['section'][] = ['group', 'main', 'winners', 'losers', 'final'];

/** By the stages' names where there are any; else one ends where the sections or a group's numbers begin anew. */
function splitStages(columns: readonly Column[]): Column[][] {
  const stages: Column[][] = [];
  const named = new Map<string, Column[]>();
  for (const column of columns) {
    const name = column.round.stage;
    const stage = name === undefined ? stages.at(-1) : named.get(name);
    if (stage && (name !== undefined || continues(stage, column.round))) {
      stage.push(column);
      continue;
    }
    const next = [column];
    stages.push(next);
    if (name !== undefined) named.set(name, next);
  }
  return stages;
}

function continues(stage: readonly Column[], next: BracketRound): boolean {
  const before = stage.at(-1)?.round;
  if (before === undefined || before.stage !== undefined) return false;
  const isGroup = next.section === 'group';
  if (before.section === 'group' && !isGroup) return false;
  const step = ORDER.indexOf(next.section) - ORDER.indexOf(before.section);
  if (step !== 0) return step > 0;
  // Beside the final, it may have the same number.
  if (isThirdPlaceName(next.name)) return true;
  // Groups are listed one after the other, or round by round.
  const last = isGroup ? stage.findLast(({ round }) => round.group === next.group)?.round : before;
  if (last?.number === undefined || next.number === undefined) return true;
  return isGroup ? next.number >= last.number : next.number > last.number;
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
  if (winners.length + losers.length > 0)
    parts.push({
      kind: 'double',
      winners: titleTree(winners, { section: 'winners' }),
      losers: titleTree(losers, { section: 'losers' }),
      final: titleFinals(of('final')),
    });
  return parts;
}

function leaguesOf(columns: readonly Column[]): League[] {
  const leagues = new Map<string | undefined, League>();
  for (const column of columns) {
    const name = column.round.group;
    const league = leagues.get(name) ?? present({ name, columns: [] });
    league.columns.push({ ...column, title: { ...column.title, ...present({ group: name }) } });
    leagues.set(name, league);
  }
  return [...leagues.values()];
}

function treeOrLeague(columns: Column[]): Part {
  const { thirdPlace, rest } = thirdPlaceIn(columns);
  if (isLeague(rest)) return { kind: 'leagues', leagues: [{ columns }] };
  return { kind: 'tree', columns: titleTree(rest), ...present({ thirdPlace }) };
}

/** Rounds that do not narrow (a Swiss stage, everybody against everybody) lead to no final. */
function isLeague(columns: readonly Column[]): boolean {
  const sizes = columns.map(({ matches }) => matches.length);
  if (sizes.length < 2) return false;
  // Three players against each other: one match a round, as in a tree of finals.
  if (sizes.every((size) => size === 1)) return playsOnAfterDefeat(columns.flatMap(({ matches }) => matches));
  // Byes may be left out of the first round, so that alone may be the smaller one.
  const narrows = sizes.every((size, at) => at < 2 || size <= (sizes[at - 1] ?? 0));
  const last = sizes.at(-1) ?? 0;
  return !narrows || (last > 1 && last === sizes.at(-2));
}
