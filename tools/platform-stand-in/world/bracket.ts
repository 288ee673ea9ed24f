import { drawDoubleElimination } from './double-elimination.ts';
import { createDraw, type Draw } from './draw.ts';
import { drawGroups } from './groups.ts';
import type { Format, World, WorldMatch, WorldTournament } from './records.ts';
import { drawSingleElimination } from './single-elimination.ts';

const FIRST_MATCH_ID = 30001;

const DRAWS: Record<Format, (draw: Draw, seeds: readonly string[]) => void> = {
  'single-elimination': drawSingleElimination,
  'double-elimination': drawDoubleElimination,
  groups: drawGroups,
};

/** Adds a tournament's matches to the world, in an order in which they can be played. Its entrants are in the order of seeds. */
export function drawBracket(world: World, tournament: WorldTournament): readonly WorldMatch[] {
  const draw = createDraw(tournament, () =>
    String(FIRST_MATCH_ID + world.matches.size + draw.matches.length),
  );
  DRAWS[tournament.format](draw, tournament.entrantIds);
  for (const match of draw.matches) world.matches.set(match.id, match);
  return draw.matches;
}
