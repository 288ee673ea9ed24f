import { isoTime, type Fields, type Json, type Shape, type StateWords } from './shape.ts';
import type { MatchView, PlayerView, TournamentView } from './views.ts';

const STATES: StateWords = {
  upcoming: 'pending',
  pending: 'open',
  running: 'underway',
  finished: 'complete',
  cancelled: 'cancelled',
  postponed: 'postponed',
};

/** Everything under `data`, ids as numbers, flat records under other names, the bracket as one flat list. */
export const enveloped: Shape = {
  user: (player) => ({ data: user(player) }),
  updatedUser: (player) => ({ status: 200, body: { data: user(player) } }),
  tournaments: (tournaments) => list(tournaments.map(tournament)),
  tournament: (view) => ({
    data: { ...tournament(view), participant_ids: view.entrants.map((entrant) => Number(entrant.id)) },
  }),
  registration: ({ tournament: { id }, player, at }) => ({
    status: 201,
    body: {
      data: { tournament_id: Number(id), participant_id: Number(player.id), registered_at: isoTime(at) },
    },
  }),
  bracket: ({ tournament: { id }, rounds }) => ({
    data: { tournament_id: Number(id), matches: rounds.flatMap((round) => round.matches.map(match)) },
  }),
  match: (view) => ({ data: match(view) }),
  scored: (view) => ({ status: 200, body: { data: match(view) } }),
  matches: (matches) => list(matches.map(match)),
  ranking: ({ entries }) =>
    list(
      entries.map(({ place, player, trend }) => ({
        position: place,
        user_id: Number(player.id),
        display_name: player.name,
        rating: player.elo,
        tier: player.rank,
        trend,
      })),
    ),
  failure: ({ code, message }) => ({ message, code }),
};

function list(records: Fields[]): Json {
  return { data: records, meta: { count: records.length } };
}

function user(player: PlayerView): Fields {
  return {
    user_id: Number(player.id),
    display_name: player.name,
    rating: player.elo,
    tier: player.rank,
    region_slug: player.region,
    avatar: player.avatarUrl,
  };
}

function tournament(view: TournamentView): Fields {
  return {
    tournament_id: Number(view.id),
    title: view.name,
    state: STATES[view.state],
    discipline: view.game,
    type: view.format.replace('-', ' '),
    region_slug: view.region,
    start_time: isoTime(view.startsAt),
    end_time: view.endsAt === null ? null : isoTime(view.endsAt),
    registration_deadline: isoTime(view.registrationClosesAt),
    capacity: view.capacity,
    participants_count: view.entrants.length,
    prize_pool: view.prize,
    summary: view.description,
  };
}

function match(view: MatchView): Fields {
  const [first, second] = view.sides;
  return {
    match_id: Number(view.id),
    tournament_id: Number(view.tournament.id),
    tournament_title: view.tournament.name,
    round_number: view.round,
    bracket: view.section,
    group: view.group,
    player1_id: first.player ? Number(first.player.id) : null,
    player1_name: first.player?.name ?? first.source,
    player1_score: first.score,
    player2_id: second.player ? Number(second.player.id) : null,
    player2_name: second.player?.name ?? second.source,
    player2_score: second.score,
    state: STATES[view.state],
    start_time: isoTime(view.startsAt),
    completed_at: view.finishedAt === null ? null : isoTime(view.finishedAt),
  };
}
