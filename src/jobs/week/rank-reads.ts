import { MINUTE_MS } from '../../durations.ts';
import { createExpiringCache } from '../../async/expiring-cache.ts';
import { PlatformError } from '../../platform/error.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PlayerRank, RankingEntry } from '../../reading/records.ts';
import type { Pace } from '../owner/pace.ts';

/** What was read so recently serves all boards. */
const FRESH_MS = 10 * MINUTE_MS;
/** A read that waited so long goes before the followed tournaments. */
const PATIENCE_MS = MINUTE_MS;
const AT_ONCE = 2;
const CACHED_MAX = 5000;
/** A single new call: background reads are never retried, and a cached answer is no reading. */
const ONCE = { fresh: true, once: true } as const;

type Outcome<T> = { value: T; readAt: number } | 'failed';

interface RankReadsDeps {
  platform: Pick<Platform, 'rankings' | 'userRank'>;
  pace: Pace;
  onPoll: (outcome: string) => void;
  /** Something that was wanted is there, or failed. */
  onRead: () => void;
  now: () => number;
  monotonic: () => number;
}

/** Reads rankings and single ranks for the boards of all servers, with what the followed tournaments leave of the pace. */
export function createRankReads({ platform, pace, onPoll, onRead, now, monotonic }: RankReadsDeps) {
  const wanted = new Map<string, { at: number; read: () => Promise<void> }>();
  const running = new Set<Promise<void>>();

  /** Gives what was read lately; otherwise it will be read. */
  function source<T>(kind: string, call: (id: string) => Promise<{ value: T }>) {
    const outcomes = createExpiringCache<Outcome<T>>({ ttlMs: FRESH_MS, max: CACHED_MAX, now });
    return {
      get: (id: string): Outcome<T> | undefined => outcomes.get(id),
      want(id: string): void {
        const key = `${kind}:${id}`;
        if (wanted.has(key)) return;
        const read = async (): Promise<void> => {
          try {
            const { value } = await call(id);
            pace.onSuccess();
            onPoll('ok');
            outcomes.set(id, { value, readAt: now() });
          } catch (error) {
            if (!(error instanceof PlatformError)) throw error;
            onPoll(error.kind);
            pace.onFailure(error);
            outcomes.set(id, 'failed');
          }
        };
        wanted.set(key, { at: monotonic(), read });
      },
    };
  }

  function next(): void {
    const [first] = wanted;
    if (first === undefined || running.size >= AT_ONCE || !pace.isOpen()) return;
    const [key, { read }] = first;
    wanted.delete(key);
    pace.take();
    const reading = read()
      .catch(() => undefined)
      .finally(() => {
        running.delete(reading);
        onRead();
      });
    running.add(reading);
  }

  return {
    /** By region; the global one under an empty id. */
    rankings: source<RankingEntry[]>('ranking', (region) =>
      platform.rankings(region === '' ? {} : { region }, ONCE),
    ),
    ranks: source<PlayerRank>('rank', (playerId) => platform.userRank(playerId, ONCE)),
    /** What has waited for long. */
    nextLate(): void {
      const [first] = wanted.values();
      if (first !== undefined && monotonic() - first.at >= PATIENCE_MS) next();
    },
    next,
    idle: async (): Promise<void> => void (await Promise.all(running)),
    clear: (): void => wanted.clear(),
  };
}

export type RankReads = ReturnType<typeof createRankReads>;
