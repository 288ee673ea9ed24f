import type { Log } from '../accounts/ports.ts';
import { MINUTE_MS } from '../durations.ts';

/** `missing`: no signature. `old`: the timestamp is more than 5 minutes from our clock. `wrong`: not signed by Discord. */
export type RefusedSignature = 'missing' | 'old' | 'wrong';

const LOG_INTERVAL_MS = MINUTE_MS;

/** Counts refused requests and logs them at most once a minute: anyone can send them. */
export function createRefusedSignatures({
  now,
  log,
  onRefused,
}: {
  now: () => number;
  log: Pick<Log, 'warn'>;
  onRefused: (reason: RefusedSignature) => void;
}): (reason: RefusedSignature) => void {
  const noCounts = { missing: 0, old: 0, wrong: 0 };
  let counts = { ...noCounts };
  let loggedAt = -Infinity;
  return (reason) => {
    onRefused(reason);
    counts[reason] += 1;
    if (now() - loggedAt < LOG_INTERVAL_MS) return;
    loggedAt = now();
    log.warn(counts, 'refused interactions by signature since the last log line');
    counts = { ...noCounts };
  };
}
