import type { Bracket, Match, PlayerName } from '../reading/records.ts';
import { isPlayed, playerKey, winnerSide } from './players.ts';
import { standingScores } from './scoring.ts';
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

/** Both players are known, and there is no winner. */
const isOpen = (match: Match): boolean =>
  !isPlayed(match) && match.phase !== 'cancelled' && match.sides.every(({ player }) => player !== undefined);

/** Who won the final of the last part, if it ends in one match and no earlier match is open. */
export const championOf = (parts: readonly BracketPart[]): PlayerName | undefined =>
  winnerOfMatch(decidedFinal(parts));

/** Open, and without a score: a draw has no winner, and some platforms show no state. */
const isUnscored = (match: Match): boolean =>
  isOpen(match) && (match.phase !== undefined || standingScores(match) === undefined);

/** The match that decided the last part, if it ends in one and no earlier match is open. */
export function decidedFinal(parts: readonly BracketPart[]): Match | undefined {
  const last = parts.at(-1);
  if (last === undefined || last.kind === 'leagues') return undefined;
  if (last.kind === 'tree' && last.isUnproven) return undefined;
  const final = last.kind === 'tree' ? last.columns.slice(-1) : last.final;
  const finals = final.flatMap(({ matches }) => matches);
  const earlier = columnsOf(last).filter((column) => !final.includes(column));
  if (earlier.some(({ matches }) => matches.some(isOpen))) return undefined;
  // A group match that was reopened may change who is in the last stage.
  const groups = parts.slice(0, -1).filter(({ kind }) => kind === 'leagues');
  if (groups.some((part) => matchesIn(part).some(isUnscored))) return undefined;
  if (last.kind === 'tree') return finals.length === 1 ? decided(finals[0]) : undefined;
  // The second grand final is played only if the losers bracket won the first: it may be listed from the beginning, or then alone.
  const played = finals.filter(({ winner }) => winner !== undefined);
  const [first, ...resets] = finals;
  const isPlayedOut = resets.length > 0 && played.length === finals.length;
  const isOver = isPlayedOut || last.isOver === true || isOfUpperSide(first, last.winners);
  return isOver ? decided(played.at(-1)) : undefined;
}

/** Whether the winner of a grand final came from the winners' bracket. The order of its sides says nothing. */
function isOfUpperSide(final: Match | undefined, winners: readonly Column[]): boolean {
  const [upper, ...others] = winners.at(-1)?.matches ?? [];
  const key = upper && playerKey(winnerSide(upper)?.player);
  return others.length === 0 && key !== undefined && key === playerKey(final && winnerSide(final)?.player);
}

/** The match of the last part that decides about the third place. */
export function thirdPlaceMatch(parts: readonly BracketPart[]): Match | undefined {
  const last = parts.at(-1);
  return last?.kind === 'tree' ? last.thirdPlace : undefined;
}

const decided = (match: Match | undefined): Match | undefined =>
  match && winnerSide(match) ? match : undefined;

const winnerOfMatch = (match: Match | undefined): PlayerName | undefined =>
  match && winnerSide(match)?.player;
