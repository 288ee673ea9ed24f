import { z } from 'zod';
import { createKeyedQueue } from '../async/keyed-queue.ts';
import { repeat } from '../async/repeat.ts';
import { within } from '../async/within.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../durations.ts';
import type { Wakes } from '../guilds/wakes.ts';
import { StoreError, UnreadableError } from '../store/errors.ts';
import { StoppedError } from './deliver/errors.ts';
import { StoredFeed } from './plan/feed-record.ts';
import { createKnownReports } from './deliver/known-reports.ts';
import { createFeeds, feedKeyOf, type FeedPlace } from './deliver/feeds.ts';
import { DirectMark } from './deliver/outbox.ts';
import { createRunOwned, type Owned } from './owner/owned.ts';
import { createFollowed } from './watch/followed.ts';
import { createLease, LeaseOwner, NotOwnerError } from './owner/lease.ts';
import { createOutages } from './watch/outages.ts';
import { createPace } from './owner/pace.ts';
import type { Backlog, JobPart, Owner } from './part.ts';
import { stopFollowing } from './deliver/stop.ts';
import { takeTurn } from './deliver/turn.ts';
import type { Followed, Reading } from './plan/reading.ts';
import { StoredWatch } from './watch/stored-watch.ts';
import { createWatches } from './watch/watches.ts';
import { announcementIn, NewsRecord } from './week/news-record.ts';
import type { JobsDeps, Turn, Work } from './work.ts';

/** How often the store is read for changed follows. */
const SYNC_MS = 2000;
const TICK_MS = 250;
const NO_BACKLOG: Backlog = { members: 0, stalledMs: 0 };
/** How long a channel is skipped while its record is unreadable. */
const UNREADABLE_MS = 15 * MINUTE_MS;
/** Between two attempts to close what asks in a channel that no longer follows. */
const CLOSE_AGAIN_MS = 10 * SECOND_MS;
/** How long a stop waits for posts in flight. */
const STOP_MS = 4000;

/**
 * The background work of all servers: one owner over all processes reads what channels follow, and posts what each channel does not
 * show yet.
 */
