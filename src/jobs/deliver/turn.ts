import { hasEnded } from '../../brackets/night.ts';
import { StoreError, UnreadableError } from '../../store/store.ts';
import { plan, withIdentities } from '../plan/changes.ts';
import { deliver } from './deliver.ts';
import { openDelivery, RefusedError, StoppedError, type Delivery } from './delivery.ts';
import { withWaits } from '../plan/elapsed.ts';
import { feedKeyOf, NotOwnerError } from './feeds.ts';
import { gather } from './gather.ts';
import type { Elapsed } from '../plan/plan-input.ts';
import { lookAhead } from './reach-players.ts';
import { stopFollowing } from './stop.ts';
import type { Turn, Work } from '../work.ts';

/** How long corrections are still told after the end. */
const AFTERMATH_MS = 6 * 60 * 60_000;
/** A channel that fails so often in a turn waits for the next one. */
const FAILURES_A_TURN = 3;

/** Errors after which nothing more of a turn can be done. */
const endsTurn = (error: unknown): boolean =>
  error instanceof NotOwnerError ||
  error instanceof StoppedError ||
  error instanceof UnreadableError ||
  error instanceof RefusedError ||
  error instanceof StoreError;

/**
 * Does all that a reading asks of a channel. One act that fails stops no other, nor the noting of the reading; the next turn does it
 * again. `stopped`: the channel is to be told nothing more. Throws `NotOwnerError`, `StoppedError`, `UnreadableError`,
 * `StoreError`, and the first of what failed otherwise.
 */
export async function takeTurn(turn: Turn, work: Work): Promise<'done' | 'stopped'> {
  const delivery = await openDelivery(turn, work);
  const failures: unknown[] = [];
  try {
    await delivery.settle().catch((error: unknown) => {
      if (endsTurn(error)) throw error;
      failures.push(error);
    });
    const [unreached, delayed] = [new Set<string>(), new Set<string>()];
    const input = await gather(turn, delivery, work);
    for (const act of plan(input)) {
      if (failures.length >= FAILURES_A_TURN) break;
      try {
        await deliver(act, { turn, delivery, work, unreached, delayed });
      } catch (error) {
        if (endsTurn(error)) throw error;
        failures.push(error);
        // Without a live post, later messages could not be told from lost ones.
        if (act.kind === 'live' && delivery.feed().live === undefined) break;
      }
    }
    if (await finish(turn, delivery, input.elapsed, work)) return await stop('over', turn, delivery, work);
    await lookAhead(turn, delivery.reading().matches, work);
    if (failures.length > 0) throw failures[0];
    return 'done';
  } catch (error) {
    if (error instanceof RefusedError) return stop(error.reason, turn, delivery, work);
    throw error;
  }
}

async function stop(
  reason: RefusedError['reason'] | 'over',
  turn: Turn,
  delivery: Delivery,
  work: Work,
): Promise<'stopped'> {
  await stopFollowing(turn, reason, turn.reading.tournament, work);
  if (reason === 'post-gone') {
    // A resumed follow then gets a new post.
    const { live: _gone, ...feed } = delivery.feed();
    await delivery.save(feed);
  }
  return 'stopped';
}

/** Notes the reading. Says whether the tournament has been over for so long that it is followed no more. */
async function finish(
  turn: Turn,
  delivery: Delivery,
  elapsed: Elapsed,
  { notedAt, now }: Work,
): Promise<boolean> {
  const { reading } = turn;
  const feedReading = delivery.reading();
  const { overAt = now(), ...feed } = withIdentities(
    withWaits(delivery.feed(), feedReading, elapsed),
    feedReading,
  );
  const isOver = hasEnded(reading.stage);
  const readAt = reading.isCurrent || !reading.bracket ? reading.bracketAt : feed.readAt;
  await delivery.save({ ...feed, readAt, ...(isOver && { overAt }) });
  if (reading.isCurrent && reading.bracketMonotonic !== undefined)
    notedAt.set(feedKeyOf(turn), reading.bracketMonotonic);
  return isOver && now() - overAt >= AFTERMATH_MS;
}
