import { addMatches } from './bracket.ts';
import { seatFor } from './draw.ts';
import type { World, WorldMatch, WorldTournament } from './records.ts';
import { winnerSide } from './scores.ts';
import { drawSingleElimination } from './single-elimination.ts';

/** So many of the best seeds wait in the tree. */
const WAITING = 2;

const matchesOf = (world: World, { id }: WorldTournament): WorldMatch[] =>
  [...world.matches.values()].filter(({ tournamentId }) => tournamentId === id);

/** Starts with the play-in of all but the two best seeds. The tree does not exist yet. */
export function startPlayIn(world: World, cup: WorldTournament, at: number): void {
  cup.state = 'running';
  cup.startsAt = at;
  const seeds = cup.entrantIds.slice(WAITING);
  const place = { section: 'main', round: 1, roundName: 'Play-in' } as const;
  addMatches(world, cup, (draw) => {
    for (let first = 0; first < seeds.length / 2; first += 1)
      draw.add(place, seatFor(seeds[first]), seatFor(seeds[seeds.length - 1 - first]));
  });
}

/** Draws the tree of those who waited and the winners of the play-in, and the cup goes on. */
export function drawTree(world: World, cup: WorldTournament, at: number): void {
  const playIn = matchesOf(world, cup);
  const winners = playIn.map((match) => match.seats[winnerSide(match) === 2 ? 1 : 0].playerId ?? '');
  const seeds = [...cup.entrantIds.slice(0, WAITING), ...winners];
  const tree = addMatches(world, cup, (draw) => drawSingleElimination(draw, seeds), playIn.length);
  for (const match of tree) {
    match.round += 1;
    match.startsAt = at;
  }
  cup.state = 'running';
  cup.endsAt = null;
}
