import { MINUTE_MS } from '../../durations.ts';
import { isDecided, withRecord } from '../../brackets/ending.ts';
import { marksOpen } from '../../brackets/playable.ts';
import { onceFor } from '../../once-for.ts';
import { pairKey } from '../../brackets/players.ts';
import type { PlatformError } from '../../platform/error.ts';
import type { Bracket, Tournament } from '../../reading/records.ts';
import { present } from '../../present.ts';
import { withLasting } from './lasting.ts';
import { settled, without, type BracketState, type Clocks, type Part, type Watch } from './watch.ts';

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
      ...without(
        isReopened ? without(watch, 'decided') : watch,
        'missingSince',
        'isRecordInDoubt',
        'recordOldSince',
      ),
      ...present({ isRecordInDoubt: isInDoubt || undefined }),
      tournament,
      recordAt: clocks.now,
      foundAt: clocks.monotonic,
      failingSince: without(watch.failingSince, 'record'),
    },
    isReopened ? 'running' : before,
    clocks,
  );
  const bracketMs = 'readMonotonic' in bracket ? clocks.monotonic - bracket.readMonotonic : 0;
  // A new owner may have waited for its first record.
  const isLongAgo = watch.recordAt === undefined && bracketMs > MINUTE_MS;
  if ((before === undefined || before === next.stage) && !isLongAgo) return next;
  // Reads of the previous stage say nothing about this one, and no channel may have seen one of just now.
  const isUnseen = 'readMonotonic' in bracket && bracketMs <= MINUTE_MS;
  return {
    ...without(next, 'noBracketSince'),
    bracket: outdated(bracket),
    restMs: Math.max(next.restMs, isUnseen ? bracket.restMs : 0),
    requestedAt: without(next.requestedAt, 'bracket'),
  };
}

const failedMs = ({ failingSince }: Watch, { monotonic }: Clocks): number =>
  failingSince.bracket === undefined ? 0 : monotonic - failingSince.bracket;

/** Whether the bracket is read after an outage and the record not since, or before this owner has the record. */
const isRecordBehind = ({ failingSince, foundAt = 0, recordAt }: Watch, lastOutageSince: number): boolean =>
  failingSince.record === undefined
    ? recordAt !== undefined && foundAt < lastOutageSince
    : failingSince.bracket !== undefined || recordAt === undefined;

/** The record is read at once: the tournament may be postponed by now. */
const withOldRecord = (watch: Watch, { monotonic }: Clocks): Watch => ({
  ...watch,
  requestedAt: without(watch.requestedAt, 'record'),
  recordOldSince: watch.recordOldSince ?? monotonic,
});

/** How often each two meet. */
const pairCounts = onceFor(({ rounds }: Bracket): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const pair of rounds.flatMap(({ matches }) => matches.flatMap((match) => pairKey(match) ?? [])))
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  return counts;
});

/** Whether a bracket has no longer all meetings of the one before it. */
export function lacksPairs(bracket: Bracket, before: Bracket): boolean {
  const counts = pairCounts(bracket);
  return [...pairCounts(before)].some(([pair, count]) => (counts.get(pair) ?? 0) < count);
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

/** `lastOutageSince`: when the platform last began to answer no read at all, by the clock that never jumps. */
export function afterBracket(
  watch: Watch,
  bracket: Bracket,
  clocks: Clocks,
  lastOutageSince = -Infinity,
): Watch {
  if (watch.isInDoubt !== true && mayBePart(bracket, watch)) return { ...watch, isInDoubt: true };
  const last = 'bracket' in watch.bracket ? watch.bracket : undefined;
  const current = isRecordBehind(watch, lastOutageSince) ? withOldRecord(watch, clocks) : watch;
  const next = settled(
    {
      // The first bracket that this owner reads may be unchanged.
      ...without(
        watch.bracket.state === 'unread' ? without(current, 'shows') : current,
        'isInDoubt',
        'noBracketSince',
      ),
      ...present({ marksOpen: marksOpen(bracket) ? (true as const) : watch.marksOpen }),
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
  // A platform that says that there is no bracket has answered.
  const failedAt = isMissing && part === 'bracket' ? watch.failedAt : monotonic;
  const failed = { ...watch, failingSince, ...present({ failedAt }) };
  if (part === 'record')
    // The bracket of a missing tournament is not read until the tournament is found again.
    return isMissing
      ? {
          ...failed,
          missingSince: watch.missingSince ?? monotonic,
          bracket: outdated(watch.bracket),
        }
      : failed;
  const { bracket, noBracketSince = monotonic } = watch;
  return {
    ...without(failed, 'noBracketSince'),
    bracket: 'bracket' in bracket ? outdated(bracket) : { state: 'none' },
    ...present({ noBracketSince: isMissing ? noBracketSince : undefined }),
  };
}
