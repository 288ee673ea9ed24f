import { createKeyedQueue } from '../async/keyed-queue.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../durations.ts';
import { UnreadableError } from '../store/errors.ts';
import { StoppedError } from './deliver/errors.ts';
import { feedKeyOf, type createFeeds } from './deliver/feeds.ts';
import { createKnownReports } from './deliver/known-reports.ts';
import { stopFollowing } from './deliver/stop.ts';
import { takeTurn } from './deliver/turn.ts';
import { NotOwnerError, type createLease } from './owner/lease.ts';
import type { Owned, RunOwned } from './owner/owned.ts';
import type { Followed, Reading } from './plan/reading.ts';
import type { createFollowed } from './watch/followed.ts';
import type { createWatches } from './watch/watches.ts';
import { announcementIn, AnnouncementsRecord } from './week/announcement-record.ts';
import type { JobsDeps, Turn, Work } from './work.ts';

/** How long a channel is skipped while its record is unreadable. */
const UNREADABLE_MS = 15 * MINUTE_MS;
/** Between two attempts to close what asks in a channel that no longer follows. */
const CLOSE_AGAIN_MS = 10 * SECOND_MS;

interface ChannelTurnsDeps {
  jobs: JobsDeps;
  lease: ReturnType<typeof createLease>;
  run: RunOwned;
  feeds: ReturnType<typeof createFeeds>;
  followed: Pick<ReturnType<typeof createFollowed>, 'in' | 'drop'>;
  watches: Pick<ReturnType<typeof createWatches>, 'reading' | 'noteNews'>;
  /** The owner's epoch; `undefined` while this process is not the owner. */
  epoch: () => number | undefined;
}

/** The turns of channels with new readings: one at a time per channel, until the channel no longer follows and nothing asks there. */
export function createChannelTurns({ jobs, lease, run, feeds, followed, watches, epoch }: ChannelTurnsDeps) {
  const { guilds, log, monotonic, stores } = jobs;
  const { channels: _channels, ...others } = jobs;
  const announcements = stores.namespace('news', AnnouncementsRecord);
  const common: Omit<Work, 't' | keyof Owned> = {
    ...others,
    feeds,
    async announcedIn({ guildId, follow }) {
      const announcement = announcementIn(await announcements.get(guildId), follow);
      if (announcement === undefined) return undefined;
      const { at, messageId, roleId } = announcement;
      return { messageId, isNews: roleId === undefined && Math.abs(follow.since - at) <= HOUR_MS };
    },
    lease,
    reports: createKnownReports(jobs.results, monotonic),
    waitingSince: new Map(),
    closedResults: new Map(),
    notedAt: new Map(),
  };
  /** By feed, by the clock that never jumps. */
  const unreadableSince = new Map<string, number>();
  /** By feed: when closing it was last attempted. */
  const closeTriedAt = new Map<string, number>();
  const queue = createKeyedQueue({ atOnce: jobs.limits.queue, keyOf: feedKeyOf, take, monotonic });

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
    const current = epoch();
    if (current === undefined) return;
    await run(current, async (owned) => stopFollowing(one, reason, seen, await workFor(one, owned)));
  }

  async function take({ guildId, followId, follow }: Followed): Promise<'done' | 'again'> {
    const reading = watches.reading(follow.tournamentId);
    // The follow may have changed since it was queued.
    const current = followed.in(guildId).find((one) => one.followId === followId);
    const ownEpoch = epoch();
    if (ownEpoch === undefined || reading === undefined || current === undefined) return 'done';
    try {
      const turn = { ...current, reading, epoch: ownEpoch };
      const outcome = await run(
        ownEpoch,
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
        log.warn({ ...fields, err: error }, 'the feed of a channel cannot be read');
        followed.drop(current);
        await stopUnreadable(current);
        return 'done';
      }
      if (error instanceof NotOwnerError) log.info(fields, error.message);
      else log.warn({ ...fields, err: error }, "a channel's posts could not be brought up to date");
      return 'again';
    }
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
      log.warn({ err: error }, 'a follow could not be stopped');
    }
  }

  /** Closes what asks in a channel that no longer follows, a part at a time, for any owner. Never rejects. */
  async function close(one: Followed, reading: Reading): Promise<void> {
    const current = epoch();
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
      // A turn would begin a feed.
      const outcome = (await feeds.exists(key))
        ? await run(current, async (owned) => takeTurn(turn, await workFor(one, owned)))
        : 'stopped';
      if (outcome !== 'stopped') return;
      await guilds.follows.change(guildId, followId, (follow) =>
        follow.stopped === undefined ? follow : { ...follow, stopped: { ...follow.stopped, isClosed: true } },
      );
      closeTriedAt.delete(key);
    } catch (error) {
      log.warn({ guildId, err: error }, 'the open match calls of a stopped follow could not be closed');
    }
  }

  return {
    ...queue,
    stop,
    close,
    /** The known reports of matches. */
    reports: common.reports,
    /** Drops the queue and everything known of channels, for another owner. */
    reset(): void {
      queue.clear();
      common.reports.clear();
      common.waitingSince.clear();
      unreadableSince.clear();
      closeTriedAt.clear();
      common.closedResults.clear();
      common.notedAt.clear();
    },
  };
}
