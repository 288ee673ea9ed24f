import { drawDoubleElimination } from './double-elimination.ts';
import { createDraw, isUndecided, type Draw } from './draw.ts';
import { drawGroups } from './groups.ts';
import type { Format, World, WorldMatch, WorldTournament } from './records.ts';
import { drawSingleElimination } from './single-elimination.ts';
import { drawSwissRound, swissRounds } from './swiss.ts';

const FIRST_MATCH_ID = 30001;

const DRAWS: Record<Format, (draw: Draw, seeds: readonly string[]) => void> = {
  'single-elimination': drawSingleElimination,
  'double-elimination': drawDoubleElimination,
  groups: drawGroups,
  swiss: (draw, seeds) => drawSwissRound(draw, seeds, []),
};

/** Adds a tournament's matches to the world, in an order in which they can be played. Its entrants are in the order of seeds. */
export const drawBracket = (world: World, tournament: WorldTournament): readonly WorldMatch[] =>
  addMatches(world, tournament, (draw) => DRAWS[tournament.format](draw, tournament.entrantIds));

/** The next round of a Swiss, once all of the last one is decided; nothing for other formats. */
export function drawNextRound(world: World, tournament: WorldTournament, at: number): void {
  const { entrantIds, format, id } = tournament;
  const played = [...world.matches.values()].filter((match) => match.tournamentId === id);
  const last = Math.max(0, ...played.map(({ round }) => round));
  const isOpen = played.some(isUndecided);
  if (format !== 'swiss' || isOpen || last >= swissRounds(entrantIds.length)) return;
  const matches = addMatches(
    world,
    tournament,
    (draw) => drawSwissRound(draw, entrantIds, played),
    played.length,
  );
  for (const match of matches) match.startsAt = at;
}

/** Adds what `fill` draws; `drawn`: how many matches the tournament has already. */
export function addMatches(
  world: World,
  tournament: WorldTournament,
  fill: (draw: Draw) => void,
  drawn = 0,
): readonly WorldMatch[] {
  const takeId = (): string => String(FIRST_MATCH_ID + world.matches.size + draw.matches.length);
  const draw = createDraw(tournament, takeId, drawn);
  fill(draw);
  for (const match of draw.matches) world.matches.set(match.id, match);
  return draw.matches;
}
