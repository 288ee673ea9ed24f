import { MINUTE_MS } from '../../durations.ts';
import { isDecided, withRecord } from '../../brackets/ending.ts';
import { hasEnded, marksOpen, stageOf, type NightStage } from '../../brackets/night.ts';
import { pairKey } from '../../brackets/players.ts';
import { outcomeOf } from '../../brackets/results.ts';
import type { PlatformError } from '../../platform/error.ts';
import type { Bracket, Tournament } from '../../reading/records.ts';
import { present } from '../../present.ts';
import { sha256 } from '../../sha256.ts';
import { withLasting } from './lasting.ts';

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
type BracketState =
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
  stage?: NightStage;
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
  /** According to the platform's last answer, it has no bracket. */
  hasNoBracket?: boolean;
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

const without = <T extends object, K extends keyof T>(record: T, key: K): Omit<T, K> => {
  const { [key]: _dropped, ...rest } = record;
  return rest;
};

export const afterRequest = (watch: Watch, part: Part, monotonic: number): Watch => ({
  ...without(watch, 'isResting'),
  requestedAt: { ...watch.requestedAt, [part]: monotonic },
});

/** A change is expected: its bracket is read at once, and its record too if it has ended. */
export const woken = (watch: Watch, { now }: Clocks): Watch => ({
  ...watch,
  changedAt: now,
  requestedAt: {
    ...watch.requestedAt,
    bracket: -Infinity,
    ...present({ record: watch.overSince === undefined ? watch.requestedAt.record : -Infinity }),
  },
});

/** `everyMs`: the currently planned interval. */
export const withRest = (watch: Watch, everyMs: number): Watch => ({
  ...watch,
  restMs: Math.max(watch.restMs, everyMs),
});

/** Whether only the record would move a tournament back: from begun to registration, or from ended to running. */
const isBlind = (
  { tournament, bracket, failingSince }: Watch,
  before: NightStage | undefined,
): before is NightStage =>
  (before === 'running' || before === 'over') &&
  tournament !== undefined &&
  ['registration', ...(before === 'over' ? ['running'] : [])].includes(stageOf(tournament, undefined)) &&
  (bracket.state === 'unread' ||
    (bracket.state === 'none' && (failingSince.bracket !== undefined || tournament.phase === undefined)));

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
  const shows = sha256(JSON.stringify(latest.rounds), 22);
  const since = before?.shows === shows ? before.since : monotonic;
  return { ...rest, bracket, decided: { shows, since } };
}

/** The stage of the last reading; an end that the record did not state is undone by another bracket. */
function currentStage(watch: Watch, tournament: Tournament, before: NightStage | undefined): NightStage {
  const { bracket, decided } = watch;
  if (isBlind(watch, before)) return before;
  const latest = 'bracket' in bracket ? bracket : undefined;
  const stage = stageOf(tournament, latest?.bracket);
  if (stage !== 'running' || decided === undefined || latest === undefined) return stage;
  return before === 'over' || latest.readMonotonic - decided.since >= QUIET_MS ? 'over' : stage;
}

