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

/** The feed with the time for which the called matches have waited by this reading. What was called by it, or has a result, has only begun to wait. */
export function withWaits(feed: FeedRecord, reading: FeedReading, elapsed: Elapsed): FeedRecord {
  if (!reading.isCurrent) return feed;
  const waits = reading.stage === 'running' && !isSuspended(reading.tournament);
  const counted = countedMs(elapsed, reading);
  const matches = new Map(feed.matches);
  for (const { key, match } of reading.matches) {
    const record = matches.get(key);
    const { call } = record ?? {};
    if (record === undefined || call?.at === undefined) continue;
    const { reminded, waitedMs, ...rest } = call;
    if (resultOf(match) !== undefined) {
      // Once it is open again, nobody is late at once, and its players, who are reminded once, not again.
      const told = reminded === undefined ? {} : { reminded: 'players' as const };
      if (waitedMs !== undefined) matches.set(key, { ...record, call: { ...rest, ...told } });
    } else if (waits && reminded !== 'organizers') {
      matches.set(key, {
        ...record,
        call: { ...call, waitedMs: waitedMs === undefined ? 0 : waitedMs + counted },
      });
    }
  }
  return { ...feed, matches };
}
