import { hasEnded } from '../brackets/night.ts';
import { changesOf } from './changes.ts';
import type { Refused } from './ports.ts';
import { openPoster, RefusedError, type Poster } from './poster.ts';
import { planEvent } from './scheduled-event.ts';
import { showLive, tellCall, tellOverdue, tellResults } from './tell.ts';
import type { Turn, Work } from './work.ts';

/** Discord takes about one a second. The rest waits for the next reading, so that results need not wait for them. */
const CALLS_AT_ONCE = 20;
/** How long corrections are still told after the end. */
const AFTERMATH_MS = 6 * 60 * 60_000;

/**
 * Tells a channel what it was not told yet. Gives why it is to be told nothing more, where that is so. Throws
 * `NotOwnerError`, `StoreError`, and what is thrown where Discord does not answer: the next reading goes on from there.
 */
export async function takeTurn(turn: Turn, work: Work): Promise<Refused | 'over' | undefined> {
  const poster = await openPoster(turn, work);
  try {
    await poster.settle();
    const { calls, overdue, results } = changesOf(poster.feed(), turn.reading, work.now());
    if (poster.feed().live === undefined) await showLive(turn, poster, work);
    await tellResults(turn, results, poster, work);
    if (turn.follow.topics.calls) {
      for (const call of calls.slice(0, CALLS_AT_ONCE)) await tellCall(turn, call, poster, work);
      await tellOverdue(turn, overdue, poster, work);
    }
    await showLive(turn, poster, work);
    await planEvent(turn, poster, work);
    return await finish(turn, poster, work);
  } catch (error) {
    if (error instanceof RefusedError) return error.reason;
    throw error;
  }
}

/** Notes the reading. A tournament that has been over for a while is followed no more. */
async function finish({ reading }: Turn, poster: Poster, { now }: Work): Promise<'over' | undefined> {
  const { overAt = now(), ...feed } = poster.feed();
  const isOver = hasEnded(reading.stage);
  await poster.save({ ...feed, readAt: reading.resultsAt, ...(isOver && { overAt }) });
  return isOver && now() - overAt >= AFTERMATH_MS ? 'over' : undefined;
}
