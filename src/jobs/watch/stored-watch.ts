import { z } from 'zod';
import { hasEnded, type TournamentStage } from '../../brackets/tournament-stage.ts';
import { present } from '../../present.ts';
import { storedObject } from '../../store/schema.ts';
import type { Clocks, Watch } from './watch.ts';

/** The stored part of a watch, so that a new owner knows what to read first. */
export const StoredWatch = storedObject({
  stage: z.enum(['registration', 'running', 'over', 'cancelled']),
  /** When its record or bracket last changed, epoch milliseconds. */
  changedAt: z.number(),
  /** A reading showed a match as open. */
  marksOpen: z.literal(true).exactOptional(),
  /** When its end was first seen, epoch milliseconds. */
  overAt: z.number().exactOptional(),
  /** When it was last read completely, if it has ended and all channels show that, epoch milliseconds. */
  readAt: z.number().exactOptional(),
});
export type StoredWatch = z.infer<typeof StoredWatch>;

/** A tournament that this owner begins to watch; an ended one is read when an earlier owner would have read it. */
export function newWatch(tournamentId: string, { now, monotonic }: Clocks, stored?: StoredWatch): Watch {
  const { changedAt = now, marksOpen, overAt, readAt, stage } = stored ?? {};
  // The clock may have been set back.
  const sinceOf = (at: number): number => monotonic - Math.max(0, now - at);
  const isResting = stage !== undefined && hasEnded(stage) && readAt !== undefined;
  return {
    tournamentId,
    bracket: { state: 'unread' },
    changedAt,
    matchTimes: [],
    restMs: 0,
    requestedAt: isResting ? { record: sinceOf(readAt), bracket: sinceOf(readAt) } : {},
    failingSince: {},
    ...present({
      marksOpen,
      stage,
      overSince: overAt === undefined ? undefined : sinceOf(overAt),
      isResting: isResting || undefined,
    }),
  };
}

/** The stored part of a watch. `isTold`: all its channels show the last reading. */
export function storedWatch(
  { changedAt, failingSince, marksOpen, overSince, requestedAt, stage }: Watch & { stage: TournamentStage },
  { isTold }: { isTold: boolean },
  { now, monotonic }: Clocks,
): StoredWatch {
  const atOf = (since: number): number => now - (monotonic - since);
  const { bracket = -Infinity, record = -Infinity } = requestedAt;
  const isWhole = Object.keys(failingSince).length === 0 && Math.min(bracket, record) > -Infinity;
  return {
    stage,
    changedAt,
    ...present({
      marksOpen,
      overAt: overSince === undefined ? undefined : atOf(overSince),
      readAt: hasEnded(stage) && isTold && isWhole ? atOf(Math.min(bracket, record)) : undefined,
    }),
  };
}
