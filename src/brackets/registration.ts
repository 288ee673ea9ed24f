import { DAY_MS } from '../durations.ts';
import type { Moment, Tournament } from '../reading/records.ts';

/** A date without a time of day is noon UTC; a day later that date is over in every time zone. */
export const isPast = ({ epochMs, precision }: Moment, now: number): boolean =>
  now > epochMs + (precision === 'day' ? DAY_MS : 0);

/** Whether a tournament has yet to start: by its phase, or else by its start time. */
export const isAhead = ({ phase, startsAt }: Tournament, now: number): boolean =>
  phase === undefined
    ? startsAt === undefined || !isPast(startsAt, now)
    : phase === 'upcoming' || phase === 'open';

/** Whether a tournament takes players; `open` also if its record does not say. */
export type Registration = 'open' | 'full' | NonNullable<Tournament['registration']>;

/** By a tournament's phase, its closing time or else its start, and capacity. `now`: epoch milliseconds. */
export function registrationOf(tournament: Tournament, now: number): Registration {
  const { phase, registration, registrationClosesAt: closes, entrants, capacity } = tournament;
  if (phase === 'running' || phase === 'finished' || phase === 'cancelled') return 'closed';
  if (registration !== undefined) return registration;
  if (closes === undefined ? !isAhead(tournament, now) : isPast(closes, now)) return 'closed';
  return entrants !== undefined && capacity !== undefined && entrants >= capacity ? 'full' : 'open';
}

/** Whether play is suspended, even if it has begun. */
export const isSuspended = ({ phase, registration }: Tournament): boolean =>
  registration === 'postponed' && phase !== 'finished' && phase !== 'cancelled';

/**
 * Whether a player is registered: by the entrants in the record, or by the tournament ids that the bot recorded. A list as long as
 * the count of entrants is complete, so a player who is missing has withdrawn.
 */
export function isEntrant(
  { id, entrants, entrantIds }: Tournament,
  playerId: string,
  notedIds: readonly string[],
): boolean {
  if (entrantIds?.includes(playerId) === true) return true;
  const isWhole = entrantIds !== undefined && entrants !== undefined && entrantIds.length >= entrants;
  return !isWhole && notedIds.includes(id);
}
