import { MINUTE_MS } from '../../durations.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Guilds } from '../../guilds/guilds.ts';
import type { Registrations } from '../../members/registrations.ts';
import type { Reminders } from '../../members/reminders.ts';
import type { Naming } from '../../members/naming.ts';
import type { RankUps } from '../../members/rank-ups.ts';
import { BoardRecord } from '../../members/server-ranking.ts';
import type { Platform } from '../../platform/platform.ts';
import { every } from '../every.ts';
import { NotOwnerError } from '../owner/lease.ts';
import type { JobPart, Owner } from '../part.ts';
import { StoredFeed } from '../plan/feed-record.ts';
import type { JobsDeps } from '../work.ts';
import type { Listing } from './listing.ts';
import { createEntryReads } from './entry-reads.ts';
import { createListReads } from './list-reads.ts';
import { BoardState, createBoardPosts } from './boards.ts';
import { createNews } from './news.ts';
import { NewsRecord } from './news-record.ts';
import { createRemind } from './remind.ts';
import { createRankReads } from './rank-reads.ts';
import { createRankUpPosts, RankUpState } from './rank-ups.ts';
import { createRankings } from './rankings.ts';
import { createSeasonPosts, SeasonPosts } from './season-posts.ts';
import { createServers } from './servers.ts';

/** How often changes by servers and members are read from the store. */
const SYNC_MS = 2000;
const REMIND_MS = 30_000;
/** How often members' registrations are read from the store. */
const NOTED_MS = 5 * MINUTE_MS;
/** By then, every replica reads another replica's change of a member. */
const CACHED_MS = 12_000;

type Shared = Pick<JobsDeps, 'events' | 'log' | 'monotonic' | 'now' | 'pollsPerMinute' | 'stores' | 'words'>;

export interface WeekDeps extends Shared {
  listing: Listing;
  platform: Pick<Platform, 'tournament' | 'tournaments' | 'rankings' | 'userRank'>;
  guilds: Pick<
    Guilds,
    | 'settings'
    | 'translator'
    | 'translatorIn'
    | 'note'
    | 'announcing'
    | 'boards'
    | 'follows'
    | 'season'
    | 'rankUps'
  >;
  rankUps: RankUps;
  accounts: Pick<Accounts, 'ownerOf' | 'find'>;
  reminders: Pick<Reminders, 'all' | 'noteClosed' | 'set'>;
  registrations: Pick<Registrations, 'read'>;
  naming: Pick<Naming, 'nameable' | 'playersOf'>;
}

