import { MINUTE_MS } from '../durations.ts';

/**
 * A time of day that Discord shows in the reader's time zone. Unlike "in 2 seconds" it stays correct however late it is read.
 * Discord shows whole minutes: round `up` for the end of a wait and `down` for an expiry.
 */
export function clockTime(epochMs: number, round: 'up' | 'down'): string {
  const minutes = epochMs / MINUTE_MS;
  return `<t:${60 * (round === 'up' ? Math.ceil(minutes) : Math.floor(minutes))}:t>`;
}
