import { endingOf, isDecided, withRecord } from '../../brackets/ending.ts';
import { hasBegun, shownBracket, stageOf } from '../../brackets/tournament-stage.ts';
import { registrationOf } from '../../brackets/registration.ts';
import { HOUR_MS, MINUTE_MS } from '../../durations.ts';
import { lastFor } from '../../once-for.ts';
import { present } from '../../present.ts';
import type { Bracket, Tournament } from '../../reading/records.ts';
import { contentHash } from '../../sha256.ts';
import type { Reading } from '../plan/reading.ts';
import { lacksPairs } from './after-reads.ts';
import type { Clocks, Watch } from './watch.ts';

/** How long a bracket may be stale before the channel shows that. */
const PATIENCE_MS = 2 * MINUTE_MS;

/** How long the platform must say that it has no bracket before an owner that never saw one believes it. */
const DOUBT_MS = 10 * MINUTE_MS;

const isUnseen = ({ bracket, noBracketSince }: Watch, monotonic: number): boolean =>
  noBracketSince !== undefined && !('bracket' in bracket) && monotonic - noBracketSince < DOUBT_MS;

/** The first reading that lacks matches of the last different bracket. */
const mayBePartial = (state: Watch['bracket']): boolean =>
  'before' in state && state.isRepeated !== true && lacksPairs(state.bracket, state.before);

/** How long a record that can't be read after an outage is taken for old: it may fail for good. */
const OLD_MS = 10 * MINUTE_MS;

/** The bracket is from after an outage, the record from before it. */
const isRecordOld = ({ recordOldSince }: Watch, monotonic: number): boolean =>
  recordOldSince !== undefined && monotonic - recordOldSince < OLD_MS;

const isBracketLate = ({ failingSince }: Watch, monotonic: number): boolean =>
  failingSince.bracket !== undefined && monotonic - failingSince.bracket >= PATIENCE_MS;

/** The bracket with its record, by the bracket: the same object while nothing changes, so that what follows from it is computed once. */
const recorded = lastFor<Bracket, Bracket>();

/** The reading of a tournament; `undefined` until its record, and if relevant its bracket, were requested. */
export function readingOf(
  watch: Watch,
  { monotonic }: Pick<Clocks, 'monotonic'>,
  /** Adds known names that the platform omits. */
  withNames: (bracket: Bracket) => Bracket = (bracket) => bracket,
): Reading | undefined {
  const { tournament, bracket: state, recordAt, stage, requestedAt } = watch;
  if (tournament === undefined || stage === undefined || recordAt === undefined) return undefined;
  const isUnderWay = stage === 'running' || stage === 'over';
  // If the record has no word for its state, the bracket shows whether it has begun; it is read from an hour before.
  const isSoon = (tournament.startsAt?.epochMs ?? 0) - recordAt <= HOUR_MS;
  const mayBeUnderWay = isUnderWay || (tournament.phase === undefined && isSoon);
  if (mayBeUnderWay && (requestedAt.bracket === undefined || state.state === 'unread')) return undefined;
  const named = 'bracket' in state ? withNames(state.bracket) : undefined;
  const bracket = named && recorded(named, [tournament, stage], () => withRecord(named, tournament, stage));
  const bracketAt = 'readAt' in state ? state.readAt : recordAt;
  const readAt = Math.max(recordAt, bracketAt);
  const isStale = state.state === 'stale' && isBracketLate(watch, monotonic);
  const lacksBracket = isUnderWay && (isStale || state.state === 'none');
  // Registration may close without a change of the record. A bracket that the stage does not show is not a change.
  const visible = shownBracket(stage, bracket);
  // What was read before the end may lack what decided it, unless nothing else will come.
  const isOfBefore =
    watch.noBracketSince === undefined &&
    'readMonotonic' in state &&
    state.readMonotonic < (watch.overSince ?? -Infinity);
  const shows = [
    stage,
    registrationOf(tournament, readAt),
    contentHash(tournament),
    visible && contentHash(visible),
    lacksBracket,
    ...(isOfBefore && stage === 'over' ? ['unsure'] : []),
  ];
  return {
    tournament,
    stage,
    isCurrent: state.state === 'current',
    hasNoBracket: watch.noBracketSince !== undefined,
    isDecided: isDecided(tournament, bracket),
    lacksBracket,
    ...present({
      bracket,
      isUnseen: isUnseen(watch, monotonic) || undefined,
      isStale: isStale || undefined,
      before: 'before' in state ? withNames(state.before) : undefined,
      isRecordOld: isRecordOld(watch, monotonic) ? (true as const) : undefined,
      isPartial: mayBePartial(state) ? (true as const) : undefined,
      playsPending: watch.marksOpen !== true && hasBegun(tournament, bracket) ? (true as const) : undefined,
      bracketMonotonic: 'readMonotonic' in state ? state.readMonotonic : watch.foundAt,
      ending: isOfBefore ? undefined : endingOf(tournament, bracket, stage),
    }),
    shows: shows.join(' '),
    readAt,
    bracketAt,
    restMs: 'restMs' in state ? state.restMs : watch.restMs,
    failedMs: 'failedMs' in state ? state.failedMs : 0,
  };
}

/** How long a tournament can't be read before a channel that no longer follows it does without. */
const LAST_PATIENCE_MS = MINUTE_MS;

/** Whether this owner has not read a tournament, and goes on failing to. */
export const isUnread = (
  { failingSince, missingSince = failingSince.record, tournament }: Watch,
  monotonic: number,
): boolean =>
  tournament === undefined && missingSince !== undefined && monotonic - missingSince >= LAST_PATIENCE_MS;

/** A reading without a bracket, of a tournament that is unread. `card`: what an earlier owner stored of it. */
export function unreadReading(
  { stage, tournamentId: id }: Watch,
  card: Tournament | undefined,
  now: number,
): Reading {
  const tournament = card ?? { id };
  return {
    tournament,
    stage: stage ?? stageOf(tournament, undefined),
    isCurrent: false,
    hasNoBracket: true,
    isDecided: false,
    lacksBracket: true,
    shows: 'unread',
    readAt: now,
    bracketAt: now,
  };
}

/** Readings that stay the same object until their watch or a name changes: they are asked for every few seconds. */
export function createReadings(withNames: (bracket: Bracket) => Bracket) {
  const made = lastFor<Watch, Reading | undefined>();

  return (watch: Watch, clocks: Pick<Clocks, 'monotonic'>): Reading | undefined => {
    const { bracket: state } = watch;
    const of = [
      isBracketLate(watch, clocks.monotonic),
      isUnseen(watch, clocks.monotonic),
      isRecordOld(watch, clocks.monotonic),
      'bracket' in state && withNames(state.bracket),
      'before' in state && withNames(state.before),
    ];
    return made(watch, of, () => readingOf(watch, clocks, withNames));
  };
}
