import type { Bracket, BracketRound, Match } from '../reading/records.ts';
import { present } from '../present.ts';
import { FINALS, groupOf, kindOfFormat, kindOfStage, proofOf, type FormatKind } from './names.ts';
import { onceFor } from '../once-for.ts';
import { hasBye } from './players.ts';
import { endsInOpenPair, playsOnAfterDefeat, thirdPlaceIn } from './third-place.ts';
import { ownTitle, titleFinals, titleTree, type Column, type StageTitle } from './titles.ts';

/** A group or a league, which has one table. */
export interface League {
  name?: string;
  columns: Column[];
  /** The platform states the places itself. */
  isStated?: true;
  /** The rows of its table that are shown, if not all. */
  rows?: { from: number; to: number };
}

export const matchesOfLeague = ({ columns }: League): Match[] => columns.flatMap(({ matches }) => matches);

/**
 * A part of a stage: a tree, a double elimination, or tables. `isUnproven`: so far, a tree that could also be a league or a double
 * elimination. `format`: by the platform's words.
 */
export type BracketPart =
  | { kind: 'tree'; columns: Column[]; thirdPlace?: Match; format?: FormatKind; isUnproven?: true }
  | { kind: 'double'; winners: Column[]; losers: Column[]; final: Column[] }
  | { kind: 'leagues'; leagues: League[] };

/** Rounds that are finished before the next stage begins. */
export interface BracketStage {
  title: StageTitle;
  parts: BracketPart[];
}

/** The stages of a bracket in playing order. */
export const stagesOf = onceFor((bracket: Bracket): readonly BracketStage[] => {
  const isOne = new Set(bracket.rounds.map(({ stage }) => stage)).size === 1;
  const columns = placed(bracket.rounds)
    .map(({ stage, ...round }, index) => ({
      index,
      // The name of a single stage distinguishes nothing.
      round: { ...round, ...present({ stage: isOne ? undefined : stage }) },
      title: { round: ownTitle(round, index) },
      matches: round.matches,
    }))
    .filter(({ matches }) => matches.length > 0);
  const split = splitStages(columns);
  const stages = split.map((stage) => {
    const name = stage[0]?.round.stage;
    // The stated format of several stages may only describe the first one: then their names say more.
    const format =
      kindOfStage(name) ?? (split.length === 1 ? kindOfFormat(bracket.record?.format) : undefined);
    // Its last match is not the tournament's final.
    const isFirst = proofOf(bracket.rounds[stage[0]?.index ?? 0]?.stage) === 'not-the-end';
    return { name, parts: partsOfStage(stage, format, isFirst) };
  });
  return stages.map(({ name, parts }, at) => ({
    title: titleOfStage(stages, name, at),
    parts: statesPlaces(bracket) ? parts.map(withoutOwnPlaces) : parts,
  }));
});

const statesPlaces = ({ ending, stages = [] }: Bracket): boolean =>
  [ending, ...stages.map((stage) => stage.ending)].some((stated) =>
    [...(stated?.placements ?? []), ...(stated?.standings ?? [])].some(({ place }) => place !== undefined),
  );

const withoutOwnPlaces = (part: BracketPart): BracketPart =>
  part.kind === 'leagues'
    ? { ...part, leagues: part.leagues.map((league) => ({ ...league, isStated: true })) }
    : part;

/** The name of a round: its own, or the one that all its matches have. */
export function nameOfRound({ matches, name }: BracketRound): string | undefined {
  const [first, ...others] = new Set(matches.map(({ roundName }) => roundName));
  return name ?? (others.length === 0 ? first : undefined);
}

