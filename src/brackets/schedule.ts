import { HOUR_MS } from '../durations.ts';
import type { Moment, Tournament } from '../reading/records.ts';

const exact = (moment: Moment | undefined): number | undefined =>
  moment?.precision === 'second' ? moment.epochMs : undefined;

/**
 * When a tournament starts and ends, epoch milliseconds, if its record gives a time to the second. Without a recorded end, it ends
 * `hours` after the start.
 */
export function scheduleOf(
  { startsAt, endsAt }: Pick<Tournament, 'startsAt' | 'endsAt'>,
  hours?: number,
): { start: number | undefined; end: number | undefined } {
  const start = exact(startsAt);
  const own = exact(endsAt);
  if (start === undefined) return { start, end: own };
  if (own !== undefined && own > start) return { start, end: own };
  return { start, end: hours === undefined ? undefined : start + hours * HOUR_MS };
}
