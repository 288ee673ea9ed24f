import { DAY_MS, MINUTE_MS } from '../../durations.ts';
import type { Clocks, Watch } from './watch.ts';

/** After a tournament was missing from the platform for this long, its follows stop. */
const MISSING_MS = 10 * MINUTE_MS;
/** After this long without an end or news, its follows stop. */
const ENDLESS_MS = 30 * DAY_MS;

/** Why the follows of a tournament stop. */
export type WatchEnd = 'tournament-gone' | 'endless';

/** Ended tournaments are read too rarely to tell whether the platform has lost all tournaments. */
const isAlone = (all: readonly Watch[]): boolean =>
  all.filter(({ overSince }) => overSince === undefined).length <= 1;

/** Unless another tournament was found since, the platform may have lost all of them temporarily. */
const isProof = (missingSince: number, all: readonly Watch[]): boolean =>
  isAlone(all) || all.some(({ foundAt = -Infinity }) => foundAt > missingSince);

/** Whether the follows of one of all watched tournaments should end. */
export function endOf(watch: Watch, all: readonly Watch[], { now, monotonic }: Clocks): WatchEnd | undefined {
  const { changedAt, failingSince, missingSince, tournament } = watch;
  // A tournament read within the last day existed, and may be back tomorrow.
  const wasRead = watch.foundAt !== undefined && monotonic - watch.foundAt < DAY_MS;
  const patienceMs = wasRead || isAlone(all) ? DAY_MS : MISSING_MS;
  if (missingSince !== undefined) {
    // A failed read says nothing about that.
    const isMissing = failingSince.record === undefined && monotonic - missingSince >= patienceMs;
    return isMissing && isProof(missingSince, all) ? 'tournament-gone' : undefined;
  }
  const since = Math.max(changedAt, tournament?.startsAt?.epochMs ?? 0);
  return tournament !== undefined && now - since >= ENDLESS_MS ? 'endless' : undefined;
}
