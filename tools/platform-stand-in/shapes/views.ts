import { isBye } from '../world/draw.ts';
import { rankLabel } from '../world/ratings.ts';
import type { Seat, World, WorldMatch, WorldPlayer, WorldTournament } from '../world/records.ts';
import { closedBecause } from '../world/registrations.ts';
import { winnerSide } from '../world/scores.ts';
import { ranking, trend } from '../world/standings.ts';

/** What shapes serve: world records with their references followed and their derived values worked out. */
export interface PlayerView extends WorldPlayer {
  rank: string;
}

export interface TournamentView extends Omit<WorldTournament, 'entrantIds'> {
  entrants: PlayerView[];
  registrationOpen: boolean;
}

export interface SideView {
  player: PlayerView | null;
  score: number | null;
  /** "Winner of M12", until M12 is decided. */
  source: string | null;
  bye: boolean;
}

export interface MatchView extends Omit<WorldMatch, 'seats' | 'scores' | 'tournamentId'> {
  tournament: { id: string; name: string };
  sides: [SideView, SideView];
  winner: 1 | 2 | null;
}

interface RoundView extends Pick<WorldMatch, 'section' | 'group' | 'round' | 'roundName'> {
  matches: MatchView[];
}

export interface BracketView {
  tournament: WorldTournament;
  rounds: RoundView[];
}

export interface RankingView {
  /** null: the global ranking. */
  region: string | null;
  entries: { place: number; player: PlayerView; trend: string }[];
}

export interface RegistrationView {
  tournament: WorldTournament;
  player: PlayerView;
  at: number;
}

export function playerView(player: WorldPlayer): PlayerView {
  return { ...player, rank: rankLabel(player.elo) };
}

export function tournamentView(world: World, tournament: WorldTournament, at: number): TournamentView {
  const { entrantIds, ...rest } = tournament;
  const entrants = entrantIds.flatMap((playerId) => playerById(world, playerId) ?? []);
  return { ...rest, entrants, registrationOpen: closedBecause(tournament, at) === undefined };
}

export function matchView(world: World, match: WorldMatch): MatchView {
  const { seats, scores, tournamentId, ...rest } = match;
  const side = (seat: Seat, score: number | undefined): SideView => ({
    player: playerById(world, seat.playerId),
    score: score ?? null,
    source: seat.playerId === null ? sourceLabel(world, seat) : null,
    bye: isBye(seat),
  });
  return {
    ...rest,
    tournament: { id: tournamentId, name: world.tournaments.get(tournamentId)?.name ?? '' },
    sides: [side(seats[0], scores?.[0]), side(seats[1], scores?.[1])],
    winner: winnerSide(match),
  };
}

/** Rounds in the order of play. */
export function bracketView(world: World, tournament: WorldTournament): BracketView {
  const rounds = new Map<string, RoundView>();
  for (const match of world.matches.values()) {
    if (match.tournamentId !== tournament.id) continue;
    const { section, group, round, roundName } = match;
    const name = `${section} ${group} ${round}`;
    const view = rounds.get(name) ?? { section, group, round, roundName, matches: [] };
    view.matches.push(matchView(world, match));
    rounds.set(name, view);
  }
  return { tournament, rounds: [...rounds.values()] };
}

export function rankingView(world: World, region: string | null, limit: number): RankingView {
  const players = ranking(world, region ?? undefined).slice(0, limit);
  return {
    region,
    entries: players.map((player, index) => ({
      place: index + 1,
      player: playerView(player),
      trend: trend(world, player.id),
    })),
  };
}

function playerById(world: World, playerId: string | null): PlayerView | null {
  const player = playerId === null ? undefined : world.players.get(playerId);
  return player ? playerView(player) : null;
}

function sourceLabel(world: World, { source }: Seat): string | null {
  const feeding = source && world.matches.get(source.matchId);
  if (!feeding) return null;
  return `${source.outcome === 'winner' ? 'Winner' : 'Loser'} of M${feeding.number}`;
}
