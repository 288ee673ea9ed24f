import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import type { Pace } from '../jobs/owner/pace.ts';
import { createPacedCall } from '../jobs/owner/paced-call.ts';
import type { TurnLimits } from '../jobs/plan/turn-limits.ts';
import { PlatformError } from '../platform/error.ts';
import type { Platform } from '../platform/platform.ts';
import type { RankRecord, RankRead, SeenRank } from './ranks.ts';

/** The global ranking covers many players with one read. */
const RANKING_EVERY_MS = HOUR_MS;
/** A failed read is not repeated sooner, even if the pace allows it. */
const RETRY_MS = 5 * MINUTE_MS;
/** After this many failures the player counts as read, so that one unreadable player does not hold up the others. */
const FAILURES_MAX = 3;

/** A player whose rank is due. `isUrgent`: they have just linked. */
export interface DueRank {
  playerId: string;
  read: RankRead;
  /** When it was read last. */
  at: number;
  isUrgent: boolean;
}

interface RankReadsDeps {
  limits: Pick<TurnLimits, 'ranks'>;
  platform: Pick<Platform, 'user' | 'userRank' | 'rankings'>;
  pace: Pace;
  onPoll: (outcome: string) => void;
  /** Stores what was read of a player. `read`: the read that asked for this player. */
  onSeen: (seen: SeenRank, read?: RankRead) => Promise<void>;
  log: { warn(fields: object, message: string): void };
  monotonic: () => number;
}

/** Reads members' ranks with the calls that the pace leaves: the ranking first, then the players with the oldest rank. */
export function createRankReads({ limits, platform, pace, onPoll, onSeen, log, monotonic }: RankReadsDeps) {
  let due: readonly DueRank[] = [];
  let players: ReadonlySet<string> = new Set();
  let rankingAt = -Infinity;
  const running = new Map<string, Promise<void>>();
  const failures = new Map<string, { count: number; at: number }>();
  const paced = createPacedCall({ pace, onPoll });

  async function readRanking(): Promise<void> {
    const answer = await paced((once) => platform.rankings({}, once));
    if (answer instanceof PlatformError) return;
    for (const { player, elo, rank } of answer.value)
      if (player.id !== undefined && players.has(player.id)) await onSeen({ playerId: player.id, elo, rank });
  }

  async function readOne({ playerId, read }: DueRank): Promise<void> {
    const answer = await paced<Pick<RankRecord, 'elo' | 'rank'>>((once) =>
      read === 'user' ? platform.user(playerId, once) : platform.userRank(playerId, once),
    );
    if (!(answer instanceof PlatformError)) {
      failures.delete(playerId);
      return onSeen({ playerId, elo: answer.value.elo, rank: answer.value.rank }, read);
    }
    const isOutage = answer.kind === 'unavailable' || answer.kind === 'rate-limited';
    const count = (failures.get(playerId)?.count ?? 0) + 1;
    failures.set(playerId, { count, at: monotonic() });
    if (!isOutage || count >= FAILURES_MAX) await onSeen({ playerId }, read);
  }

  function start(key: string, work: () => Promise<void>): void {
    pace.take();
    const reading = work()
      .catch((error: unknown) => log.warn({ err: error }, 'a rank could not be read for roles'))
      .finally(() => running.delete(key));
    running.set(key, reading);
  }

  const isReady = ({ playerId }: DueRank): boolean => {
    const failure = failures.get(playerId);
    return !running.has(playerId) && (failure === undefined || monotonic() - failure.at >= RETRY_MS);
  };

  function next(isWanted: (one: DueRank) => boolean): void {
    if (running.size >= limits.ranks || !pace.isOpen()) return;
    const first = due.find((one) => isWanted(one) && isReady(one));
    if (first === undefined) return;
    const readsRating = due.some(({ read, isUrgent }) => read === 'place' && !isUrgent);
    if (!first.isUrgent && readsRating && monotonic() - rankingAt >= RANKING_EVERY_MS) {
      rankingAt = monotonic();
      return start('', readRanking);
    }
    due = due.filter((one) => one !== first);
    start(first.playerId, () => readOne(first));
  }

  return {
    /** Sets which players are due, and all whose ranks matter. */
    want(ranks: readonly DueRank[], all: ReadonlySet<string>): void {
      due = ranks.toSorted((a, b) => Number(b.isUrgent) - Number(a.isUrgent) || a.at - b.at);
      players = all;
      for (const playerId of failures.keys()) if (!all.has(playerId)) failures.delete(playerId);
    },
    /** The next player who has just linked. */
    nextUrgent: (): void => next(({ isUrgent }) => isUrgent),
    next: (): void => next(() => true),
    idle: async (): Promise<void> => void (await Promise.all(running.values())),
    clear(): void {
      due = [];
      rankingAt = -Infinity;
      failures.clear();
    },
  };
}
