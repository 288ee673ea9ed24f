import { MINUTE_MS } from '../../durations.ts';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../async/at-most.ts';
import { PlatformError } from '../../platform/error.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PlayerRank, RankingEntry } from '../../reading/records.ts';
import type { StoreLog } from '../../store/store.ts';
import type { Pace } from '../owner/pace.ts';
import type { TurnLimits } from '../plan/turn-limits.ts';
import { createPacedCall, type OnceOptions } from '../owner/paced-call.ts';

/** A read this recent serves all boards. */
const FRESH_MS = 10 * MINUTE_MS;
/** Of the reads that waited this long, some go before the followed tournaments. */
const PATIENCE_MS = MINUTE_MS;
const LATE_SHARE = 6;
const CACHED_MAX = 5000;

type Outcome<T> = { value: T } | 'failed';

interface BoardReadsDeps {
  limits: Pick<TurnLimits, 'ranks'>;
  platform: Pick<Platform, 'rankings' | 'userRank'>;
  pace: Pace;
  onPoll: (outcome: string) => void;
  /** Called when a requested read is done or failed. */
  onRead: () => void;
  log: Pick<StoreLog, 'warn'>;
  monotonic: () => number;
}

/** Reads rankings and single ranks for the boards of all servers, with the calls that the followed tournaments leave. */
export function createBoardReads({ limits, platform, pace, onPoll, onRead, log, monotonic }: BoardReadsDeps) {
  const wanted = new Map<string, { at: number; read: () => Promise<void> }>();
  const running = new Set<Promise<void>>();
  const paced = createPacedCall({ pace, onPoll });
  /** The number of reads that the pace had counted after the last one here. */
  let servedAt = -Infinity;

  /** The reads of one kind, by id. */
  function source<T>(kind: string, call: (id: string, once: OnceOptions) => Promise<{ value: T }>) {
    const outcomes = new LRUCache<string, { outcome: Outcome<T>; readAt: number }>(atMost(CACHED_MAX));
    const note = (id: string, outcome: Outcome<T>): void =>
      void outcomes.set(id, { outcome, readAt: monotonic() });
    return {
      /** For a board that has waited since then: its reads stay valid until all of them are done. */
      get(id: string, since: number): Outcome<T> | undefined {
        const read = outcomes.get(id);
        return read !== undefined && since - read.readAt < FRESH_MS ? read.outcome : undefined;
      },
      want(id: string): void {
        const key = `${kind}:${id}`;
        if (wanted.has(key)) return;
        const read = async (): Promise<void> => {
          const answer = await paced((once) => call(id, once));
          note(id, answer instanceof PlatformError ? 'failed' : answer);
        };
        wanted.set(key, { at: monotonic(), read });
      },
    };
  }

  function next(): void {
    const [first] = wanted;
    if (first === undefined || running.size >= limits.ranks || !pace.isOpen()) return;
    const [key, { read }] = first;
    wanted.delete(key);
    pace.take();
    servedAt = pace.made();
    const reading = read()
      .catch((error: unknown) => log.warn({ err: error }, 'a rank could not be read for a leaderboard'))
      .finally(() => {
        running.delete(reading);
        onRead();
      });
    running.add(reading);
  }

  return {
    /** By region; the global one under an empty id. */
    rankings: source<RankingEntry[]>('ranking', (region, once) =>
      platform.rankings(region === '' ? {} : { region }, once),
    ),
    ranks: source<PlayerRank>('rank', (playerId, once) => platform.userRank(playerId, once)),
    /** Makes a read that has waited long. */
    nextLate(): void {
      const [first] = wanted.values();
      const isLate = first !== undefined && monotonic() - first.at >= PATIENCE_MS;
      if (isLate && pace.made() - servedAt >= LATE_SHARE - 1) next();
    },
    next,
    idle: async (): Promise<void> => void (await Promise.all(running)),
    clear: (): void => wanted.clear(),
  };
}

export type BoardReads = ReturnType<typeof createBoardReads>;
