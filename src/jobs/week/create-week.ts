import { z } from 'zod';
import { MINUTE_MS } from '../../durations.ts';
import { every } from '../every.ts';
import { NotOwnerError } from '../owner/lease.ts';
import type { JobPart, Owner } from '../part.ts';
import { StoredFeed } from '../plan/feed-record.ts';
import { createEntryReads } from './entry-reads.ts';
import { createListReads } from './list-reads.ts';
import { createBoardTurns } from './board-turns.ts';
import { createAnnouncements } from './announcements.ts';
import { AnnouncementsRecord } from './announcement-record.ts';
import { createRemind } from './remind.ts';
import { createRankUpPosts, RankUpState } from './rank-ups.ts';
import { createServers } from './servers.ts';
import type { WeekDeps } from './week-deps.ts';

/** How often changes by servers and members are read from the store. */
const SYNC_MS = 2000;
const REMIND_MS = 30_000;
/** How often members' registrations are read from the store. */
const NOTED_MS = 5 * MINUTE_MS;

/** The background work besides the followed tournaments. */
export function createWeek(deps: WeekDeps, { pace, run }: Owner): JobPart {
  const { events, guilds, limits, listing, log, monotonic, now, stores } = deps;
  let epoch: number | undefined;
  let isListWanted = false;

  const reads = createListReads({
    ...deps,
    pace,
    onPoll: events.onPoll,
    onList() {
      for (const guildId of announcing.ids()) announcing.queue(guildId);
    },
  });
  const announcements = createAnnouncements({
    ...deps,
    store: stores.namespace('news', AnnouncementsRecord),
    feeds: stores.namespace('feeds', StoredFeed),
    readById: (tournamentId) => entryReads.find(tournamentId),
  });
  const announcing = createServers({
    index: () => guilds.announcing.read(),
    limits,
    monotonic,
    onError: noteFailure,
    async take(guildId, revision) {
      if (await announcements.isIdle(guildId)) return guilds.announcing.leave(guildId, revision);
      const list = reads.latest();
      if (epoch === undefined || list === undefined) return;
      const told = await run(epoch, (owned) => announcements.tell(guildId, list, { since: revision, owned }));
      if (told === 'over') await announcements.forget(guildId);
      if (told === 'over') await guilds.announcing.leave(guildId, revision);
    },
  });

  const boards = createBoardTurns(deps, { pace, run, onError: noteFailure });

  const rankUpPosts = createRankUpPosts({ ...deps, store: stores.namespace('rankupposts', RankUpState) });
  /** By server: when rank-ups are posted next. */
  const risesAt = new Map<string, number>();
  const rising = createServers({
    index: () => guilds.rankUps.read(),
    limits,
    monotonic,
    onError: noteFailure,
    async take(guildId, revision) {
      risesAt.delete(guildId);
      const { rankUpChannelId } = await guilds.settings.read(guildId);
      if (rankUpChannelId === undefined) {
        await deps.rankUps.forgetServer(guildId);
        await rankUpPosts.forgetServer(guildId);
        return guilds.rankUps.leave(guildId, revision);
      }
      if (epoch === undefined) return;
      const current = epoch;
      const nextAt = await rankUpPosts.tell(guildId, rankUpChannelId, (...how) => run(current, ...how));
      risesAt.set(guildId, nextAt);
    },
  });

  const reminding = createRemind({ ...deps, reminded: stores.namespace('reminded', z.number()) });
  const entryReads = createEntryReads({
    ...deps,
    pace,
    onPoll: events.onPoll,
    onRead(tournamentId) {
      for (const guildId of announcements.waitingFor(tournamentId)) announcing.queue(guildId);
    },
  });
  let remindedAt = -Infinity;
  let notedAt = -Infinity;
  /** The tournaments that members registered for. */
  let registered: readonly string[] = [];
  let isRemindWanted = false;

  /** Reads which members want reminders, and reminds them of tournaments that begin soon. */
  async function remindAll(): Promise<void> {
    isRemindWanted = (await deps.reminders.all()).length > 0;
    const listed = reads.latest()?.tournaments;
    const ids = new Set(listed?.map(({ id }) => id));
    if (monotonic() - notedAt >= NOTED_MS && listed !== undefined) {
      notedAt = monotonic();
      registered = (await reminding.noted()).filter((id) => !ids.has(id));
    }
    const unlisted = entryReads.recent().filter(({ id }) => !ids.has(id));
    if (isRemindWanted && epoch !== undefined)
      await run(epoch, (owned) => reminding.remind([...reads.recent(), ...unlisted], owned));
  }

  function noteFailure(guildId: string, error: unknown): void {
    if (error instanceof NotOwnerError) log.info({ guildId }, error.message);
    else log.warn({ guildId, err: error }, "a server's announcements or leaderboards could not be posted");
  }

  async function sync(): Promise<void> {
    await reads.takeOver();
    await announcing.sync();
    await boards.sync();
    await rising.sync();
    if (monotonic() - remindedAt >= REMIND_MS) {
      remindedAt = monotonic();
      await remindAll();
    }
    await entryReads.want({ announced: announcements.unlisted(), registered });
    isListWanted = isRemindWanted || announcing.ids().length > 0 || (await listing.isWanted());
  }

  const syncing = every({
    everyMs: SYNC_MS,
    work: sync,
    failure: 'the work on announcements, leaderboards, rank-ups or reminders failed; it is tried again',
    log,
    monotonic,
  });

  return {
    first(current) {
      epoch = current;
      syncing.first(current);
      announcing.retry();
      rising.retry();
      for (const [guildId, at] of risesAt) if (now() >= at) rising.queue(guildId);
      if (isListWanted) reads.next();
      entryReads.next();
      boards.first(current);
    },
    last: boards.last,
    async idle() {
      await syncing.idle();
      await reads.idle();
      await entryReads.idle();
      await announcing.idle();
      await boards.idle();
      await rising.idle();
    },
    clear() {
      epoch = undefined;
      syncing.clear();
      isListWanted = false;
      remindedAt = -Infinity;
      notedAt = -Infinity;
      registered = [];
      entryReads.clear();
      announcements.clear();
      reads.clear();
      announcing.clear();
      boards.clear();
      rising.clear();
      risesAt.clear();
    },
  };
}
