import { firstThree, isWinnerUnsaid } from '../../brackets/ending.ts';
import { CORRECTED_MS, hasEnded } from '../../brackets/tournament-stage.ts';
import { present } from '../../present.ts';
import { StoreError, UnreadableError } from '../../store/errors.ts';
import { NotOwnerError } from '../owner/lease.ts';
import type { Act } from '../plan/acts.ts';
import { sureStates, withIdentities } from '../plan/baseline.ts';
import { OPEN, stateIn } from '../plan/closing.ts';
import { withWaits } from '../plan/elapsed.ts';
import { plan } from '../plan/plan.ts';
import { withSchedule } from '../plan/schedule.ts';
import type { Elapsed } from '../plan/plan-input.ts';
import type { Reading } from '../plan/reading.ts';
import type { Turn, Work } from '../work.ts';
import type { ChannelNotice } from '../plan/feed-record.ts';
import { resultOf } from '../plan/result-codes.ts';
import { registerCall } from './call-messages.ts';
import { deliver, withUnclear } from './deliver.ts';
import type { Delivery } from './delivery.ts';
import { RefusedError, StoppedError } from './errors.ts';
import { feedKeyOf } from './feeds.ts';
import { gather } from './gather.ts';
import { openFeed, type OpenFeed } from './open-feed.ts';
import { registerResults } from './registered-results.ts';
import { lookAhead } from './reach-players.ts';
import { stopFollowing } from './stop.ts';

/** After this many failures in a turn, a channel waits for the next turn. */
const FAILURES_A_TURN = 3;

/** The acts that mean that matches have gone on. */
const NEWS: ReadonlySet<Act['kind']> = new Set(['results', 'correct', 'close']);

/** Errors that end a turn. */
const endsTurn = (error: unknown): boolean =>
  error instanceof NotOwnerError ||
  error instanceof StoppedError ||
  error instanceof UnreadableError ||
  error instanceof RefusedError ||
  error instanceof StoreError;

/**
 * Performs the acts of a reading in a channel. A failed act stops neither the others nor the recording of the reading; the next
 * turn repeats it. `news`: matches have gone on since the last turn. `stopped`: the channel no longer follows, and nothing is left
 * to close. Throws `NotOwnerError`, `StoppedError`, `UnreadableError`, `StoreError`, and the first other failure.
 */
export async function takeTurn(turn: Turn, work: Work): Promise<'done' | 'news' | 'stopped'> {
  // 1. Open the feed; its epoch keeps an earlier owner from writing.
  const feed = await openFeed(turn, work);
  const failures: unknown[] = [];
  const isLast = turn.reading.isLast === true;
  let isNews = false;
  const note = (error: unknown): void => {
    if (endsTurn(error)) throw error;
    failures.push(error);
  };
  try {
    // 2. Look for messages that may have been sent before.
    const found = (await feed.settle().catch(note)) ?? [];
    // 3. Compare the reading with the feed.
    const input = await gather(turn, feed, work);
    const acts = plan(input);
    isNews = acts.some(({ kind }) => NEWS.has(kind));
    // 4. Perform each act; each is stored first, with what was done before it.
    const { reports } = input;
    await feed.save(withUnclear(acts, feed.record()));
    const delivery = { turn, feed, work, reports, unreached: new Set<string>(), delayed: new Set<string>() };
    for (const notice of found) await register(notice, delivery).catch(note);
    const refused = new Set<Act>();
    for (const act of acts) {
      await deliver(act, delivery).catch((error: unknown) => {
        // Close what can be reached in other places anyway.
        if (isLast && error instanceof RefusedError) refused.add(act);
        else note(error);
      });
      // Without a live post, later messages could not be told from lost ones.
      const isLost = act.kind === 'live' && feed.record().live === undefined && failures.length > 0;
      if (isLost || failures.length >= FAILURES_A_TURN) break;
    }
    await closeQuestions(turn, feed, work);
    if (isLast) {
      await feed.save(feed.record());
      return acts.every((act) => refused.has(act)) ? 'stopped' : 'done';
    }
    // 5. Record the reading: from here on, only what differs from it is news.
    const isTold = failures.length === 0 && isSure(feed.reading());
    const isDone = await noteReading(turn, feed, { elapsed: input.elapsed, isTold }, work);
    await noteOutcome(turn.guildId, feed, work);
    if (isDone) return await stop('over', turn, feed, work);
    await lookAhead(turn, feed.reading().matches, work);
  } catch (error) {
    // Store what was done until then.
    if (error instanceof RefusedError || error instanceof StoppedError) await feed.save(feed.record());
    if (error instanceof RefusedError) return stop(error.reason, turn, feed, work);
    throw error;
  }
  if (failures.length > 0) throw failures[0];
  return isNews ? 'news' : 'done';
}

