import { LRUCache } from 'lru-cache';
import { atMost } from '../async/at-most.ts';
import { MINUTE_MS } from '../durations.ts';
import { labelKey } from '../words/fold.ts';
import { oneLine } from '../words/plain.ts';
import type { Resident } from './population.ts';
import { newerRank, rankAfter, type RankRecord, type SeenRank } from './ranks.ts';

const PLAYERS_MAX = 20_000;
const LABELS_MAX = 100;
const LABEL_LENGTH = 60;
/** After this long, an equal rank counts as news: another process may have stored something else meanwhile. */
const AGAIN_MS = 10 * MINUTE_MS;

/** The ranks in the platform's answers since this process began, also of players who are not linked yet. */
export function createSeenRanks(now: () => number) {
  const players = new LRUCache<string, { rank: RankRecord; newsAt: number }>(atMost(PLAYERS_MAX));
  const labels = new LRUCache<string, string>(atMost(LABELS_MAX));

  return {
    /** Returns whether that is news. */
    note(seen: SeenRank): boolean {
      if (seen.rank !== undefined) labels.set(labelKey(seen.rank), oneLine(seen.rank, LABEL_LENGTH));
      const { rank: before, newsAt = -Infinity } = players.get(seen.playerId) ?? {};
      const rank = rankAfter(before, seen, now());
      const isNews =
        before === undefined ||
        before.elo !== rank.elo ||
        before.rank !== rank.rank ||
        before.place !== rank.place ||
        Math.abs(now() - newsAt) >= AGAIN_MS;
      players.set(seen.playerId, { rank, newsAt: isNews ? now() : newsAt });
      return isNews;
    },
    of: (playerId: string): RankRecord | undefined => players.get(playerId)?.rank,
    /** Members with the newer of the stored and the seen rank: without rules, no rank is stored. */
    in: (residents: ReadonlyMap<string, Resident>): Map<string, Resident> =>
      new Map(
        [...residents].map(([discordId, resident]) => {
          const { holder } = resident;
          const seen = holder && players.get(holder.playerId)?.rank;
          if (holder === undefined || seen === undefined) return [discordId, resident];
          const rank = newerRank(resident.rank, seen);
          return [
            discordId,
            { ...resident, rank, holder: { ...holder, elo: rank.elo, rank: rank.rank, isRead: true } },
          ];
        }),
      ),
    /** Labels of these members, the most frequent first, then all other labels seen. */
    labelsOf(residents: ReadonlyMap<string, Resident>): string[] {
      const counts = new Map<string, { label: string; count: number }>();
      const add = (label: string, by: number): void => {
        const entry = counts.get(labelKey(label)) ?? { label, count: 0 };
        entry.count += by;
        counts.set(labelKey(label), entry);
      };
      for (const { rank } of residents.values()) if (rank.rank !== undefined) add(rank.rank, 1);
      for (const label of labels.values()) add(label, 0);
      return [...counts.values()].toSorted((a, b) => b.count - a.count).map(({ label }) => label);
    },
  };
}
