import { z } from 'zod';
import { repeat } from '../async/repeat.ts';
import { within } from '../async/within.ts';
import type { Wakes } from '../guilds/wakes.ts';
import { StoreError } from '../store/errors.ts';
import { createChannelTurns } from './channel-turns.ts';
import { createFeeds, feedKeyOf, type FeedPlace } from './deliver/feeds.ts';
import { DirectMark } from './deliver/outbox.ts';
import { createLease, LeaseOwner } from './owner/lease.ts';
import { createRunOwned } from './owner/owned.ts';
import { createPace } from './owner/pace.ts';
import type { Backlog, JobPart, Owner } from './part.ts';
import { StoredFeed } from './plan/feed-record.ts';
import { createFollowed } from './watch/followed.ts';
import { createOutages } from './watch/outages.ts';
import { StoredWatch } from './watch/stored-watch.ts';
import { createWatches } from './watch/watches.ts';
import type { JobsDeps } from './work.ts';

/** How often the store is read for changed follows. */
const SYNC_MS = 2000;
const TICK_MS = 250;
const NO_BACKLOG: Backlog = { members: 0, stalledMs: 0 };
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
  const run = createRunOwned({ lease, channels: deps.channels, directs, vault: deps.vault, now });
  let epoch: number | undefined;
  const followed = createFollowed({
    follows: guilds.follows,
    now,
    monotonic,
    onError: (guildId, error) => {
      if (error instanceof StoreError) throw error;
      log.warn({ guildId, err: error }, 'the follows of a server cannot be read');
    },
  });
  const turns = createChannelTurns({
    jobs: deps,
    lease,
    run,
    feeds,
    followed,
    watches: {
      reading: (tournamentId) => watches.reading(tournamentId),
      noteNews: (tournamentId) => watches.noteNews(tournamentId),
    },
    epoch: () => epoch,
  });
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
        await turns.stop(one, isOver ? 'over' : reason, { tournament, stage });
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
      report: (match, guildId) => turns.reports.of(match, guildId),
    },
  };
  const parts = makeParts.flatMap((make) => make(owner) ?? []);
  let renewalTriedAt = -Infinity;
  let syncedAt = -Infinity;
  let isFailing = false;
  /** The wakes as last read. */
  let wakes: Wakes = { matches: {}, tournaments: {} };

  /** Reads the tournaments of matches with new presses. */
  async function wake(): Promise<void> {
    const noted = await guilds.wakes.read();
    const newIn = (kind: keyof Wakes): Set<string> =>
      new Set(Object.keys(noted[kind]).filter((id) => wakes[kind][id] !== noted[kind][id]));
    const matchIds = newIn('matches');
    turns.reports.forget(matchIds);
    watches.wake(matchIds, newIn('tournaments'));
    wakes = noted;
  }

  async function sync(): Promise<void> {
    const changed = await followed.sync();
    const closing = followed.closing();
    await watches.want(
      new Set([...followed.tournamentIds(), ...closing.map(({ follow }) => follow.tournamentId)]),
    );
    for (const one of closing) {
      const reading = await watches.lastReading(one.follow.tournamentId);
      if (reading !== undefined) await turns.close(one, reading);
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
    turns.reset();
    outages.clear();
    for (const part of parts) part.clear();
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
