import { drawBracket } from './bracket.ts';
import type { World, WorldMatch, WorldTournament } from './records.ts';

interface CupPlan {
  name: string;
  startsAt: number;
  entrantIds: string[];
  capacity: number;
}

/** Opens registration for a knockout that goes on only as its caller says. */
export function openCup(world: World, plan: CupPlan): WorldTournament {
  const cup: WorldTournament = {
    id: String(Math.max(...[...world.tournaments.keys()].map(Number)) + 1),
    state: 'upcoming',
    game: '9-ball',
    format: 'single-elimination',
    region: null,
    endsAt: null,
    registrationClosesAt: plan.startsAt,
    prize: null,
    description: null,
    ...plan,
  };
  world.tournaments.set(cup.id, cup);
  return cup;
}

/** Draws the bracket; `seeds` are the entrants, best first. */
export function startCup(
  world: World,
  cup: WorldTournament,
  { at, seeds = cup.entrantIds }: { at: number; seeds?: readonly string[] },
): readonly WorldMatch[] {
  cup.entrantIds = [...seeds];
  cup.state = 'running';
  cup.startsAt = at;
  return drawBracket(world, cup);
}

/** A tournament of a single match, which can be played at once. */
export function startDuel(
  world: World,
  { name, playerIds, at }: { name: string; playerIds: [string, string]; at: number },
): WorldMatch {
  const cup = openCup(world, { name, entrantIds: playerIds, capacity: 2, startsAt: at });
  const [match] = startCup(world, cup, { at });
  if (match === undefined) throw new Error('the duel has no match');
  return match;
}
