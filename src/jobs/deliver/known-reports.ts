import { LRUCache } from 'lru-cache';
import { atMost } from '../../async/at-most.ts';
import type { Match } from '../../reading/records.ts';
import type { ShownReport } from '../../replies/results.ts';
import { resultOf } from '../plan/result-codes.ts';

/** As many matches as this owner knows the reports of. */
const CACHE_SIZE = 20_000;

/** Of a server. */
type FindReport = (match: Match, guildId: string) => Promise<ShownReport | undefined>;

const NONE = 'none';

export type KnownReports = ReturnType<typeof createKnownReports>;

/**
 * The reports of matches as one owner knows them: each is read once, and again after a press on its match or another result.
 */
export function createKnownReports(find: FindReport) {
  const known = new LRUCache<string, ShownReport | typeof NONE>(atMost(CACHE_SIZE));
  const keys = new LRUCache<string, Set<string>>(atMost(CACHE_SIZE));

  return {
    /** Throws `StoreError`. */
    async of(match: Match, guildId: string): Promise<ShownReport | undefined> {
      const key = JSON.stringify([guildId, match.id, resultOf(match)]);
      const before = known.get(key);
      if (before !== undefined) return before === NONE ? undefined : before;
      const report = await find(match, guildId);
      known.set(key, report ?? NONE);
      keys.set(match.id, (keys.get(match.id) ?? new Set()).add(key));
      return report;
    },
    /** Somebody did something about these matches. */
    forget(matchIds: Iterable<string>): void {
      for (const id of matchIds) for (const key of keys.get(id) ?? []) known.delete(key);
    },
    clear(): void {
      known.clear();
      keys.clear();
    },
  };
}