/** Registers a message that was found, as it would have been once it was sent: members' reports edit it. */
async function register(notice: ChannelNotice, delivery: Delivery): Promise<void> {
  if (notice.kind === 'call') for (const key of notice.keys) await registerCall(key, delivery);
  if (notice.kind !== 'results') return;
  // What shows another result by now is registered once its message is corrected.
  const { byKey } = delivery.feed.reading();
  const still = notice.results.filter(({ key, result }) => {
    const match = byKey.get(key)?.match;
    return match !== undefined && resultOf(match) === result;
  });
  await registerResults(
    still.map(({ key }) => key),
    delivery,
  );
}

/** Closes every message that still asks about a match that has an outcome. */
async function closeQuestions({ guildId }: Turn, feed: OpenFeed, { reports }: Work): Promise<void> {
  const stateOf = sureStates(feed.record(), feed.reading());
  for (const { key, match } of feed.reading().matches) {
    const state = stateOf(key);
    const end = state === OPEN ? undefined : stateIn(state);
    if (end !== undefined && match.id !== '') await reports.noteEnd(match, guildId, end);
  }
}

async function stop(
  reason: RefusedError['reason'] | 'over',
  turn: Turn,
  feed: OpenFeed,
  work: Work,
): Promise<'stopped'> {
  await stopFollowing(turn, reason, turn.reading, work);
  if (reason === 'post-gone') {
    // A resumed follow then gets a new post.
    const { live: _gone, ...record } = feed.record();
    await feed.save(record);
  }
  return 'stopped';
}

const PHASES = {
  registration: undefined,
  running: 'running',
  over: 'finished',
  cancelled: 'cancelled',
} as const;

/** Whether a reading says how its tournament ended, or that it has not. */
const isSure = ({ hasNoBracket, isCurrent, stage }: Reading): boolean =>
  stage === 'cancelled' || isCurrent || hasNoBracket;

/** Records what the tournament's page shows, and the winner, once it has ended and while that holds. */
async function noteOutcome(guildId: string, feed: OpenFeed, { guilds, listing }: Work): Promise<void> {
  const reading = feed.reading();
  const { ending, stage, tournament } = reading;
  const places = ending === undefined ? [] : firstThree(ending);
  const isSaid = !isWinnerUnsaid(reading);
  await listing.noteFollowed(
    { ...tournament, ...present({ phase: PHASES[stage] }) },
    isSaid ? present({ name: places[0]?.name }) : undefined,
  );
  if (!isSure(reading)) return;
  const { id: tournamentId } = tournament;
  if (ending !== undefined)
    await guilds.season.note(guildId, {
      tournamentId,
      ...present({
        places: isSaid ? places.map(({ id, name }) => present({ id, name })) : undefined,
        name: tournament.name,
      }),
    });
  else if (feed.record().milestones?.includes('champion') === true)
    await guilds.season.takeBack(guildId, tournamentId);
}

/** From its end on, a follow does not count among the active ones of its server; it counts again if the end is undone. */
async function noteEnd(
  { follow, followId, guildId }: Turn,
  toldAt: number | undefined,
  { guilds }: Work,
): Promise<void> {
  if ((follow.endedAt === undefined) === (toldAt === undefined)) return;
  await guilds.follows.change(guildId, followId, ({ endedAt: _before, ...stored }) => ({
    ...stored,
    ...present({ endedAt: toldAt }),
  }));
}

/** Stores the reading. Returns whether the end was posted so long ago that the tournament is no longer followed. */
async function noteReading(
  turn: Turn,
  feed: OpenFeed,
  { elapsed, isTold }: { elapsed: Elapsed; isTold: boolean },
  work: Work,
): Promise<boolean> {
  const { notedAt, now } = work;
  const { reading } = turn;
  const seen = feed.reading();
  const {
    overAt = now(),
    toldAt = now(),
    ...record
  } = withIdentities(withSchedule(withWaits(feed.record(), seen, elapsed), seen), seen);
  const isOver = hasEnded(reading.stage);
  const isRead = reading.isCurrent || !reading.bracket;
  const bracketAt = isRead ? reading.bracketAt : record.bracketAt;
  const isEndTold = isOver && (isTold || feed.record().toldAt !== undefined);
  const ends = { overAt: isOver ? overAt : undefined, toldAt: isEndTold ? toldAt : undefined };
  await feed.save({ ...record, bracketAt, ...present(ends) });
  await noteEnd(turn, ends.toldAt, work);
  if (isRead && reading.bracketMonotonic !== undefined)
    notedAt.set(feedKeyOf(turn), reading.bracketMonotonic);
  return isEndTold && now() - toldAt >= CORRECTED_MS;
}
