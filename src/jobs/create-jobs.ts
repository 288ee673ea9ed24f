import { z } from 'zod';
import { createFeeds, NotOwnerError, type FeedPlace } from './feeds.ts';
import { createFollowed, type Followed } from './followed.ts';
import { createLease, OwnerRecord } from './lease.ts';
import { createOutages } from './outages.ts';
import { createPace } from './pace.ts';
import { stopFollowing } from './stop.ts';
import { takeTurn } from './take-turn.ts';
import { createTurns } from './turns.ts';
import { nextPoll, poll, readingOf, type Watch } from './watch.ts';
import type { JobsDeps, Work } from './work.ts';

/** How often the store is read for what servers follow. */
const SYNC_MS = 2000;
/** How many polls may be in flight at once where the platform is slow. */
const POLLS_AT_ONCE = 4;
/** A tournament has to be missing from the platform for so long before its follows stop. */
const MISSING_MS = 10 * 60_000;
const TICK_MS = 250;
/** How long a stop waits for posts that are in flight. */
const STOP_MS = 4000;

/**
 * The background work of all servers together: one owner over all processes polls what channels follow, and tells each
 * channel what it was not told yet.
 */
export function createJobs(deps: JobsDeps) {
  const { guilds, log, monotonic, now, stores } = deps;
  const lease = createLease({ owners: stores.namespace('jobs', OwnerRecord), id: deps.id, monotonic });
  const feeds = createFeeds(stores.namespace('feeds'));
  const work: Work = { ...deps, feeds, lease, directs: stores.namespace('directs', z.literal(true)) };
  const pace = createPace({ perMinute: deps.pollsPerMinute, monotonic });
  const followed = createFollowed(guilds.follows, monotonic);
  const watches = new Map<string, Watch>();
  const polls = new Set<Promise<void>>();
  const turns = createTurns({ take, monotonic });
  const outages = createOutages(stores.namespace('outages', z.number()), deps);
  let epoch: number | undefined;
  let syncedAt = -Infinity;
  let isFailing = false;

  async function take({ guildId, followId, follow }: Followed): Promise<'done' | 'again'> {
    const reading = watches.get(follow.tournamentId)?.reading;
    // Its topics may have changed since it was queued.
    const current = followed.of(guildId).find((one) => one.followId === followId);
    if (epoch === undefined || reading === undefined || current === undefined) return 'done';
    try {
      const reason = await takeTurn({ ...current, reading, epoch }, work);
      if (reason !== undefined) await stopFollowing(current, reason, reading.tournament, work);
      return 'done';
    } catch (error) {
      if (error instanceof NotOwnerError) log.info({ guildId, followId }, error.message);
      else log.warn({ guildId, followId, err: error }, 'a channel could not be told');
      return 'again';
    }
  }

  async function sync(): Promise<void> {
    const changed = await followed.sync();
    const wanted = new Set(followed.all().map(({ follow }) => follow.tournamentId));
    for (const tournamentId of watches.keys()) if (!wanted.has(tournamentId)) watches.delete(tournamentId);
    for (const tournamentId of wanted)
      if (!watches.has(tournamentId))
        watches.set(tournamentId, { tournamentId, requestedAt: {}, readAt: {}, failingSince: {} });
    for (const one of changed) turns.queue(one);
  }

  function pollNext(): void {
    if (polls.size >= POLLS_AT_ONCE) return;
    const next = nextPoll(watches.values(), {
      now: now(),
      monotonic: monotonic(),
      perMinute: deps.pollsPerMinute,
    });
    if (next === undefined || !pace.take()) return;
    const { watch, part } = next;
    const polling = poll(watch, part, { ...deps, pace })
      .then(async (isNew) => {
        if (isNew) watch.reading = readingOf(watch);
        const isLost = watch.missingSince !== undefined && monotonic() - watch.missingSince >= MISSING_MS;
        const followers = followed.all().filter(({ follow }) => follow.tournamentId === watch.tournamentId);
        if (isLost)
          for (const one of followers) await stopFollowing(one, 'tournament-gone', watch.tournament, work);
        else if (isNew) for (const one of followers) turns.queue(one);
      })
      .catch((error: unknown) => log.warn({ err: error }, 'a poll failed'))
      .finally(() => polls.delete(polling));
    polls.add(polling);
  }

  /** How long a server has been without a part of what it follows; `undefined` before the first answers. */
  function failingMs(guildId: string): number | undefined {
    const own = followed.of(guildId).map(({ follow }) => watches.get(follow.tournamentId));
    const since = own.flatMap((watch) => Object.values(watch?.failingSince ?? {}));
    if (since.length > 0) return monotonic() - Math.min(...since);
    return own.every((watch) => watch?.readAt.record !== undefined) ? 0 : undefined;
  }

  function reset(): void {
    followed.clear();
    watches.clear();
    turns.clear();
    outages.clear();
    syncedAt = -Infinity;
  }

  /** What is due now: called again and again. Never rejects. */
  async function step(): Promise<void> {
    try {
      const held = await lease.hold();
      if (held !== epoch) {
        log.info({ owner: held !== undefined }, 'background work');
        reset();
        epoch = held;
      }
      if (epoch === undefined) return;
      if (monotonic() - syncedAt >= SYNC_MS) {
        syncedAt = monotonic();
        await sync();
        const guildIds = new Set(followed.all().map(({ guildId }) => guildId));
        for (const guildId of guildIds) {
          const outMs = failingMs(guildId);
          if (outMs !== undefined) await outages.look(guildId, outMs);
        }
      }
      turns.retry();
      pollNext();
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'background work');
      isFailing = true;
    }
  }

  const idle = async (): Promise<void> => {
    await Promise.all(polls);
    await turns.idle();
  };

  let timer: NodeJS.Timeout | undefined;
  let stepping = Promise.resolve();
  const loop = (): void => {
    stepping = step().then(() => {
      if (timer !== undefined) timer = setTimeout(loop, TICK_MS).unref();
    });
  };

  return {
    step,
    idle,
    /** Forgets what a channel was told. */
    forget: (place: FeedPlace) => feeds.forget(place),
    state: () => ({ isOwner: epoch !== undefined, followed: followed.all().length }),
    start(): void {
      timer = setTimeout(loop, 0).unref();
    },
    async stop(): Promise<void> {
      clearTimeout(timer);
      timer = undefined;
      await stepping;
      epoch = undefined;
      turns.clear();
      const late = new Promise<void>((resolve) => void setTimeout(resolve, STOP_MS).unref());
      await Promise.race([idle(), late]);
      await lease.release().catch(() => undefined);
    },
  };
}