/** Sets the stage from record and bracket, and what follows from it. */
function settled(watch: Watch, before: NightStage | undefined, clocks: Clocks): Watch {
  const { tournament, bracket } = watch;
  if (tournament === undefined) return watch;
  const { now, monotonic } = clocks;
  const next = withDecided(watch, tournament, clocks);
  const latest = 'bracket' in bracket ? bracket.bracket : undefined;
  const stage = currentStage(next, tournament, before);
  const shows = sha256(JSON.stringify([stage, tournament, latest]), 22);
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

export function afterRecord(watch: Watch, record: Tournament, clocks: Clocks): Watch {
  const { stage: before, bracket } = watch;
  const { isInDoubt, tournament } = withLasting(record, {
    before: watch.tournament,
    isInDoubt: watch.isRecordInDoubt === true,
  });
  // The record took back "finished": from now on, the bracket alone proves no end.
  const isReopened = watch.tournament?.phase === 'finished' && tournament.phase !== 'finished';
  const next = settled(
    {
      ...without(without(isReopened ? without(watch, 'decided') : watch, 'missingSince'), 'isRecordInDoubt'),
      ...present({ isRecordInDoubt: isInDoubt || undefined }),
      tournament,
      recordAt: clocks.now,
      foundAt: clocks.monotonic,
      failingSince: without(watch.failingSince, 'record'),
    },
    isReopened ? 'running' : before,
    clocks,
  );
  if (before === undefined || before === next.stage) return next;
  // Reads of the previous stage say nothing about this one.
  return {
    ...next,
    bracket: outdated(bracket),
    hasNoBracket: false,
    requestedAt: without(next.requestedAt, 'bracket'),
  };
}

const failedMs = ({ failingSince }: Watch, { monotonic }: Clocks): number =>
  failingSince.bracket === undefined ? 0 : monotonic - failingSince.bracket;

const pairsOf = ({ rounds }: Bracket): string[] =>
  rounds.flatMap(({ matches }) => matches.flatMap((match) => pairKey(match) ?? []));

/** Whether a bracket has no longer all pairs of the one before it. */
export function lacksPairs(bracket: Bracket, before: Bracket): boolean {
  const pairs = new Set(pairsOf(bracket));
  return pairsOf(before).some((pair) => !pairs.has(pair));
}

/**
 * Whether a bracket may be partial: it proves a winner, and it lacks matches that were there, or it is the first one and the record
 * says nothing of an end; or its winner is gone.
 */
function mayBePart(bracket: Bracket, watch: Watch): boolean {
  // A new owner may read the bracket before the record.
  const { tournamentId, tournament = { id: tournamentId }, bracket: state, stage } = watch;
  const hasWinner = (one: Bracket): boolean =>
    tournament.phase === 'finished'
      ? withRecord(one, tournament).record?.winner !== undefined
      : isDecided(tournament, one);
  if (!hasWinner(bracket)) return stage === 'over' && (!('bracket' in state) || hasWinner(state.bracket));
  if (!('bracket' in state)) return tournament.phase !== 'finished';
  return lacksPairs(bracket, state.bracket);
}

export function afterBracket(watch: Watch, bracket: Bracket, clocks: Clocks): Watch {
  if (watch.isInDoubt !== true && mayBePart(bracket, watch)) return { ...watch, isInDoubt: true };
  const last = 'bracket' in watch.bracket ? watch.bracket : undefined;
  const next = settled(
    {
      // The first bracket that this owner reads may be unchanged.
      ...without(watch.bracket.state === 'unread' ? without(watch, 'shows') : watch, 'isInDoubt'),
      ...present({ marksOpen: marksOpen(bracket) ? (true as const) : watch.marksOpen }),
      hasNoBracket: false,
      bracket: {
        state: 'current',
        bracket,
        readAt: clocks.now,
        readMonotonic: clocks.monotonic,
        restMs: watch.restMs,
        failedMs: failedMs(watch, clocks),
      },
      restMs: 0,
      failingSince: without(watch.failingSince, 'bracket'),
    },
    watch.stage,
    clocks,
  );
  if (!('bracket' in next.bracket)) return next;
  const isRepeated = next.shows === watch.shows;
  const before = isRepeated ? last?.before : last?.bracket;
  return {
    ...next,
    bracket: {
      ...next.bracket,
      ...present({ before, isRepeated: isRepeated ? (true as const) : undefined }),
    },
  };
}

/** The bracket, not read since. */
export const outdated = (bracket: BracketState): BracketState =>
  'bracket' in bracket ? { ...bracket, state: 'stale' } : bracket;

/** A record that is not found may be gone for good; a missing bracket may be drawn later, so that is not a failure. */
export function afterFailure(
  watch: Watch,
  part: Part,
  kind: PlatformError['kind'],
  { monotonic }: Clocks,
): Watch {
  const isMissing = kind === 'not-found';
  const failingSince = isMissing
    ? without(watch.failingSince, part)
    : { ...watch.failingSince, [part]: watch.failingSince[part] ?? monotonic };
  const hasNoBracket = part === 'bracket' ? isMissing : watch.hasNoBracket;
  const failed = { ...watch, failingSince, failedAt: monotonic, ...present({ hasNoBracket }) };
  if (part === 'record')
    // The bracket of a missing tournament is not read until the tournament is found again.
    return isMissing
      ? {
          ...failed,
          missingSince: watch.missingSince ?? monotonic,
          bracket: outdated(watch.bracket),
        }
      : failed;
  const { bracket } = watch;
  return { ...failed, bracket: 'bracket' in bracket ? outdated(bracket) : { state: 'none' } };
}
