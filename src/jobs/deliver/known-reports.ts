import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '../../durations.ts';
import { atMost } from '../../async/at-most.ts';
import type { Match } from '../../reading/records.ts';
import type { ShownReport } from '../../replies/report-view.ts';
import { resultOf } from '../plan/result-codes.ts';

/** How many matches' reports this owner caches. */
const CACHE_SIZE = 20_000;
/** A fresh report may no longer apply when it is read again. */
const QUESTION_MS = MINUTE_MS;

/** Of a server. */
type FindReport = (match: Match, guildId: string) => Promise<ShownReport | undefined>;

export type KnownReports = ReturnType<typeof createKnownReports>;

/**
 * This owner's cache of reports: each is read once, and again after a press on its match or another result; an open one is read
 * again each minute.
 */
export function createKnownReports(
  {
    lookAt,
    standing: find,
  }: { lookAt: (matchId: string, guildId: string) => Promise<void>; standing: FindReport },
  monotonic: () => number,
) {
  const known = new LRUCache<string, { report: ShownReport | undefined; until: number }>(atMost(CACHE_SIZE));
  const ended = new LRUCache<string, true>(atMost(CACHE_SIZE));
  const keys = new LRUCache<string, Set<string>>(atMost(CACHE_SIZE));

  return {
    /** Throws `StoreError`. */
    async of(match: Match, guildId: string): Promise<ShownReport | undefined> {
      const key = JSON.stringify([guildId, match.id, resultOf(match)]);
      const before = known.get(key);
      if (before !== undefined && monotonic() < before.until) return before.report;
      const report = await find(match, guildId);
      known.set(key, { report, until: report === undefined ? Infinity : monotonic() + QUESTION_MS });
      keys.set(match.id, (keys.get(match.id) ?? new Set()).add(key));
      return report;
    },
    /** These matches have new presses. */
    forget(matchIds: Iterable<string>): void {
      for (const id of matchIds) for (const key of keys.get(id) ?? []) known.delete(key);
    },
    /** No one is asked about a match anymore: once for each state, its open report is checked. Throws `StoreError`. */
    async noteEnd(match: Match, guildId: string, state: string): Promise<void> {
      const key = JSON.stringify([guildId, match.id, state]);
      if (ended.has(key)) return;
      await lookAt(match.id, guildId);
      ended.set(key, true);
    },
    clear(): void {
      known.clear();
      ended.clear();
      keys.clear();
    },
  };
}
