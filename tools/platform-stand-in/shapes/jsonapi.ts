import { isoTime, type Fields, type Json, type Shape, type StateWords } from './shape.ts';
import type { MatchView, PlayerView, RegistrationView, TournamentView } from './views.ts';

const STATES: StateWords = {
  upcoming: 'upcoming',
  pending: 'scheduled',
  running: 'in-progress',
  finished: 'completed',
  cancelled: 'canceled',
  postponed: 'postponed',
};

/** JSON:API 1.1: resources with attributes and relationships, names only in `included`, scores as one text. */
export const jsonapi: Shape = {
  user: (player) => ({ data: user(player) }),
  updatedUser: (player) => ({ status: 200, body: { data: user(player) } }),
  tournaments: (tournaments) => ({ data: tournaments.map(tournament), links: { next: null } }),
  tournament: (view) => ({ data: tournament(view), included: view.entrants.map(user) }),
  registration: (view) => ({ status: 201, body: { data: registration(view) } }),
  bracket: ({ rounds }) => document(rounds.flatMap(({ matches }) => matches)),
  match: (view) => ({ ...document([view]), data: match(view) }),
  scored: (view) => ({ status: 200, body: { ...document([view]), data: match(view) } }),
  matches: (matches) => document(matches),
  ranking: ({ region, entries }) => ({
    data: entries.map(({ place, player }) => ({
      type: 'ranking-entries',
      id: `${region ?? 'global'}-${place}`,
      attributes: { place, rating: player.elo, tier: player.rank },
      relationships: { user: { data: { type: 'users', id: player.id } } },
    })),
    included: entries.map(({ player }) => user(player)),
  }),
  failure: ({ status, code, message }) => ({
    errors: [{ status: String(status), code, title: 'Request refused', detail: message }],
  }),
};

function user(player: PlayerView): Fields {
  return {
    type: 'users',
    id: player.id,
    attributes: {
      name: player.name,
      rating: player.elo,
      tier: player.rank,
      region: player.region,
      'avatar-url': player.avatarUrl,
    },
  };
}

function tournament(view: TournamentView): Fields {
  return {
    type: 'tournaments',
    id: view.id,
    attributes: {
      name: view.name,
      state: STATES[view.state],
      game: view.game,
      format: view.format,
      region: view.region,
      'starts-at': isoTime(view.startsAt),
      'registration-closes-at': isoTime(view.registrationClosesAt),
      'participants-limit': view.capacity,
      'participants-count': view.entrants.length,
      prize: view.prize,
      description: view.description,
    },
    relationships: { participants: { data: view.entrants.map(({ id }) => ({ type: 'users', id })) } },
  };
}

function registration({ tournament: { id }, player, at }: RegistrationView): Fields {
  return {
    type: 'registrations',
    id: `${id}-${player.id}`,
    attributes: { 'created-at': isoTime(at) },
    relationships: {
      tournament: { data: { type: 'tournaments', id } },
      user: { data: { type: 'users', id: player.id } },
    },
  };
}

function match(view: MatchView): Fields {
  const [first, second] = view.sides;
  const player = (side: MatchView['sides'][number]): Json => ({
    data: side.player ? { type: 'users', id: side.player.id } : null,
    ...(side.source === null ? {} : { meta: { source: side.source } }),
  });
  return {
    type: 'matches',
    id: view.id,
    attributes: {
      round: view.round,
      'round-name': view.roundName,
      section: view.section,
      group: view.group,
      state: STATES[view.state],
      scores: first.score === null || second.score === null ? null : `${first.score}-${second.score}`,
      'starts-at': isoTime(view.startsAt),
    },
    relationships: {
      tournament: { data: { type: 'tournaments', id: view.tournament.id } },
      player1: player(first),
      player2: player(second),
    },
  };
}

/** Matches with everybody and everything they refer to, each once, as the standard asks. */
function document(matches: readonly MatchView[]): Fields {
  const players = new Map<string, Json>();
  const tournaments = new Map<string, Json>();
  for (const {
    sides,
    tournament: { id, name },
  } of matches) {
    for (const { player } of sides) if (player) players.set(player.id, user(player));
    tournaments.set(id, { type: 'tournaments', id, attributes: { name } });
  }
  return { data: matches.map(match), included: [...players.values(), ...tournaments.values()] };
}