/** The rounds with their sections and groups by the platform's fields, else by their names. */
function placed(rounds: readonly BracketRound[]): BracketRound[] {
  const proofs = rounds.map((round) =>
    round.section === 'main' ? proofOf(nameOfRound(round)) : round.section,
  );
  const isDouble = proofs.some((proof) => proof === 'winners' || proof === 'losers');
  return rounds.map((round, at) => {
    const proof = proofs[at] ?? 'nothing';
    if (proof === 'winners' || proof === 'losers') return { ...round, section: proof };
    if (isDouble && FINALS.includes(proof)) return { ...round, section: 'final' };
    if (proof !== 'table') return round;
    return { ...round, section: 'group', ...present({ group: round.group ?? groupOf(nameOfRound(round)) }) };
  });
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
  // Groups may be listed one after the other, or round by round.
  const last = isGroup ? stage.findLast(({ round }) => round.group === next.group)?.round : before;
  if (last?.number === undefined || next.number === undefined) return true;
  return next.number >= last.number;
}

function partsOfStage(
  stage: readonly Column[],
  format: FormatKind | undefined,
  isFirst: boolean,
): BracketPart[] {
  const of = (section: BracketRound['section']): Column[] =>
    stage.filter(({ round }) => round.section === section);
  const parts: BracketPart[] = [];
  const groups = of('group');
  if (groups.length > 0) parts.push({ kind: 'leagues', leagues: leaguesOf(groups) });
  const [winners, losers] = [of('winners'), of('losers')];
  const isDouble = winners.length + losers.length > 0;
  const main = [...of('main'), ...(isDouble ? [] : of('final'))];
  if (main.length > 0) parts.push(treeOrLeague(main, format, isFirst));
  if (isDouble)
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
    const league: League = leagues.get(name) ?? { ...present({ name }), columns: [] };
    league.columns.push({ ...column, title: { ...column.title, ...present({ group: name }) } });
    leagues.set(name, league);
  }
  return [...leagues.values()];
}

/** Whether a round has a name that only trees use. */
const isOfTree = (column: Column): boolean =>
  [nameOfRound(column.round), ...column.matches.map(({ roundName }) => roundName)].some((name) =>
    ['final', 'grand-final', 'tree', 'third-place'].includes(proofOf(name)),
  );

function treeOrLeague(columns: Column[], format: FormatKind | undefined, isFirst: boolean): BracketPart {
  const { thirdPlace, rest } = thirdPlaceIn(columns);
  const isNamed = columns.some(isOfTree);
  if (format === undefined && !isNamed && endsInOpenPair(rest))
    return { kind: 'tree', columns, isUnproven: true };
  if (format === 'table' || (format === undefined && !isNamed && isLeague(rest)))
    return { kind: 'leagues', leagues: [{ columns }] };
  const isKnown = format === 'single' || format === 'knockout' || (format === undefined && isNamed);
  if (!isKnown && (format === 'double' || isAmbiguous(columns)))
    return { kind: 'tree', columns, isUnproven: true, ...present({ format }) };
  return { kind: 'tree', columns: isFirst ? rest : titleTree(rest), ...present({ format, thirdPlace }) };
}

/** Whether the first rounds of a Swiss or a round robin would look the same: all of equal size. */
function isAmbiguous(columns: readonly Column[]): boolean {
  const matches = columns.flatMap((column) => column.matches);
  const isTied = matches.some((match) => hasBye(match) || match.sides.some(({ from }) => from !== undefined));
  const isDrawn = matches.every(({ sides }) => sides.every(({ player }) => player !== undefined));
  const [first, ...others] = columns.map((column) => column.matches.length);
  return !isTied && isDrawn && others.length > 0 && others.every((size) => size === first);
}

/** Rounds that do not get smaller (Swiss, round robin) lead to no final. */
function isLeague(columns: readonly Column[]): boolean {
  const sizes = columns.map(({ matches }) => matches.length);
  if (sizes.length < 2) return false;
  // A round robin of three has one match per round, as the last rounds of a tree may have.
  if (sizes.every((size) => size === 1)) return playsOnAfterDefeat(columns.flatMap(({ matches }) => matches));
  // The first round may be smaller than the second: some platforms omit byes.
  const narrows = sizes.every((size, at) => at < 2 || size <= (sizes[at - 1] ?? 0));
  const last = sizes.at(-1) ?? 0;
  return !narrows || (last > 1 && last === sizes.at(-2));
}
