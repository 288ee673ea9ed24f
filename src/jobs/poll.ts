import { PlatformError } from '../platform/error.ts';
import type { Platform } from '../platform/platform.ts';
import type { Pace } from './pace.ts';
import { noteRead, type Part, type Watch } from './watch.ts';

interface PollDeps {
  platform: Pick<Platform, 'tournament' | 'bracket'>;
  pace: Pace;
  onPoll: (outcome: string) => void;
  now: () => number;
  monotonic: () => number;
}

/** One call, whatever comes: nobody waits, so nothing is tried again, and an answer of before is no reading. */
const ONCE = { fresh: true, once: true } as const;

/** Polls one part of a tournament. Tells whether there is something new to look at; never rejects for the platform's sake. */
export async function poll(
  watch: Watch,
  part: Part,
  { platform, pace, onPoll, now, monotonic }: PollDeps,
): Promise<boolean> {
  watch.asked[part] = monotonic();
  try {
    if (part === 'record') watch.tournament = (await platform.tournament(watch.tournamentId, ONCE)).value;
    else watch.bracket = (await platform.bracket(watch.tournamentId, ONCE)).value;
    noteRead(watch, part, { now: now(), monotonic: monotonic() });
    pace.onSuccess();
    onPoll('ok');
    return true;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    onPoll(error.kind);
    pace.onFailure(error);
    if (error.kind === 'not-found') delete watch.failing[part];
    else watch.failing[part] ??= monotonic();
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
