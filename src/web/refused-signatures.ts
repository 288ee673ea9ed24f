import type { Log } from '../accounts/ports.ts';

/** `missing`: none was sent. `old`: signed more than 5 minutes from now, by this clock. `wrong`: not by Discord's key. */
export type RefusedSignature = 'missing' | 'old' | 'wrong';

const LINE_MS = 60_000;

/** Counts what is refused, and says so in the log once a minute at most: anybody may send anything. */
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
  let lineAt = -Infinity;
  return (reason) => {
    onRefused(reason);
    counts[reason] += 1;
    if (now() - lineAt < LINE_MS) return;
    lineAt = now();
    log.warn(counts, 'interactions refused for their signatures since the last such line');
    counts = { ...noCounts };
  };
}
