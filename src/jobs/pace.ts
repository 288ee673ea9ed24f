const MINUTE_MS = 60_000;
/** A little more than an even spacing, so that no window of a minute holds one poll too many. */
const MARGIN = 1.05;
const SLOWEST = 8;

/** Why a poll failed, as far as it says how fast to go on. */
export interface PollFailure {
  kind: string;
  retryAfterMs?: number | undefined;
}

export type Pace = ReturnType<typeof createPace>;

/** How often the platform is polled: evenly, slower while it fails, as fast as before once it answers again. */
export function createPace({ perMinute, monotonic }: { perMinute: number; monotonic: () => number }) {
  const spacingMs = (MINUTE_MS / perMinute) * MARGIN;
  let nextAt = monotonic();
  let slowdown = 1;

  return {
    /** Takes the next poll if it is time for it. */
    take(): boolean {
      if (monotonic() < nextAt) return false;
      nextAt = monotonic() + spacingMs * slowdown;
      return true;
    },
    onSuccess(): void {
      slowdown = Math.max(1, slowdown / 2);
    },
    onFailure({ kind, retryAfterMs = 0 }: PollFailure): void {
      if (kind !== 'rate-limited' && kind !== 'unavailable') return;
      slowdown = Math.min(SLOWEST, slowdown * 2);
      nextAt = Math.max(nextAt, monotonic() + Math.max(retryAfterMs, spacingMs * slowdown));
    },
  };
}
