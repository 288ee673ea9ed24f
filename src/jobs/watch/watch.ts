import { MINUTE_MS } from '../../durations.ts';
import { isDecided } from '../../brackets/ending.ts';
import { hasEnded, stageOf, type TournamentStage } from '../../brackets/tournament-stage.ts';
import { outcomeOf } from '../../brackets/results.ts';
import type { Bracket, Tournament } from '../../reading/records.ts';
import { present } from '../../present.ts';
import { contentHash } from '../../sha256.ts';

/** `now`: epoch milliseconds; `monotonic`: milliseconds that never jump. */
export interface Clocks {
  now: number;
  monotonic: number;
}

/** The parts of a tournament that are read. */
export type Part = 'record' | 'bracket';

/**
 * `unread`: not requested since this owner began. `none`: the platform gives none, now or at all. `stale`: read before, and a later
 * read failed, or the tournament has reached its next stage since. `readAt`: epoch milliseconds; `readMonotonic`: by the clock that
 * never jumps. `restMs`: how long the bot chose not to read it before that. `failedMs`: how long reads failed before that.
 * `before`: the last different bracket. `isRepeated`: the reading before this one was the same.
 */
export type BracketState =
  | { state: 'unread' }
  | { state: 'none' }
  | {
      state: 'stale' | 'current';
      bracket: Bracket;
      before?: Bracket;
      isRepeated?: true;
      readAt: number;
      readMonotonic: number;
      restMs: number;
      failedMs: number;
    };

/** One followed tournament, shared by the channels that follow it. Times are monotonic, unless they say otherwise. */
export interface Watch {
  tournamentId: string;
  tournament?: Tournament;
  bracket: BracketState;
  stage?: TournamentStage;
  /** When its record or bracket last changed, epoch milliseconds. */
  changedAt: number;
  /** Hash of the last reading. */
  shows?: string;
  /** The last bracket may be partial: the next one is trusted. */
  isInDoubt?: boolean;
  /** The last record lacked what the previous one had (`lasting.ts`): the next one is trusted. */
  isRecordInDoubt?: true;
  /** A reading showed a match as open. */
  marksOpen?: true;
  /** Since when each reading showed the same decided bracket, while the record does not say that it has finished. */
  decided?: { shows: string; since: number };
  /** When its open matches start, if they have their own times, epoch milliseconds. */
  matchTimes: readonly number[];
  /** When each part was last requested. */
  requestedAt: Partial<Record<Part, number>>;
  /** The longest planned interval since the bracket was last read. */
  restMs: number;
  /** When the record was last read, epoch milliseconds. */
  recordAt?: number;
  /** The same by the clock that never jumps. */
  foundAt?: number;
  /** Since when the platform answers that it has no bracket. */
  noBracketSince?: number;
  /** Since when its bracket is from after an outage, and its record from before it, by the clock that never jumps. */
  recordOldSince?: number;
  /** Since when each part can't be read. */
  failingSince: Partial<Record<Part, number>>;
  /** When a read of the record last failed. */
  failedAt?: number;
  /** Since when it is over or canceled. */
  overSince?: number;
  /** It has ended, and an earlier owner read it: nothing is posted until its next read is due. */
  isResting?: true;
  /** Since when the platform says that there is no such tournament. */
  missingSince?: number;
}

export const without = <T extends object, K extends keyof T>(record: T, ...keys: K[]): Omit<T, K> => {
  const rest = { ...record };
  for (const key of keys) delete rest[key];
  return rest;
};

/** Whether only the record would move a tournament back: from begun to registration, or from ended to running. */
function isBlind(
  { tournament, bracket, failingSince }: Watch,
  before: TournamentStage | undefined,
): before is TournamentStage {
  if (tournament === undefined || (before !== 'running' && before !== 'over')) return false;
  const stage = stageOf(tournament, undefined);
  if (bracket.state === 'unread')
    return stage === 'registration' || (before === 'over' && stage === 'running');
  if (bracket.state !== 'none') return false;
  // A bracket that is gone takes no end back that it proved.
  if (stage === 'running') return before === 'over';
  return stage === 'registration' && (failingSince.bracket !== undefined || tournament.phase === undefined);
}

const openTimes = (bracket: Bracket | undefined): number[] =>
  (bracket?.rounds ?? []).flatMap(({ matches }) =>
    matches.flatMap((match) => {
      const { phase, startsAt } = match;
      const isOver = phase === 'finished' || phase === 'cancelled' || outcomeOf(match) !== undefined;
      return isOver || startsAt?.precision !== 'second' ? [] : [startsAt.epochMs];
    }),
  );

/** How long a decided bracket must stay the same to count as the end, if the record does not say that it has finished. */
const QUIET_MS = 10 * MINUTE_MS;

/** Records since when a bracket has been decided. */
function withDecided(watch: Watch, tournament: Tournament, { monotonic }: Clocks): Watch {
  const { bracket, decided: before, ...rest } = watch;
  const latest = 'bracket' in bracket ? bracket.bracket : undefined;
  if (latest === undefined || !isDecided(tournament, latest)) return { ...rest, bracket };
  const shows = contentHash(latest.rounds);
  const since = before?.shows === shows ? before.since : monotonic;
  return { ...rest, bracket, decided: { shows, since } };
}

/** The stage of the last reading; an end that the record did not state is undone by another bracket. */
function currentStage(
  watch: Watch,
  tournament: Tournament,
  before: TournamentStage | undefined,
): TournamentStage {
  const { bracket, decided } = watch;
  if (isBlind(watch, before)) return before;
  const latest = 'bracket' in bracket ? bracket : undefined;
  const stage = stageOf(tournament, latest?.bracket);
  if (stage !== 'running' || decided === undefined || latest === undefined) return stage;
  return before === 'over' || latest.readMonotonic - decided.since >= QUIET_MS ? 'over' : stage;
}

/** Sets the stage from record and bracket, and what follows from it. */
export function settled(watch: Watch, before: TournamentStage | undefined, clocks: Clocks): Watch {
  const { tournament, bracket } = watch;
  if (tournament === undefined) return watch;
  const { now, monotonic } = clocks;
  const next = withDecided(watch, tournament, clocks);
  const latest = 'bracket' in bracket ? bracket.bracket : undefined;
  const stage = currentStage(next, tournament, before);
  const shows = [stage, contentHash(tournament), latest && contentHash(latest)].join(' ');
  return {
    ...without(next, 'overSince'),
    stage,
    shows,
    matchTimes: openTimes(latest),
    changedAt: watch.shows === undefined || watch.shows === shows ? watch.changedAt : now,
    ...present({
      overSince: hasEnded(stage)
        ? ((before === stage ? watch.overSince : undefined) ?? monotonic)
        : undefined,
    }),
  };
}