export function createJobs(deps: JobsDeps, makeParts: readonly ((owner: Owner) => JobPart | undefined)[]) {
  const { guilds, log, monotonic, now, stores } = deps;
  const lease = createLease({ owners: stores.namespace('jobs', LeaseOwner), id: deps.id, monotonic });
  const feeds = createFeeds(stores.namespace('feeds', StoredFeed, { strict: true }));
  const directs = stores.namespace('directs', DirectMark);
  const { channels, ...others } = deps;
  const run = createRunOwned({ lease, channels, directs, vault: deps.vault, now });
  const news = stores.namespace('news', NewsRecord);
  const common: Omit<Work, 't' | keyof Owned> = {
    ...others,
    feeds,
    async announcedIn({ guildId, follow }) {
      const announcement = announcementIn(await news.get(guildId), follow);
      if (announcement === undefined) return undefined;
      const { at, messageId, roleId } = announcement;
      return { messageId, isNews: roleId === undefined && Math.abs(follow.since - at) <= HOUR_MS };
    },
    lease,
    reports: createKnownReports(deps.results, monotonic),
    waitingSince: new Map(),
    closedResults: new Map(),
    notedAt: new Map(),
  };
  const workFor = async ({ guildId, follow: { language } }: Followed, owned: Owned): Promise<Work> => ({
    ...common,
    ...owned,
    t: await guilds.translatorIn(guildId, language),
  });

  /** Throws `StoppedError`, and `StoreError`. */
  async function expectFollowed({ guildId, followId }: Followed): Promise<void> {
    const follow = (await guilds.follows.read(guildId))[followId];
    if (follow === undefined || follow.stopped !== undefined) throw new StoppedError('no longer followed');
  }

  /** Stops a follow and notifies its server. */
  async function stop(
    one: Followed,
    reason: Parameters<typeof stopFollowing>[1],
    seen: Parameters<typeof stopFollowing>[2],
  ): Promise<void> {
    if (epoch === undefined) return;
    await run(epoch, async (owned) => stopFollowing(one, reason, seen, await workFor(one, owned)));
  }
  const followed = createFollowed({
    follows: guilds.follows,
    now,
    monotonic,
    onError: (guildId, error) => {
      if (error instanceof StoreError) throw error;
      log.warn({ guildId, err: error }, 'what a server follows cannot be read');
    },
  });
  const turns = createKeyedQueue({ keyOf: feedKeyOf, take, monotonic });
  const pace = createPace({ perMinute: deps.pollsPerMinute, monotonic });
  const outages = createOutages(stores.namespace('outages', z.number()), deps);
  const watches = createWatches({
    ...deps,
    pace,
    store: stores.namespace('watches', StoredWatch),
    followers: (tournamentId) => [
      ...followed.of(tournamentId),
      ...followed.closing().filter(({ follow }) => follow.tournamentId === tournamentId),
    ],
    onReading: (tournamentId) => {
      for (const one of followed.of(tournamentId)) turns.queue(one);
    },
    isBehind: (tournamentId) => followed.of(tournamentId).some(turns.has),
    async onEnd({ tournamentId, tournament, stage }, reason) {
      for (const one of followed.of(tournamentId)) {
        // A follow whose tournament was over misses nothing.
        const isOver = one.follow.endedAt !== undefined;
        await stop(one, isOver ? 'over' : reason, { tournament, stage });
        followed.drop(one);
      }
    },
  });
  const owner: Owner = {
    lease,
    run,
    pace,
    followed: {
      in: followed.in,
      tournamentIds: followed.tournamentIds,
      of: followed.of,
      reading: (tournamentId) => watches.reading(tournamentId),
      feed: (place) => (epoch === undefined ? undefined : feeds.known(feedKeyOf(place), epoch)),
      report: (match, guildId) => common.reports.of(match, guildId),
    },
  };
  const parts = makeParts.flatMap((make) => make(owner) ?? []);
  /** By feed, by the clock that never jumps. */
  const unreadableSince = new Map<string, number>();
  let epoch: number | undefined;
  let renewalTriedAt = -Infinity;
  let syncedAt = -Infinity;
  let isFailing = false;
  /** By feed: when closing it was last attempted. */
  const closeTriedAt = new Map<string, number>();
  /** The wakes as last read. */
  let wakes: Wakes = { matches: {}, tournaments: {} };

  async function take({ guildId, followId, follow }: Followed): Promise<'done' | 'again'> {
    const reading = watches.reading(follow.tournamentId);
    // The follow may have changed since it was queued.
    const current = followed.in(guildId).find((one) => one.followId === followId);
    if (epoch === undefined || reading === undefined || current === undefined) return 'done';
    try {
      const turn = { ...current, reading, epoch };
      const outcome = await run(
        epoch,
        async (owned) => takeTurn(turn, await workFor(current, owned)),
        () => expectFollowed(current),
      );
      if (outcome === 'stopped') followed.drop(current);
      if (outcome === 'news') watches.noteNews(follow.tournamentId);
      return 'done';
    } catch (error) {
      const fields = { guildId, followId };
      if (error instanceof StoppedError) {
        followed.drop(current);
        return 'done';
      }
      if (error instanceof UnreadableError) {
        log.warn({ ...fields, err: error }, 'what a channel was told cannot be read');
        followed.drop(current);
        await stopUnreadable(current);
        return 'done';
      }
      if (error instanceof NotOwnerError) log.info(fields, error.message);
      else log.warn({ ...fields, err: error }, 'a channel could not be told');
      return 'again';
    }
  }

  /** Reads the tournaments of matches with new presses. */
  async function wake(): Promise<void> {
    const noted = await guilds.wakes.read();
    const newIn = (kind: keyof Wakes): Set<string> =>
      new Set(Object.keys(noted[kind]).filter((id) => wakes[kind][id] !== noted[kind][id]));
    const matchIds = newIn('matches');
    common.reports.forget(matchIds);
    watches.wake(matchIds, newIn('tournaments'));
    wakes = noted;
  }

  /**
   * A newer version running beside this one may be able to read it. Otherwise the server is notified, and a resumed follow begins
   * anew. Never rejects.
   */
  async function stopUnreadable(current: Followed): Promise<void> {
    const key = feedKeyOf(current);
    const since = unreadableSince.get(key) ?? monotonic();
    unreadableSince.set(key, since);
    if (monotonic() - since < UNREADABLE_MS) return;
    const { tournament, stage } = watches.reading(current.follow.tournamentId) ?? {};
    try {
      await stop(current, 'unreadable', { tournament, stage });
      await feeds.forget(current);
      unreadableSince.delete(key);
    } catch (error) {
      log.warn({ err: error }, 'a channel could not be stopped');
    }
  }

  /** Closes what asks in a channel that no longer follows, a part at a time, by whichever process owns the work. Never rejects. */
  async function close(one: Followed, reading: Reading): Promise<void> {
    const current = epoch;
    const { followId, guildId } = one;
    const key = feedKeyOf(one);
    if (current === undefined || monotonic() - (closeTriedAt.get(key) ?? -Infinity) < CLOSE_AGAIN_MS) return;
    closeTriedAt.set(key, monotonic());
    const turn: Turn = {
      ...one,
      reading: { ...reading, isLast: true, shows: `${reading.shows}:last` },
      epoch: current,
    };
    try {
      const outcome = await run(current, async (owned) => takeTurn(turn, await workFor(one, owned)));
      if (outcome !== 'stopped') return;
      await guilds.follows.change(guildId, followId, (follow) =>
        follow.stopped === undefined ? follow : { ...follow, stopped: { ...follow.stopped, isClosed: true } },
      );
      closeTriedAt.delete(key);
    } catch (error) {
      log.warn({ guildId, err: error }, 'what a channel asked could not be closed');
    }
  }

  async function sync(): Promise<void> {
    const changed = await followed.sync();
    const closing = followed.closing();
    await watches.want(
      new Set([...followed.tournamentIds(), ...closing.map(({ follow }) => follow.tournamentId)]),
    );
    for (const one of closing) {
      const reading = watches.reading(one.follow.tournamentId);
      if (reading !== undefined) await close(one, reading);
    }
    await wake();
    for (const one of changed) turns.queue(one);
    for (const guildId of followed.guildIds())
      await outages.look(
        guildId,
        followed.in(guildId).flatMap(({ follow }) => watches.get(follow.tournamentId) ?? []),
      );
  }

  function reset(): void {
    followed.clear();
    watches.clear();
    turns.clear();
    outages.clear();
    for (const part of parts) part.clear();
    common.reports.clear();
    common.waitingSince.clear();
    unreadableSince.clear();
    closeTriedAt.clear();
    common.closedResults.clear();
    common.notedAt.clear();
    syncedAt = -Infinity;
  }

  /** Logs a failure in the background once, until it works again. */
  const note = (error: unknown): void => {
    if (!isFailing)
      log.warn({ err: error }, 'a step of the background work failed; it is tried again every second');
    isFailing = true;
  };

  /**
   * Takes or renews the lease when that is due. It has a separate timer, so that slow work does not lose the lease. Never rejects.
   */
  async function renew(): Promise<void> {
    if (monotonic() - renewalTriedAt < lease.renewEveryMs) return;
    renewalTriedAt = monotonic();
    await lease.renew().catch(note);
  }

  /** Performs what is due; called in a loop. Never rejects. */
  async function step(): Promise<void> {
    try {
      const current = lease.epoch();
      if (current !== epoch) {
        log.info(
          {},
          current === undefined
            ? 'this process no longer does the background work'
            : 'this process does the background work now',
        );
        reset();
        epoch = current;
      }
      if (epoch === undefined) return;
      if (monotonic() - syncedAt >= SYNC_MS) {
        syncedAt = monotonic();
        await sync();
      }
      turns.retry();
      for (const part of parts) part.first(epoch);
      watches.readNext();
      for (const part of parts) part.last();
      isFailing = false;
    } catch (error) {
      note(error);
    }
  }

  const idle = async (): Promise<void> => {
    await watches.idle();
    await turns.idle();
    await Promise.all(parts.map((part) => part.idle()));
  };

  const loops = [renew, step].map((work) => repeat(work, { everyMs: TICK_MS, firstAfterMs: 0 }));

  return {
    renew,
    step,
    idle,
    /** Forgets what a channel shows. */
    forget: (place: FeedPlace) => feeds.forget(place),
    state: () => ({
      isOwner: lease.epoch() !== undefined,
      followed: followed.count(),
      roles: parts.map((part) => part.backlog?.()).find((backlog) => backlog !== undefined) ?? NO_BACKLOG,
    }),
    start(): void {
      for (const one of loops) one.start();
    },
    async stop(): Promise<void> {
      await Promise.all(loops.map((one) => one.stop()));
      epoch = undefined;
      turns.clear();
      for (const part of parts) part.clear();
      await within(idle(), STOP_MS, () => undefined);
      await lease.release().catch(() => undefined);
    },
  };
}
