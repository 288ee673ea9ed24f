import type { World, WorldMatch, WorldTournament } from '../../tools/platform-stand-in/world/records.ts';

/** What the writes of a soak are about: enough that no two mean the same, and none is refused by a rule of the game. */
export interface Grounds {
  tournamentIds: readonly string[];
  /** Each player's own open match. */
  matchIdOf: ReadonlyMap<string, string>;
}

const CUPS = 60;
const DAY_MS = 24 * 60 * 60 * 1000;
const LEAGUE_ID = '70000';

/** Adds cups that everybody may register for, and a league in which each of `playerIds` has a match to report. */
export function layOut(world: World, playerIds: readonly string[], at: number): Grounds {
  const cup: Omit<WorldTournament, 'id' | 'name'> = {
    state: 'upcoming',
    game: 'Soaked Chess',
    format: 'single-elimination',
    region: null,
    // Behind the others, so that lists start as they do elsewhere.
    startsAt: at + 90 * DAY_MS,
    endsAt: null,
    registrationClosesAt: at + 80 * DAY_MS,
    capacity: 100_000,
    entrantIds: [],
    prize: null,
    description: null,
  };
  const tournamentIds = Array.from({ length: CUPS }, (_, nth) => String(71_000 + nth));
  for (const [nth, id] of tournamentIds.entries())
    world.tournaments.set(id, { ...cup, id, name: `Soak Cup ${nth + 1}`, entrantIds: [] });

  const [opponent = ''] = [...world.players.keys()].filter((id) => !playerIds.includes(id)).slice(-1);
  world.tournaments.set(LEAGUE_ID, {
    ...cup,
    id: LEAGUE_ID,
    name: 'Soak League',
    state: 'running',
    format: 'groups',
    startsAt: at - DAY_MS,
    entrantIds: [...playerIds, opponent],
  });
  const matchIdOf = new Map<string, string>();
  for (const [nth, playerId] of playerIds.entries()) {
    const match: WorldMatch = {
      id: String(81_000 + nth),
      tournamentId: LEAGUE_ID,
      number: nth + 1,
      section: 'group',
      group: 'A',
      round: 1,
      roundName: 'Group A',
      seats: [
        { playerId, source: null },
        { playerId: opponent, source: null },
      ],
      scores: null,
      state: 'pending',
      startsAt: at,
      finishedAt: null,
      // One game, whose points may be as many as there are writes to tell apart.
      bestOf: 1,
      ratingChange: null,
      reportedById: null,
    };
    world.matches.set(match.id, match);
    matchIdOf.set(playerId, match.id);
  }
  return { tournamentIds, matchIdOf };
}
