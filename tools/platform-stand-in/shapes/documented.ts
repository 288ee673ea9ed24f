import { isoTime, type Fields, type Json, type Shape } from './shape.ts';
import type { MatchView, PlayerView, SideView, TournamentView } from './views.ts';

/** Plain snake_case records, in the style of the records that the document does show. */
export const documented: Shape = {
  user,
  updatedUser: (player) => ({
    status: 200,
    body: { ...user(player), phone: player.phone, spa_balance: player.balance },
  }),
  tournaments: (tournaments) => tournaments.map(summary),
  tournament: (tournament) => ({ ...summary(tournament), entrants: tournament.entrants.map(playerName) }),
  registration: ({ tournament, player, at }) => ({
    status: 201,
    body: {
      tournament_id: tournament.id,
      user_id: player.id,
      status: 'registered',
      registered_at: isoTime(at),
    },
  }),
  bracket: ({ tournament, rounds }) => ({
    tournament_id: tournament.id,
    format: tournament.format,
    rounds: rounds.map(({ section, group, round, roundName, matches }) => ({
      round,
      name: roundName,
      section,
      ...(group === null ? {} : { group }),
      matches: matches.map(match),
    })),
  }),
  match,
  scored: (view) => ({ status: 200, body: match(view) }),
  matches: (matches) => matches.map(match),
  ranking: ({ entries }) =>
    entries.map(({ place, player, trend }) => ({
      rank_position: place,
      user: playerName(player),
      elo: player.elo,
      rank: player.rank,
      trend,
    })),
  failure: ({ code, message }) => ({ error: { code, message } }),
};

function user({ id, name, elo, rank, region, avatarUrl }: PlayerView): Fields {
  return { id, name, elo, rank, region, avatar_url: avatarUrl };
}

function playerName({ id, name }: PlayerView): Fields {
  return { id, name };
}

function summary(tournament: TournamentView): Fields {
  return {
    id: tournament.id,
    name: tournament.name,
    status: tournament.state,
    game: tournament.game,
    format: tournament.format,
    region: tournament.region,
    starts_at: isoTime(tournament.startsAt),
    ends_at: tournament.endsAt === null ? null : isoTime(tournament.endsAt),
    registration_closes_at: isoTime(tournament.registrationClosesAt),
    registration_open: tournament.registrationOpen,
    max_players: tournament.capacity,
    players_count: tournament.entrants.length,
    prize: tournament.prize,
    description: tournament.description,
  };
}

function match(view: MatchView): Fields {
  const [first, second] = view.sides;
  return {
    id: view.id,
    number: view.number,
    tournament: { ...view.tournament },
    round: view.round,
    round_name: view.roundName,
    player1: side(first),
    player2: side(second),
    player1_score: first.score,
    player2_score: second.score,
    status: view.state,
    winner_id: view.winner === null ? null : (view.sides[view.winner - 1]?.player?.id ?? null),
    best_of: view.bestOf,
    starts_at: isoTime(view.startsAt),
    finished_at: view.finishedAt === null ? null : isoTime(view.finishedAt),
  };
}

function side({ player, source, bye }: SideView): Json {
  if (player) return playerName(player);
  if (bye) return { bye: true };
  return source === null ? null : { source };
}
