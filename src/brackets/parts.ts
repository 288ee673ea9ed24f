import type { Bracket, Match } from '../reading/records.ts';
import { stagesOf, type BracketPart } from './stages.ts';
import { ownTitle, type Column, type PlacedTitle } from './titles.ts';

/** The parts of all stages, in playing order. */
export const partsOf = (bracket: Bracket): BracketPart[] => stagesOf(bracket).flatMap(({ parts }) => parts);

function columnsOf(part: BracketPart): Column[] {
  switch (part.kind) {
    case 'tree':
      return part.columns;
    case 'double':
      return [...part.winners, ...part.losers, ...part.final];
    case 'leagues':
      return part.leagues.flatMap(({ columns }) => columns);
  }
}

export const matchesIn = (part: BracketPart): Match[] => [
  ...columnsOf(part).flatMap(({ matches }) => matches),
  ...(part.kind === 'tree' && part.thirdPlace ? [part.thirdPlace] : []),
];

/** The titles of all rounds, in the bracket's order. */
export function roundTitles(bracket: Bracket): PlacedTitle[] {
  const stages = stagesOf(bracket);
  const titles = bracket.rounds.map((round, at): PlacedTitle => ({ round: ownTitle(round, at) }));
  for (const { title: stage, parts } of stages)
    for (const { index, title } of parts.flatMap(columnsOf))
      titles[index] = stages.length > 1 ? { ...title, stage } : title;
  return titles;
}

/** A match with the title of its round. */
export interface TitledMatch {
  match: Match;
  title: PlacedTitle;
}

/** All matches, in the bracket's order. */
export function titledMatches(bracket: Bracket): TitledMatch[] {
  return roundTitles(bracket).flatMap((title, at) =>
    (bracket.rounds[at]?.matches ?? []).map((match): TitledMatch => ({ match, title })),
  );
}
