import { z } from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../durations.ts';
import type { Guilds } from '../../guilds/guilds.ts';
import type { KeptBoard } from '../../guilds/boards.ts';
import type { BoardEntry } from '../../replies/leaderboard.ts';
import { keptBoardPost, stoppedBoardPost } from '../../replies/kept-board.ts';
import { pageOf } from '../../replies/pager.ts';
import { sha256 } from '../../sha256.ts';
import { storedObject } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import type { Post } from '../../message/reply.ts';
import type { Refused, SendOutcome } from '../../message/channels.ts';
import { NotOwnerError } from '../owner/lease.ts';
import type { Owner } from '../part.ts';
import { PendingMessage } from '../plan/feed-record.ts';
import type { JobsDeps } from '../work.ts';
import type { createRankings } from './rankings.ts';

/** What a channel shows of a kept leaderboard. */
export const BoardState = storedObject({
  messageId: z.string().exactOptional(),
  pending: PendingMessage.exactOptional(),
  /** Hash of what its message shows. */
  shows: z.string().exactOptional(),
  /** When its ranking was last shown or found unchanged, epoch milliseconds. */
  checkedAt: z.number().exactOptional(),
  /** The places of players at the first reading of a week. */
  week: storedObject({
    monday: z.number(),
    at: z.number(),
    places: z.record(z.string(), z.number()),
  }).exactOptional(),
});
export type BoardState = z.infer<typeof BoardState>;

/** After a ranking that could not be read. */
const RETRY_MS = 5 * MINUTE_MS;
const SHOWN = 10;
const TTL_MS = 60 * DAY_MS;
/** 1 January 1970 was a Thursday. */
const mondayOf = (now: number): number => {
  const days = Math.floor(now / DAY_MS);
  return (days - ((days + 3) % 7)) * DAY_MS;
};

const placesOf = (entries: readonly BoardEntry[]): Record<string, number> =>
  Object.fromEntries(
    entries.flatMap(({ place, player }) => (player.id === undefined ? [] : [[player.id, place]])),
  );

interface BoardsDeps extends Pick<JobsDeps, 'channels' | 'events' | 'log' | 'now'> {
  store: Store<BoardState>;
  guilds: Pick<Guilds, 'boards' | 'translator' | 'note'>;
  lease: Owner['lease'];
  outbox: Owner['outbox'];
  rankingOf: ReturnType<typeof createRankings>;
}

/** Keeps leaderboards in channels: one message each, edited once an hour at most and on change only. */
export function createBoardPosts({
  channels,
  events,
  guilds,
  lease,
  log,
  now,
  outbox,
  rankingOf,
  store,
}: BoardsDeps) {
  /** Shows one board. Gives when it is due again; `undefined`: when something was read. */
  async function show(
    guildId: string,
    boardId: string,
    board: KeptBoard,
    epoch: number,
  ): Promise<number | undefined> {
    const t = await guilds.translator(guildId);
    const key = `${guildId}:${boardId}`;
    let stored = await store.get(key);
    let state: BoardState = stored ?? {};

    async function save(next: BoardState): Promise<void> {
      const isSaved =
        stored === undefined
          ? await store.add(key, next, TTL_MS)
          : await store.replace(key, stored, next, TTL_MS);
      if (!isSaved) throw new NotOwnerError('another process shows this leaderboard');
      stored = next;
      state = next;
    }

    async function end(reason?: Exclude<Refused, 'closed'>): Promise<number> {
      await guilds.boards.remove(guildId, boardId, { onlyStopped: reason === undefined });
      await store.delete(key);
      if (reason === undefined) return Infinity;
      events.onStop(reason);
      const why = t(`feed.audit.why.${reason}`);
      await guilds.note(guildId, t('board.audit.ended', { channel: `<#${board.channelId}>`, why }));
      return Infinity;
    }

    async function send(post: Post): Promise<SendOutcome> {
      const { pending } = state;
      const others = pending === undefined ? [] : await othersOf(guildId, boardId);
      const found = pending && (await outbox.lookFor(pending, (id) => others.includes(id)));
      if (typeof found === 'object') return found;
      await lease.check(epoch);
      const before = found === 'fresh' ? pending : undefined;
      return outbox.send({ channelId: board.channelId, post, before }, (next) =>
        save({ ...state, pending: next }),
      );
    }

    const { messageId, checkedAt } = state;
    if (board.stopped && messageId === undefined) return end();
    // A clock that was set back shows nothing about how long ago that was.
    const agoMs = Math.abs(now() - (checkedAt ?? -Infinity));
    if (agoMs < HOUR_MS && !board.stopped) return now() + HOUR_MS - agoMs;
    const ranking = await rankingOf(guildId, board, t);
    if (ranking === 'waits') return undefined;
    if (ranking === 'failed') return now() + RETRY_MS;

    const monday = mondayOf(now());
    const week =
      state.week?.monday === monday ? state.week : { monday, at: now(), places: placesOf(ranking.entries) };
    const top = await ranking.named(ranking.entries.slice(0, SHOWN));
    const items = top.map((entry) => {
      const before = week.places[entry.player.id ?? ''];
      return before === undefined || before === entry.place
        ? entry
        : { ...entry, gained: before - entry.place };
    });
    const view = {
      boardId,
      title: ranking.title,
      page: pageOf(items, 1, SHOWN),
      since: week.at,
      note: ranking.note,
    };
    const post = keptBoardPost(view, t);
    if (board.stopped && messageId !== undefined) {
      await lease.check(epoch);
      await channels.edit(board.channelId, messageId, stoppedBoardPost(post, t));
      return end();
    }
    const shows = sha256(JSON.stringify(post.embeds), 22);
    if (messageId === undefined) {
      const sent = await send(post);
      if ('refused' in sent) return end(sent.refused === 'closed' ? 'refused' : sent.refused);
      const { pending: _sent, ...rest } = state;
      await save({ ...rest, messageId: sent.id, shows, checkedAt: now(), week });
    } else if (shows === state.shows) {
      await save({ ...state, checkedAt: now(), week });
      return now() + HOUR_MS;
    } else {
      await lease.check(epoch);
      const sent = await channels.edit(board.channelId, messageId, post);
      if ('refused' in sent) return end(sent.refused === 'closed' ? 'refused' : sent.refused);
      await save({ ...state, shows, checkedAt: now(), week });
    }
    events.onPost('board', 0);
    log.info({ kind: 'board', guildId, channelId: board.channelId }, 'posted');
    return now() + HOUR_MS;
  }

  /** The messages of the server's other boards, which have the same text. */
  async function othersOf(guildId: string, boardId: string): Promise<string[]> {
    const others = Object.keys(await guilds.boards.read(guildId)).filter((id) => id !== boardId);
    const states = await Promise.all(others.map((id) => store.get(`${guildId}:${id}`)));
    return states.flatMap((state) => state?.messageId ?? []);
  }

  return {
    /** Shows the boards of one server that are due. Gives when the next one is (epoch milliseconds). Throws like `show`. */
    async tell(
      guildId: string,
      epoch: number,
    ): Promise<{ boards: number; isWaiting: boolean; dueAt: number }> {
      const boards = Object.entries(await guilds.boards.read(guildId));
      const due: (number | undefined)[] = [];
      for (const [boardId, board] of boards) due.push(await show(guildId, boardId, board, epoch));
      const times = due.filter((at) => at !== undefined);
      return {
        boards: boards.length,
        isWaiting: due.includes(undefined),
        dueAt: Math.min(...times, Infinity),
      };
    },
  };
}
