import { drawNextRound } from './bracket.ts';
import { isBye, isUndecided } from './draw.ts';
import { ratingChange } from './ratings.ts';
import type { Seat, World, WorldMatch } from './records.ts';
import { PlatformRefusal } from './refusal.ts';

interface ReportedScore {
  match: WorldMatch;
  scores: [number, number];
  reporterId: string;
  at: number;
}

/** Reports or corrects a result. Throws `PlatformRefusal` where the rules say no; then nothing has changed. */
export function reportScore(world: World, report: ReportedScore): void {
  const { match, scores, reporterId } = report;
  if (!mayScore(world, match, reporterId)) {
    throw new PlatformRefusal(
      403,
      'not_your_match',
      'Only the two players of this match and organizers may report its score.',
    );
  }
  if (match.seats.some((seat) => isBye(seat))) {
    throw new PlatformRefusal(409, 'bye', 'This match is a bye: there is nothing to score.');
  }
  if (match.seats.some((seat) => seat.playerId === null)) {
    throw new PlatformRefusal(409, 'players_unknown', 'Not both players of this match are known yet.');
  }
  if (scores[0] === scores[1] && match.section !== 'group') {
    throw new PlatformRefusal(422, 'no_draws', 'A knockout match cannot end in a draw.');
  }
  const later = fedMatches(world, match).find((next) => next.state !== 'pending');
  if (later) {
    throw new PlatformRefusal(
      409,
      'next_match_started',
      `The result counts for M${later.number} already, which has begun.`,
    );
  }
  settle(world, report);
}

function mayScore(world: World, match: WorldMatch, playerId: string): boolean {
  return (
    match.seats.some((seat) => seat.playerId === playerId) || world.players.get(playerId)?.organizer === true
  );
}

/** Writes a result down: ratings, the bracket and the tournament follow. An earlier result is undone first. */
export function settle(world: World, { match, scores, reporterId, at }: ReportedScore): void {
  const [first, second] = match.seats.map((seat) => world.players.get(seat.playerId ?? ''));
  if (!first || !second) throw new Error(`match ${match.id} lacks a player`);

  undoRating(world, match);
  const change = ratingChange([first.elo, second.elo], scores);
  first.elo += change;
  second.elo -= change;

  match.ratingChange = change;
  match.scores = scores;
  match.reportedById = reporterId;
  match.state = 'finished';
  match.finishedAt = at;
  advance(world, match);
  const tournament = world.tournaments.get(match.tournamentId);
  if (tournament) drawNextRound(world, tournament, at);
  finishTournament(world, match.tournamentId, at);
}

/** Calls a match off, with its score if it has one; no match may depend on it. */
export function cancelMatch(world: World, match: WorldMatch, at: number): void {
  undoRating(world, match);
  match.scores = null;
  match.state = 'cancelled';
  match.finishedAt = null;
  finishTournament(world, match.tournamentId, at);
}

function undoRating(world: World, match: WorldMatch): void {
  const [first, second] = match.seats.map((seat) => world.players.get(seat.playerId ?? ''));
  if (first) first.elo -= match.ratingChange ?? 0;
  if (second) second.elo += match.ratingChange ?? 0;
  match.ratingChange = null;
}

export function winnerSide(match: WorldMatch): 1 | 2 | null {
  if (match.state !== 'finished') return null;
  if (!match.scores) return isBye(match.seats[1]) ? 1 : null;
  const [first, second] = match.scores;
  if (first === second) return null;
  return first > second ? 1 : 2;
}

function advance(world: World, match: WorldMatch): void {
  const side = winnerSide(match);
  const [first, second] = match.seats;
  const [winner, loser] = side === 2 ? [second, first] : [first, second];
  for (const seat of fedSeats(world, match)) {
    seat.playerId = (seat.source?.outcome === 'winner' ? winner : loser).playerId;
  }
}

function fedMatches(world: World, match: WorldMatch): WorldMatch[] {
  return [...world.matches.values()].filter((next) =>
    next.seats.some((seat) => seat.source?.matchId === match.id),
  );
}

function fedSeats(world: World, match: WorldMatch): Seat[] {
  return fedMatches(world, match).flatMap((next) =>
    next.seats.filter((seat) => seat.source?.matchId === match.id),
  );
}

function finishTournament(world: World, tournamentId: string, at: number): void {
  const tournament = world.tournaments.get(tournamentId);
  const open = [...world.matches.values()].some(
    (match) => match.tournamentId === tournamentId && isUndecided(match),
  );
  if (!tournament || open) return;
  tournament.state = 'finished';
  tournament.endsAt = at;
}
