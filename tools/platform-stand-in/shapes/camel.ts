import type { Fields, Shape, StateWords } from './shape.ts';
import type { MatchView, PlayerView, TournamentView } from './views.ts';

const STATES: StateWords = {
  upcoming: 'UPCOMING',
  pending: 'SCHEDULED',
  running: 'IN_PROGRESS',
  finished: 'COMPLETED',
  cancelled: 'CANCELLED',
  postponed: 'POSTPONED',
};

/** camelCase, ids as numbers, times in milliseconds, lists under the resource's name, both sides of a match as a list. */
export const camel: Shape = {
  user,
  updatedUser: (player) => ({ status: 200, body: { user: user(player) } }),
  tournaments: (tournaments) => ({ tournaments: tournaments.map(tournament), nextCursor: null }),
  tournament: (view) => ({ tournament: tournament(view), participants: view.entrants.map(participant) }),
  registration: ({ tournament: { id }, player }) => ({
    status: 201,
    body: { ok: true, registration: { tournamentId: Number(id), userId: Number(player.id) } },
  }),
  bracket: ({ rounds }) => ({ bracket: { rounds: rounds.map(({ matches }) => matches.map(match)) } }),
  match,
  scored: (view) => ({ status: 200, body: { ok: true, match: match(view) } }),
  matches: (matches) => ({ matches: matches.map(match), nextCursor: null }),
  ranking: ({ entries }) => ({
    rankings: entries.map(({ place, player }) => ({
      rank: place,
      userId: Number(player.id),
      displayName: player.name,
      rating: player.elo,
    })),
    nextCursor: null,
  }),
  // RFC 9457.
  failure: ({ status, code, message }) => ({ type: 'about:blank', title: code, status, detail: message }),
};

function user(player: PlayerView): Fields {
  return { ...participant(player), rating: player.elo, rankLabel: player.rank, regionSlug: player.region };
}

function participant({ id, name, avatarUrl }: PlayerView): Fields {
  return { id: Number(id), displayName: name, ...(avatarUrl === null ? {} : { avatarUrl }) };
}

function tournament(view: TournamentView): Fields {
  return {
    id: Number(view.id),
    name: view.name,
    status: STATES[view.state],
    gameName: view.game,
    format: view.format,
    regionSlug: view.region,
    startsAt: view.startsAt,
    registrationClosesAt: view.registrationClosesAt,
    maxPlayers: view.capacity,
    registeredPlayers: view.entrants.length,
    prizePool: view.prize,
    description: view.description,
  };
}

function match(view: MatchView): Fields {
  return {
    id: Number(view.id),
    tournamentId: Number(view.tournament.id),
    tournamentName: view.tournament.name,
    roundName: view.roundName,
    section: view.section,
    players: view.sides.map(({ player, source }) => {
      if (player) return participant(player);
      return source === null ? null : { placeholder: source };
    }),
    scores: view.sides.map(({ score }) => score),
    status: STATES[view.state],
    bestOf: view.bestOf,
    scheduledAt: view.startsAt,
    ...(view.finishedAt === null ? {} : { completedAt: view.finishedAt }),
  };
}
