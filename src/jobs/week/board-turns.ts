import { ServerRanksRecord } from '../../members/server-ranking.ts';
import type { Owner } from '../part.ts';
import { BoardPostState, createBoardPosts } from './boards.ts';
import { createBoardReads } from './board-reads.ts';
import { createRankings } from './rankings.ts';
import { createSeasonPosts, SeasonPosts } from './season-posts.ts';
import { createServers } from './servers.ts';
import type { WeekDeps } from './week-deps.ts';

/** By then, every replica reads another replica's change of a member. */
const CACHED_MS = 12_000;

interface BoardTurnsOptions extends Pick<Owner, 'pace' | 'run'> {
  onError: (guildId: string, error: unknown) => void;
}

/** The servers with kept leaderboards and seasons, and when each is looked at. */
export function createBoardTurns(deps: WeekDeps, { pace, run, onError }: BoardTurnsOptions) {
  const { events, guilds, limits, monotonic, now, stores } = deps;
  let epoch: number | undefined;

  const rankReads = createBoardReads({
    ...deps,
    pace,
    onPoll: events.onPoll,
    onRead() {
      for (const guildId of waiting) turns.queue(guildId);
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
    ranks: stores.namespace('boards', ServerRanksRecord),
  });
  const boardPosts = createBoardPosts({
    ...deps,
    store: stores.namespace('shownboards', BoardPostState),
    rankings,
  });
  const seasonPosts = createSeasonPosts({
    ...deps,
    store: stores.namespace('seasonposts', SeasonPosts),
    named: rankings.named,
  });
  const turns = createServers({
    index: () => guilds.boards.index.read(),
    limits,
    monotonic,
    onError,
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

  return {
    sync: (): Promise<void> => turns.sync(),
    first(current: number): void {
      epoch = current;
      turns.retry();
      for (const [guildId, at] of dueAt) if (now() >= at) turns.queue(guildId);
      for (const [guildId, { againAt = Infinity }] of looks) if (now() >= againAt) turns.queue(guildId);
      rankReads.nextLate();
    },
    last: rankReads.next,
    async idle(): Promise<void> {
      await rankReads.idle();
      await turns.idle();
    },
    clear(): void {
      epoch = undefined;
      rankReads.clear();
      turns.clear();
      boardPosts.clear();
      waiting.clear();
      dueAt.clear();
      looks.clear();
    },
  };
}
