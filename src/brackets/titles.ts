import type { Bracket, BracketRound } from '../platform/records.ts';
import { present } from '../present.ts';
import { stagesOf, type Part, type StageTitle } from './parts.ts';
import type { Column } from './tree.ts';

/** What a round is called: by the platform's own name, its distance to the final, or its number. */
export type RoundTitle =
  | { kind: 'named'; name: string }
  | { kind: 'numbered'; number: number }
  | { kind: 'final' | 'semifinals' | 'quarterfinals' | 'grandFinal' | 'secondFinal' };

/** A round's title with what tells it from rounds of the same title elsewhere in the bracket. */
export interface PlacedTitle {
  round: RoundTitle;
  section?: 'winners' | 'losers';
  group?: string;
  stage?: StageTitle;
}

const LAST_ROUNDS = ['final', 'semifinals', 'quarterfinals'] as const;

/** The title of a tree's round: its distance to the final counts only where that is known to be one. */
export function titleOfColumn(columns: readonly Column[], at: number): RoundTitle {
  const column = columns[at];
  const { name, number, section } = column?.round ?? {};
  if (name !== undefined) return { kind: 'named', name };
  const fromEnd = columns.length - 1 - at;
  const kind = LAST_ROUNDS[fromEnd];
  const leadsToFinal = section === 'main' && columns.at(-1)?.matches.length === 1;
  if (kind !== undefined && leadsToFinal && (column?.matches.length ?? 0) <= 2 ** fromEnd) return { kind };
  return { kind: 'numbered', number: number ?? at + 1 };
}

export function titleOfFinal(columns: readonly Column[], at: number): RoundTitle {
  const name = columns[at]?.round.name;
  return name === undefined ? { kind: at === 0 ? 'grandFinal' : 'secondFinal' } : { kind: 'named', name };
}

/** The titles of all rounds, in the bracket's order. */
export function roundTitles(bracket: Bracket): PlacedTitle[] {
  const stages = stagesOf(bracket);
  const titles = new Map(
    stages.flatMap(({ title: stage, parts }) =>
      parts
        .flatMap(titlesOf)
        .map(([{ index }, title]): [number, PlacedTitle] => [
          index,
          stages.length > 1 ? { ...title, stage } : title,
        ]),
    ),
  );
  return bracket.rounds.map((round, at) => titles.get(at) ?? { round: ownTitle(round, at) });
}

const ownTitle = ({ name, number }: BracketRound, at: number): RoundTitle =>
  name === undefined ? { kind: 'numbered', number: number ?? at + 1 } : { kind: 'named', name };

function titlesOf(part: Part): [Column, PlacedTitle][] {
  switch (part.kind) {
    case 'tree':
      return part.columns.map((column, at) => [column, { round: titleOfColumn(part.columns, at) }]);
    case 'double':
      return [
        ...(['winners', 'losers'] as const).flatMap((section) =>
          part[section].map((column, at): [Column, PlacedTitle] => [
            column,
            { round: titleOfColumn(part[section], at), section },
          ]),
        ),
        ...part.final.map((column, at): [Column, PlacedTitle] => [
          column,
          { round: titleOfFinal(part.final, at) },
        ]),
      ];
    case 'leagues':
      return part.leagues.flatMap(({ name, columns }) =>
        columns.map((column): [Column, PlacedTitle] => [
          column,
          present({ round: ownTitle(column.round, column.index), group: name }),
        ]),
      );
  }
}
