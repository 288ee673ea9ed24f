import { isSurelyOn } from './reading.ts';
import { MINUTE_MS } from '../../durations.ts';
import { resultOf } from './result-codes.ts';
import type { FeedRecord } from './feed-record.ts';
import type { Elapsed, FeedReading } from './plan-input.ts';

/** The most waiting time that counts if only the wall clock is available: it may have jumped. */
const UNSURE_MAX_MS = 2 * MINUTE_MS;

/** `notedAt`: when this owner read the bracket that the feed last recorded, by its own clock; `undefined` for a new owner. */
export function elapsedSince(
  notedAt: number | undefined,
  feed: Pick<FeedRecord, 'bracketAt'>,
  { bracketAt, bracketMonotonic }: Pick<FeedReading, 'bracketAt' | 'bracketMonotonic'>,
): Elapsed {
  const isExact = notedAt !== undefined && bracketMonotonic !== undefined;
  return { ms: Math.max(0, isExact ? bracketMonotonic - notedAt : bracketAt - feed.bracketAt), isExact };
}

/** The waiting time of a reading. Time in which the platform was unreadable does not count: members could not report either. */
export const countedMs = (
  { ms, isExact }: Elapsed,
  { failedMs = 0 }: Pick<FeedReading, 'failedMs'>,
): number => (isExact ? Math.max(0, ms - failedMs) : Math.min(ms, UNSURE_MAX_MS));

/** Adds the waiting time of called matches. A match that this reading called, or that has a result, starts at zero. */
export function withWaits(feed: FeedRecord, reading: FeedReading, elapsed: Elapsed): FeedRecord {
  if (!reading.isCurrent) return feed;
  const waits = isSurelyOn(reading);
  const counted = countedMs(elapsed, reading);
  const matches = new Map(feed.matches);
  for (const { key, match } of reading.matches) {
    const record = matches.get(key);
    const { call } = record ?? {};
    if (record === undefined || call?.at === undefined) continue;
    const { reminded, waitedMs, ...rest } = call;
    if (resultOf(match) !== undefined) {
      // A reopened match is not late at once, and its players get no second reminder.
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
