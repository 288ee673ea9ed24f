import pLimit from 'p-limit';
import { MINUTE_MS } from '../durations.ts';
import type { Match } from '../reading/records.ts';
import { createLookUps, type LookUps } from './look-ups.ts';
import { FRESH_MS } from './read-cache.ts';

/** The matches of histories that list ids alone, from GET /v1/matches/:id. */
export type BareMatches = LookUps<Match>;

/** A finished match seldom changes. */
const FINISHED_MS = 10 * MINUTE_MS;
const MAX_CONCURRENT = 24;
/** The most matches. */
const MAX_MATCHES = 5000;

export const createBareMatches = (options: {
  ask: (matchId: string) => Promise<Match>;
  /** Monotonic milliseconds. */
  now: () => number;
}): BareMatches =>
  createLookUps<Match>({
    ...options,
    limit: pLimit(MAX_CONCURRENT),
    freshMs: ({ phase }) => (phase === 'finished' ? FINISHED_MS : FRESH_MS),
    maxSize: MAX_MATCHES,
    sizeOf: () => 1,
  });

/** Whether only the id of a match is known. */
export function isBare({ id, sides, ...rest }: Match): boolean {
  return id !== '' && Object.keys(rest).length === 0 && sides.every((side) => Object.keys(side).length === 0);
}
