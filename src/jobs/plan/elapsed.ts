import { isSuspended } from '../../brackets/registration.ts';
import { MINUTE_MS } from '../../durations.ts';
import { resultOf } from './result-codes.ts';
import type { FeedRecord } from './feed-record.ts';
import type { Elapsed, FeedReading } from './plan-input.ts';

/** The most that counts as waiting time when only the wall clock is available: it may have jumped. */
const UNSURE_MAX_MS = 2 * MINUTE_MS;

/** `notedAt`: when this owner read the bracket that the feed last noted, by its own clock; `undefined` for a new owner. */
export function elapsedSince(
  notedAt: number | undefined,
  feed: Pick<FeedRecord, 'bracketAt'>,
  { bracketAt, bracketMonotonic }: Pick<FeedReading, 'bracketAt' | 'bracketMonotonic'>,
): Elapsed {
  const isExact = notedAt !== undefined && bracketMonotonic !== undefined;
  return { ms: Math.max(0, isExact ? bracketMonotonic - notedAt : bracketAt - feed.bracketAt), isExact };
}

/** The waiting time of a reading: what could not be read could not be reported either, as far as anybody here knows. */
export const countedMs = (
  { ms, isExact }: Elapsed,
  { failedMs = 0 }: Pick<FeedReading, 'failedMs'>,
): number => (isExact ? Math.max(0, ms - failedMs) : Math.min(ms, UNSURE_MAX_MS));

/** The feed with the time for which the called matches have waited by this reading; what was called by it has only begun to wait. */
export function withWaits(feed: FeedRecord, reading: FeedReading, elapsed: Elapsed): FeedRecord {
  if (!reading.isCurrent || reading.stage !== 'running' || isSuspended(reading.tournament)) return feed;
  const counted = countedMs(elapsed, reading);
  const open = reading.matches.filter(({ match }) => resultOf(match) === undefined);
  const matches = new Map(feed.matches);
  for (const { key } of open) {
    const record = matches.get(key);
    const { call } = record ?? {};
    if (record === undefined || call?.at === undefined || call.reminded === 'organizers') continue;
    const waitedMs = call.waitedMs === undefined ? 0 : call.waitedMs + counted;
    matches.set(key, { ...record, call: { ...call, waitedMs } });
  }
  return { ...feed, matches };
}
