import type { Moment, Tournament } from '../platform/records.ts';

const DAY_MS = 24 * 60 * 60_000;

/** A date without a time of day stands at noon: by the end of it, the day is over in every time zone. */
export const isPast = ({ epochMs, precision }: Moment, now: number): boolean =>
  now > epochMs + (precision === 'day' ? DAY_MS : 0);

/** Whether a tournament takes players; `open` also where its record does not tell. */
export type Registration = 'open' | 'full' | NonNullable<Tournament['registration']>;

/** From a tournament's state, its closing time and its places. `now`: epoch milliseconds. */
export function registrationOf(tournament: Tournament, now: number): Registration {
  const { phase, registration, registrationClosesAt: closes, entrants, capacity } = tournament;
  if (phase === 'running' || phase === 'finished' || phase === 'cancelled') return 'closed';
  if (registration !== undefined) return registration;
  if (closes !== undefined && isPast(closes, now)) return 'closed';
  return entrants !== undefined && capacity !== undefined && entrants >= capacity ? 'full' : 'open';
}

/** Whether a tournament is yet to start; without a state, its time tells. */
export const isAhead = ({ phase, startsAt }: Tournament, now: number): boolean =>
  phase === undefined
    ? startsAt === undefined || !isPast(startsAt, now)
    : phase === 'upcoming' || phase === 'open';

/** Whether a player is registered: by the record, where it lists who is, or by the ids of tournaments that were noted. */
export const isEntrant = (
  { id, entrantIds }: Tournament,
  playerId: string,
  notedIds: readonly string[],
): boolean => notedIds.includes(id) || entrantIds?.includes(playerId) === true;
