import type { World, WorldTournament } from './records.ts';
import { PlatformRefusal } from './refusal.ts';

/** Why registration is not possible now; undefined while registration is open. */
export function closedBecause(tournament: WorldTournament, at: number): PlatformRefusal | undefined {
  switch (tournament.state) {
    case 'running':
      return new PlatformRefusal(409, 'already_started', 'This tournament has begun: registration is over.');
    case 'finished':
      return new PlatformRefusal(409, 'finished', 'This tournament is over.');
    case 'cancelled':
      return new PlatformRefusal(409, 'cancelled', 'This tournament was cancelled.');
    case 'postponed':
      return new PlatformRefusal(409, 'postponed', 'This tournament is postponed.');
    case 'upcoming':
      if (at >= tournament.registrationClosesAt) {
        return new PlatformRefusal(403, 'registration_closed', 'Registration for this tournament is closed.');
      }
      if (tournament.entrantIds.length >= tournament.capacity) {
        return new PlatformRefusal(409, 'full', 'This tournament is full.');
      }
      return undefined;
  }
}

export function register(world: World, tournament: WorldTournament, playerId: string, at: number): void {
  if (tournament.entrantIds.includes(playerId)) {
    throw new PlatformRefusal(409, 'already_registered', 'You are registered for this tournament already.');
  }
  const refusal = closedBecause(tournament, at);
  if (refusal) throw refusal;
  if (tournament.region !== null && world.players.get(playerId)?.region !== tournament.region) {
    throw new PlatformRefusal(403, 'other_region', `This tournament is for players of ${tournament.region}.`);
  }
  tournament.entrantIds.push(playerId);
}
