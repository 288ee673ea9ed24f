import type { Bracket, BracketRound, Match, Phase } from '../reading/records.ts';
import { present } from '../present.ts';
import { kindOfFormat, type FormatKind } from './format.ts';
import { hasBye } from './players.ts';
import { isThirdPlaceName, playsOnAfterDefeat, thirdPlaceIn } from './third-place.ts';
import { ownTitle, titleFinals, titleTree, type Column, type StageTitle } from './titles.ts';

/** A group or a league, which has one table. */
export interface League {
  name?: string;
  columns: Column[];
}

export const matchesOfLeague = ({ columns }: League): Match[] => columns.flatMap(({ matches }) => matches);

/** A part of a stage: a tree, a double elimination, or tables. `isUnproven`: it may as well be a league, of which more rounds come. `isOver`: no second grand final comes. */
export type BracketPart =
  | { kind: 'tree'; columns: Column[]; thirdPlace?: Match; isUnproven?: true }
  | { kind: 'double'; winners: Column[]; losers: Column[]; final: Column[]; isOver?: true }
  | { kind: 'leagues'; leagues: League[] };

/** Rounds that are finished before the next stage begins. */
export interface BracketStage {
  title: StageTitle;
  parts: BracketPart[];
}

/** The stages of a bracket in playing order. */
export function stagesOf(bracket: Bracket): BracketStage[] {
  const columns = bracket.rounds
    .map((round, index) => ({
      index,
      round,
      title: { round: ownTitle(round, index) },
      matches: round.matches,
    }))
    .filter(({ matches }) => matches.length > 0);
  const { format, phase } = bracket.record ?? {};
  const split = splitStages(columns);
  const stages = split.map((stage) => {
    const name = stage[0]?.round.stage;
    // The format of several stages may be the first one's alone: then their names say more.
    const own = kindOfFormat(name) ?? (split.length === 1 ? kindOfFormat(format) : undefined);
    return { name, parts: partsOfStage(stage, { format: own, phase }) };
  });
  return stages.map(({ name, parts }, at) => ({ title: titleOfStage(stages, name, at), parts }));
}

function titleOfStage(
  stages: readonly { parts: readonly BracketPart[] }[],
  name: string | undefined,
  at: number,
): StageTitle {
  if (name !== undefined) return { kind: 'named', name };
  const hasTables = stages.map(({ parts }) => parts[0]?.kind === 'leagues');
  const isUsual = stages.length === 2 && hasTables[0] === true && hasTables[1] === false;
  return isUsual ? { kind: at === 0 ? 'groups' : 'playoffs' } : { kind: 'numbered', number: at + 1 };
}

const ORDER: readonly BracketRound['section'][] = ['group', 'main', 'winners', 'losers', 'final'];

/** By stage names, if there are any; else a new stage begins where the sections or the round numbers start over. */
function splitStages(columns: readonly Column[]): Column[][] {
  const stages: Column[][] = [];
  const byName = new Map<string, Column[]>();
  for (const column of columns) {
    const name = column.round.stage;
    const stage = name === undefined ? stages.at(-1) : byName.get(name);
    if (stage && (name !== undefined || continues(stage, column.round))) {
      stage.push(column);
      continue;
    }
    const next = [column];
    stages.push(next);
    if (name !== undefined) byName.set(name, next);
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
  // It may have the same number as the final.
  if (isThirdPlaceName(next.name)) return true;
  // Groups may be listed one after the other, or round by round.
  const last = isGroup ? stage.findLast(({ round }) => round.group === next.group)?.round : before;
  if (last?.number === undefined || next.number === undefined) return true;
  return isGroup ? next.number >= last.number : next.number > last.number;
}

/** What is known of a stage beside its shape. */
interface StageRecord {
  format: FormatKind | undefined;
  phase: Phase | undefined;
}

function partsOfStage(stage: readonly Column[], record: StageRecord): BracketPart[] {
  const of = (section: BracketRound['section']): Column[] =>
    stage.filter(({ round }) => round.section === section);
  const parts: BracketPart[] = [];
  const groups = of('group');
  if (groups.length > 0) parts.push({ kind: 'leagues', leagues: leaguesOf(groups) });
  const [winners, losers] = [of('winners'), of('losers')];
  const main = [...of('main'), ...(winners.length + losers.length === 0 ? of('final') : [])];
  if (main.length > 0) parts.push(treeOrLeague(main, record));
  if (winners.length + losers.length > 0)
    parts.push({
      kind: 'double',
      winners: titleTree(winners, { section: 'winners' }),
      losers: titleTree(losers, { section: 'losers' }),
      final: titleFinals(of('final')),
      ...present({ isOver: record.phase === 'finished' || undefined }),
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

function treeOrLeague(columns: Column[], { format, phase }: StageRecord): BracketPart {
  const { thirdPlace, rest } = thirdPlaceIn(columns);
  if (format === 'table' || (format === undefined && isLeague(rest)))
    return { kind: 'leagues', leagues: [{ columns }] };
  if (format === undefined && phase === 'running' && isAmbiguous(columns))
    return { kind: 'tree', columns, isUnproven: true };
  return { kind: 'tree', columns: titleTree(rest), ...present({ thirdPlace }) };
}

/** Whether the first rounds of a Swiss or a round robin look the same: as many matches in each, and nothing that says what they are. */
function isAmbiguous(columns: readonly Column[]): boolean {
  const matches = columns.flatMap((column) => column.matches);
  const isNamed =
    columns.some(({ round }) => round.name !== undefined) ||
    matches.some(({ roundName }) => roundName !== undefined);
  const isTied = matches.some((match) => hasBye(match) || match.sides.some(({ from }) => from !== undefined));
  const isDrawn = matches.every(({ sides }) => sides.every(({ player }) => player !== undefined));
  const [first, ...others] = columns.map((column) => column.matches.length);
  return !isNamed && !isTied && isDrawn && others.length > 0 && others.every((size) => size === first);
}

/** Rounds that do not get smaller (Swiss, round robin) lead to no final. */
function isLeague(columns: readonly Column[]): boolean {
  const sizes = columns.map(({ matches }) => matches.length);
  if (sizes.length < 2) return false;
  // A round robin of three has one match per round, as the last rounds of a tree may have.
  if (sizes.every((size) => size === 1)) return playsOnAfterDefeat(columns.flatMap(({ matches }) => matches));
  // The first round may be smaller than the second: some platforms leave out byes.
  const narrows = sizes.every((size, at) => at < 2 || size <= (sizes[at - 1] ?? 0));
  const last = sizes.at(-1) ?? 0;
  return !narrows || (last > 1 && last === sizes.at(-2));
}
