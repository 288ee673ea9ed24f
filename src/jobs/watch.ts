import { hasEnded, stageOf, type NightStage } from '../brackets/night.ts';
import { registrationOf } from '../brackets/registration.ts';
import { PlatformError } from '../platform/error.ts';
import type { Bracket, Tournament } from '../platform/records.ts';
import { present } from '../present.ts';
import { sha256 } from '../store/sha256.ts';
import { keyedMatches, type Reading } from './changes.ts';
import type { Pace } from './pace.ts';
import type { JobsDeps } from './work.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

const CORRECTIONS_MS = 30 * MINUTE_MS;
/** The poll limit that the intervals are made for. */
const USUAL_PER_MINUTE = 30;
/** Intervals never get shorter than this share of their usual length. */
const SHORTEST = 0.2;

/** `now`: epoch milliseconds; `monotonic`: milliseconds that never jump. */
interface Clocks {
  now: number;
  monotonic: number;
}

/** What is polled of a tournament. */
export type Part = 'record' | 'bracket';

/** One followed tournament, for all channels that follow it. Times are monotonic, unless they say otherwise. */
export interface Watch {
  tournamentId: string;
  tournament?: Tournament;
  bracket?: Bracket;
  /** From the tournament and its bracket. */
  stage?: NightStage;
  /** Built once after each poll with something new. */
  reading?: Reading | undefined;
  /** When each part was last requested. */
  requestedAt: Partial<Record<Part, number>>;
  /** When each part was last read, epoch milliseconds. */
  readAt: Partial<Record<Part, number>>;
  /** Since when each part cannot be read. */
  failingSince: Partial<Record<Part, number>>;
  /** The platform shows none. */
  hasNoBracket?: boolean;
  /** The tournament went on to its next stage since the bracket was read. */
  isBracketOld?: boolean;
  /** Since when it is over or cancelled. */
  overSince?: number;
  /** Since when the platform says that there is no such tournament. */
  missingSince?: number;
}

/** How often each part is worth a poll; a part that tells nothing now is not polled. */
function intervals(
  { tournament, stage, missingSince, overSince = Infinity }: Watch,
  { now, monotonic }: Clocks,
): Partial<Record<Part, number>> {
  if (missingSince !== undefined) return { record: 2 * MINUTE_MS };
  if (tournament === undefined || stage === undefined) return { record: 15 * SECOND_MS };
  switch (stage) {
    case 'running':
      return { record: MINUTE_MS, bracket: 15 * SECOND_MS };
    case 'registration': {
      const untilMs = (tournament.startsAt?.epochMs ?? now) - now;
      if (untilMs > 24 * HOUR_MS) return { record: 5 * MINUTE_MS };
      if (untilMs > HOUR_MS) return { record: 2 * MINUTE_MS };
      // Where the platform has no word for its state, the bracket tells that it began.
      const isTold = tournament.phase !== undefined && untilMs > 0;
      return { record: 30 * SECOND_MS, ...(!isTold && { bracket: 30 * SECOND_MS }) };
    }
    case 'over':
    case 'cancelled': {
      // Results are corrected soon, or not at all.
      const isFresh = monotonic - overSince < CORRECTIONS_MS;
      return isFresh
        ? { record: 2 * MINUTE_MS, bracket: 30 * SECOND_MS }
        : { record: 10 * MINUTE_MS, bracket: 10 * MINUTE_MS };
    }
  }
}

/**
 * What to poll next: what is furthest behind its own interval, so that all share alike and the running ones, whose
 * intervals are short, come first. `undefined` where nothing is due. Where more polls are allowed than usual, the intervals are
 * shorter.
 */
export function nextPoll(
  watches: Iterable<Watch>,
  { perMinute, ...clocks }: Clocks & { perMinute: number },
): { watch: Watch; part: Part } | undefined {
  const share = Math.max(SHORTEST, Math.min(1, USUAL_PER_MINUTE / perMinute));
  let next: { watch: Watch; part: Part; behind: number } | undefined;
  for (const watch of watches) {
    const due = intervals(watch, clocks);
    for (const part of ['record', 'bracket'] as const) {
      const everyMs = due[part];
      if (everyMs === undefined) continue;
      const behind = (clocks.monotonic - (watch.requestedAt[part] ?? -Infinity)) / (everyMs * share);
      if (behind >= 1 && behind > (next?.behind ?? 0)) next = { watch, part, behind };
    }
  }
  return next;
}

/** What is known of a tournament: once it runs, nothing without its bracket, where there is one. */
export function readingOf(watch: Watch): Reading | undefined {
  const { tournament, bracket, readAt: readTimes, stage } = watch;
  if (tournament === undefined || stage === undefined) return undefined;
  const lacksBracket = watch.hasNoBracket !== true && (bracket === undefined || watch.isBracketOld === true);
  if (lacksBracket && stage !== 'registration') return undefined;
  const readAt = Math.max(readTimes.record ?? 0, readTimes.bracket ?? 0);
  // Registration may close by the time alone.
  const shows = JSON.stringify([stage, registrationOf(tournament, readAt), tournament, bracket]);
  return {
    tournament,
    stage,
    ...present({ bracket }),
    matches: keyedMatches(bracket),
    shows: sha256(shows).slice(0, 22),
    readAt,
    resultsAt: readTimes.bracket ?? readTimes.record ?? 0,
  };
}

/** Takes a new record or bracket in. */
export function noteRead(watch: Watch, part: Part, { now, monotonic }: Clocks): void {
  const { stage: before, tournament, bracket } = watch;
  watch.readAt[part] = now;
  delete watch.failingSince[part];
  if (part === 'record') delete watch.missingSince;
  else {
    delete watch.hasNoBracket;
    delete watch.isBracketOld;
  }
  if (tournament === undefined) return;
  const stage = stageOf(tournament, bracket);
  watch.stage = stage;
  if (hasEnded(stage)) watch.overSince ??= monotonic;
  else delete watch.overSince;
  if (part === 'bracket' || before === undefined || before === stage) return;
  watch.isBracketOld = true;
  delete watch.requestedAt.bracket;
}

/** One call, whatever comes: nobody waits, so nothing is tried again, and an answer of before is no reading. */
const ONCE = { fresh: true, once: true } as const;

interface PollDeps extends Pick<JobsDeps, 'events' | 'now' | 'monotonic' | 'platform'> {
  pace: Pace;
}

/** Polls one part of a tournament. Tells whether there is something new to look at; never rejects for the platform's sake. */
export async function poll(
  watch: Watch,
  part: Part,
  { events, monotonic, now, pace, platform }: PollDeps,
): Promise<boolean> {
  watch.requestedAt[part] = monotonic();
  try {
    if (part === 'record') watch.tournament = (await platform.tournament(watch.tournamentId, ONCE)).value;
    else watch.bracket = (await platform.bracket(watch.tournamentId, ONCE)).value;
    noteRead(watch, part, { now: now(), monotonic: monotonic() });
    pace.onSuccess();
    events.onPoll('ok');
    return true;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    events.onPoll(error.kind);
    pace.onFailure(error);
    if (error.kind === 'not-found') delete watch.failingSince[part];
    else watch.failingSince[part] ??= monotonic();
    if (part === 'record') {
      if (error.kind === 'not-found') watch.missingSince ??= monotonic();
      return false;
    }
    // A bracket that was there and is gone for a moment is no news.
    const isNone = error.kind === 'not-found' || error.kind === 'unexpected-response';
    if (isNone && (watch.bracket === undefined || watch.isBracketOld === true)) watch.hasNoBracket = true;
    return isNone;
  }
}
