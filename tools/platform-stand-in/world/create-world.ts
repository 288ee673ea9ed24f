import { createRandom, type Random } from '../random.ts';
import { drawBracket } from './bracket.ts';
import { FIXTURES, type Fixture } from './calendar.ts';
import { playMatches } from './play.ts';
import { CAST, createPlayers } from './players.ts';
import type { TournamentState, World, WorldTournament } from './records.ts';

const HOUR_MS = 3_600_000;
const FIRST_TOURNAMENT_ID = 2001;

/** The same seed and start give the same world, to the last rating. */
export function createWorld({ seed, startsAt }: { seed: number; startsAt: number }): World {
  const random = createRandom(seed);
  const world: World = { ...createPlayers(random), tournaments: new Map(), matches: new Map() };
  FIXTURES.forEach((fixture, index) => {
    const tournament = createTournament(world, fixture, {
      id: String(FIRST_TOURNAMENT_ID + index),
      startsAt,
      random,
    });
    world.tournaments.set(tournament.id, tournament);
    if (tournament.state === 'running') hold(world, tournament, fixture, startsAt, random);
  });
  return world;
}

function createTournament(
  world: World,
  fixture: Fixture,
  { id, startsAt, random }: { id: string; startsAt: number; random: Random },
): WorldTournament {
  const { name, game, format, region, capacity, prize, description, progress } = fixture;
  // Tournaments begin on the full hour, whenever the world does.
  const begins = Math.floor(startsAt / HOUR_MS + fixture.inHours) * HOUR_MS;
  return {
    id,
    name,
    game,
    format,
    region,
    capacity,
    prize,
    description,
    state: firstState(fixture),
    startsAt: begins,
    endsAt: null,
    registrationClosesAt: begins - (progress.kind === 'closed' ? 12 : 1) * HOUR_MS,
    entrantIds: chooseEntrants(world, fixture, random),
  };
}

/** A finished tournament begins as a running one, and ends by its last result. */
function firstState({ progress }: Fixture): TournamentState {
  switch (progress.kind) {
    case 'open':
    case 'closed':
      return 'upcoming';
    case 'cancelled':
      return 'cancelled';
    case 'running':
    case 'finished':
      return 'running';
  }
}

/** Best rating first, but for those whom the fixture puts at a seed. The cast plays only where a fixture names it. */
function chooseEntrants(world: World, { region, entrants, seeded = {} }: Fixture, random: Random): string[] {
  const cast = new Set<string>(Object.values(CAST));
  const eligible = [...world.players.values()].filter(
    (player) => !cast.has(player.id) && (region === null || player.region === region),
  );
  const places = Object.entries(seeded);
  const chosen = random
    .shuffle(eligible)
    .slice(0, entrants - places.length)
    .sort((a, b) => b.elo - a.elo)
    .map((player) => player.id);
  // Entries with whole numbers as keys come in ascending order, so each splice leaves the earlier seeds in place.
  for (const [place, playerId] of places) chosen.splice(Number(place) - 1, 0, playerId);
  return chosen;
}

function hold(
  world: World,
  tournament: WorldTournament,
  fixture: Fixture,
  startsAt: number,
  random: Random,
): void {
  let matches = drawBracket(world, tournament);
  const { progress } = fixture;
  const limits =
    progress.kind === 'running'
      ? // A player with a reserved seat in a running tournament is still in it when the world begins.
        { ...progress, favourites: Object.values(fixture.seeded ?? {}) }
      : { finished: Infinity, running: 0, favourites: [] };
  // A Swiss gets its next round once one is decided.
  for (let finished = limits.finished; finished > 0 && matches.length > 0;) {
    playMatches(world, matches, { ...limits, finished, startsAt, random });
    finished -= matches.length;
    matches = [...world.matches.values()].filter(
      ({ state, tournamentId }) => tournamentId === tournament.id && state === 'pending',
    );
  }
}