/** The background work besides the followed tournaments. */
export function createWeek(deps: WeekDeps, { pace, run }: Owner): JobPart {
  const { events, guilds, listing, log, monotonic, now, stores } = deps;
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
  const news = createNews({
    ...deps,
    store: stores.namespace('news', NewsRecord),
    feeds: stores.namespace('feeds', StoredFeed),
    readById: (tournamentId) => entryReads.find(tournamentId),
  });
  const announcing = createServers({
    index: () => guilds.announcing.read(),
    monotonic,
    onError: noteFailure,
    async take(guildId, revision) {
      if (await news.isIdle(guildId)) return guilds.announcing.leave(guildId, revision);
      const list = reads.latest();
      if (epoch === undefined || list === undefined) return;
      const told = await run(epoch, (owned) => news.tell(guildId, list, { since: revision, owned }));
      if (told === 'over') await news.forget(guildId);
      if (told === 'over') await guilds.announcing.leave(guildId, revision);
    },
  });

  const rankReads = createRankReads({
    ...deps,
    pace,
    onPoll: events.onPoll,
    onRead() {
      for (const guildId of waiting) boards.queue(guildId);
    },
  });
  /** The servers with boards that wait for a read, and when the other servers' boards are due. */
  const waiting = new Set<string>();
  const dueAt = new Map<string, number>();
  /** By server: the revision whose names its boards show, and when to check them again. */
  const looks = new Map<string, { revision: number; againAt: number | undefined }>();
  const rankings = createRankings({
    ...deps,
    reads: rankReads,
    ranks: stores.namespace('boards', BoardRecord),
  });
  const boardPosts = createBoardPosts({
    ...deps,
    store: stores.namespace('shownboards', BoardState),
    rankings,
  });
  const seasonPosts = createSeasonPosts({
    ...deps,
    store: stores.namespace('seasonposts', SeasonPosts),
    named: rankings.named,
  });
  const boards = createServers({
    index: () => guilds.boards.index.read(),
    monotonic,
    onError: noteFailure,
    async take(guildId, revision) {
      waiting.delete(guildId);
      dueAt.delete(guildId);
      if (epoch === undefined) return;
      const last = looks.get(guildId);
      const isChange = last?.revision !== revision;
      const dropsNames = isChange || (last.againAt !== undefined && now() >= last.againAt);
      // A failure is retried by then.
      if (dropsNames) looks.set(guildId, { revision, againAt: now() + CACHED_MS });
      // A failing part does not stop the other.
      const [ofSeason, ofBoards] = await run(epoch, (owned) =>
        Promise.allSettled([
          seasonPosts.tell(guildId, owned),
          boardPosts.tell(guildId, { owned, dropsNames }),
        ]),
      );
      if (ofSeason.status === 'rejected') throw ofSeason.reason;
      if (ofBoards.status === 'rejected') throw ofBoards.reason;
      const [season, told] = [ofSeason.value, ofBoards.value];
      if (dropsNames && !isChange) looks.set(guildId, { revision, againAt: undefined });
      if (told.boards + season.posts === 0) return guilds.boards.index.leave(guildId, revision);
      if (told.isWaiting) waiting.add(guildId);
      dueAt.set(guildId, told.isWaiting ? season.dueAt : Math.min(told.dueAt, season.dueAt));
    },
  });

  const rankUpPosts = createRankUpPosts({ ...deps, store: stores.namespace('rankupposts', RankUpState) });
  /** By server: when rank-ups are posted next. */
  const risesAt = new Map<string, number>();
  const rising = createServers({
    index: () => guilds.rankUps.read(),
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

  const reminding = createRemind(deps);
  const entryReads = createEntryReads({
    ...deps,
    pace,
    onPoll: events.onPoll,
    onRead(tournamentId) {
      for (const guildId of news.waitingFor(tournamentId)) announcing.queue(guildId);
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
    const unlisted = entryReads.latest().filter(({ id }) => !ids.has(id));
    if (isRemindWanted && epoch !== undefined)
      await run(epoch, (owned) => reminding.remind([...(listed ?? []), ...unlisted], owned));
  }

  function noteFailure(guildId: string, error: unknown): void {
    if (error instanceof NotOwnerError) log.info({ guildId }, error.message);
    else log.warn({ guildId, err: error }, 'a server could not be told');
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
    await entryReads.want({ announced: news.unlisted(), registered });
    isListWanted = isRemindWanted || announcing.ids().length > 0 || (await listing.isWanted());
  }

  const syncing = every({
    everyMs: SYNC_MS,
    work: sync,
    failure: 'the work of the week (lists, boards, news, calls) failed; it is tried again',
    log,
    monotonic,
  });

  return {
    first(current) {
      epoch = current;
      syncing.first(current);
      announcing.retry();
      boards.retry();
      rising.retry();
      for (const [guildId, at] of risesAt) if (now() >= at) rising.queue(guildId);
      for (const [guildId, at] of dueAt) if (now() >= at) boards.queue(guildId);
      for (const [guildId, { againAt = Infinity }] of looks) if (now() >= againAt) boards.queue(guildId);
      if (isListWanted) reads.next();
      entryReads.next();
      rankReads.nextLate();
    },
    last: rankReads.next,
    async idle() {
      await syncing.idle();
      await reads.idle();
      await entryReads.idle();
      await announcing.idle();
      await rankReads.idle();
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
      news.clear();
      reads.clear();
      announcing.clear();
      rankReads.clear();
      boards.clear();
      rising.clear();
      risesAt.clear();
      boardPosts.clear();
      waiting.clear();
      dueAt.clear();
      looks.clear();
    },
  };
}
