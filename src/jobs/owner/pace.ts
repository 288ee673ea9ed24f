import { MINUTE_MS } from '../../durations.ts';
/** A read may arrive later than it was sent, and the platform counts arrivals. */
const TRANSIT_MS = 1000;
const SLOWEST = 8;
const MAX_RETRY_AFTER_MS = 10 * MINUTE_MS;

/** Why a read failed, as far as that affects the pace. */
export interface ReadFailure {
  kind: string;
  retryAfterMs?: number | undefined;
}

export type Pace = ReturnType<typeof createPace>;

/**
 * The pace of platform reads: evenly, never more than `perMinute` in any minute; slower while the platform fails, and back to
 * normal once it answers again.
 */
export function createPace({ perMinute, monotonic }: { perMinute: number; monotonic: () => number }) {
  const spacingMs = MINUTE_MS / perMinute;
  /** The times of the last minute's reads. */
  let recent: number[] = [];
  let nextAt = monotonic();
  let slowdown = 1;
  let made = 0;
  /** Since when the platform has answered no read. */
  let silentSince: number | undefined;
  let lastOutageSince = -Infinity;

  return {
    /** How many reads were made. */
    made: () => made,
    /** Follows another owner, which may have read just before. */
    takeOver(): void {
      nextAt = Math.max(nextAt, monotonic() + spacingMs);
    },
    /** Whether it is time for a read. */
    isOpen(): boolean {
      const now = monotonic();
      recent = recent.filter((at) => now - at < MINUTE_MS + TRANSIT_MS);
      return now >= nextAt && recent.length < perMinute;
    },
    /** Counts a read. */
    take(): void {
      const now = monotonic();
      recent.push(now);
      made += 1;
      // From when it was due, so that a late tick does not delay the following reads; at most two reads at once.
      nextAt = Math.max(nextAt, now - spacingMs) + spacingMs * slowdown;
    },
    /** When the last outage of a minute or more began that is over; `-Infinity` before one. */
    lastOutageSince: () => lastOutageSince,
    onSuccess(): void {
      if (silentSince !== undefined && monotonic() - silentSince >= MINUTE_MS) lastOutageSince = silentSince;
      silentSince = undefined;
      slowdown = Math.max(1, slowdown / 2);
      nextAt = Math.min(nextAt, monotonic() + spacingMs * slowdown);
    },
    onFailure({ kind, retryAfterMs = 0 }: ReadFailure): void {
      if (kind !== 'rate-limited' && kind !== 'unavailable') return;
      silentSince ??= monotonic();
      slowdown = Math.min(SLOWEST, slowdown * 2);
      const waitMs = Math.max(Math.min(retryAfterMs, MAX_RETRY_AFTER_MS), spacingMs * slowdown);
      nextAt = Math.max(nextAt, monotonic() + waitMs);
    },
  };
}
