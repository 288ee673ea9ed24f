import { z } from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../durations.ts';
import type { Guilds } from '../../guilds/guilds.ts';
import type { KeptBoard } from '../../guilds/boards.ts';
import type { BoardEntry } from '../../replies/leaderboard.ts';
import { keptBoardPost, stoppedBoardPost } from '../../replies/kept-board.ts';
import { pageOf } from '../../replies/pager.ts';
import { own } from '../../json.ts';
import { present } from '../../present.ts';
import { sha256 } from '../../sha256.ts';
import { storedObject } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import type { Post } from '../../message/reply.ts';
import type { Refused, SendOutcome } from '../../message/channels.ts';
import { inTurn } from '../owner/in-turn.ts';
import type { Owned } from '../owner/owned.ts';
import { openRecord } from '../owner/owned-record.ts';
import { PendingMessage } from '../plan/feed-record.ts';
import type { JobsDeps } from '../work.ts';
import { BoardRow, rowOf, type createRankings } from './rankings.ts';

/** What a channel shows of a kept leaderboard. */
export const BoardPostState = storedObject({
  messageId: z.string().exactOptional(),
  pending: PendingMessage.exactOptional(),
  /** Hash of what its message shows. */
  shows: z.string().exactOptional(),
  /** The rows that its message shows, so that names can be removed without a new reading. */
  shown: storedObject({
    title: z.string(),
    note: z.string().exactOptional(),
    rows: z.array(BoardRow),
  }).exactOptional(),
  /** When its ranking was last shown or found unchanged, epoch milliseconds. */
  checkedAt: z.number().exactOptional(),
  /** The places of players at the first reading of a week. */
  week: storedObject({
    monday: z.number(),
    at: z.number(),
    places: z.record(z.string(), z.number()),
  }).exactOptional(),
});
export type BoardPostState = z.infer<typeof BoardPostState>;

/** The wait after an unreadable ranking. */
const RETRY_MS = 5 * MINUTE_MS;
const SHOWN = 10;
export const BOARD_TTL_MS = 60 * DAY_MS;
/** 1 January 1970 was a Thursday. */
const mondayOf = (now: number): number => {
  const days = Math.floor(now / DAY_MS);
  return (days - ((days + 3) % 7)) * DAY_MS;
};

const placesOf = (entries: readonly BoardEntry[]): Record<string, number> =>
  Object.fromEntries(
    entries.flatMap(({ place, player }) => (player.id === undefined ? [] : [[player.id, place]])),
  );

interface TellOptions {
  owned: Owned;
  /** A named member may not be named anymore: their name is removed, even if the board is not due. */
  dropsNames: boolean;
}

interface BoardPostsDeps extends Pick<JobsDeps, 'events' | 'log' | 'monotonic' | 'now'> {
  store: Store<BoardPostState>;
  guilds: Pick<Guilds, 'boards' | 'translator' | 'note'>;
  rankings: ReturnType<typeof createRankings>;
}

/** What a message shows of a ranking. */
interface BoardView extends Omit<NonNullable<BoardPostState['shown']>, 'rows'> {
  entries: readonly BoardEntry[];
}

const shownOf = ({ entries, ...view }: BoardView): BoardPostState['shown'] => ({
  ...view,
  rows: entries.map(rowOf),
});

const hashOf = (post: Post): string => sha256(JSON.stringify(post.embeds), 22);

/** Keeps leaderboards in channels: one message each, edited at most once an hour and only on change, except to remove names. */
export function createBoardPosts({ events, guilds, log, monotonic, now, rankings, store }: BoardPostsDeps) {
  /** Since when boards wait for their reads. */
  const waitingSince = new Map<string, number>();

  /** Shows one board. Returns when it is due again; `undefined`: once its reads are done. */
  async function show(
    guildId: string,
    boardId: string,
    board: KeptBoard,
    { owned: { channels, outbox }, dropsNames }: TellOptions,
  ): Promise<number | undefined> {
    const t = await guilds.translator(guildId);
    const key = `${guildId}:${boardId}`;
    const { read, save } = await openRecord(store, {
      key,
      ttlMs: BOARD_TTL_MS,
      lost: 'another process shows this leaderboard',
    });
    const state = (): BoardPostState => read() ?? {};

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
      const { pending } = state();
      const others = pending === undefined ? [] : await othersOf(guildId, boardId);
      return outbox.sendOnce(
        { channelId: board.channelId, post, pending, isOther: (id) => others.includes(id) },
        (next) => save({ ...state(), pending: next }),
      );
    }

    const postOf = ({ title, note, entries }: BoardView, since: number): Post =>
      keptBoardPost({ boardId, title, page: pageOf(entries, 1, SHOWN), since, note }, t);

    /** Removes members who may no longer be named from the message. Returns why the channel refuses the edit. */
    async function dropNames(): Promise<Refused | undefined> {
      const { messageId, shown, week } = state();
      if (messageId === undefined || shown === undefined || week === undefined) return undefined;
      const { rows, ...view } = shown;
      const left = { ...view, entries: await rankings.standing(guildId, board, rows) };
      const post = postOf(left, week.at);
      if (hashOf(post) === state().shows) return undefined;
      const sent = await channels.edit(board.channelId, messageId, post);
      if ('refused' in sent) return sent.refused;
      await save({ ...state(), shows: hashOf(post), ...present({ shown: shownOf(left) }) });
      return undefined;
    }

    const { messageId, checkedAt } = state();
    if (board.stopped && messageId === undefined) return end();
    // If the clock was set back, the age is unknown.
    const agoMs = Math.abs(now() - (checkedAt ?? -Infinity));
    // The first release did not store what a message shows.
    const isAsked = (board.askedAt ?? 0) > (checkedAt ?? 0);
    const isFresh = agoMs < HOUR_MS && !board.stopped && !isAsked && state().shown !== undefined;
    const since = waitingSince.get(key) ?? monotonic();
    const ranking = isFresh ? 'fresh' : await rankings.read(guildId, { board, since }, t);
    if (ranking === 'waits') waitingSince.set(key, since);
    else waitingSince.delete(key);
    if (typeof ranking === 'string') {
      const refused = dropsNames || ranking === 'failed' ? await dropNames() : undefined;
      if (refused !== undefined) return end(refused === 'closed' ? 'refused' : refused);
      if (ranking === 'fresh') return now() + HOUR_MS - agoMs;
      return ranking === 'waits' ? undefined : now() + RETRY_MS;
    }

    const monday = mondayOf(now());
    const { week: last } = state();
    const week = last?.monday === monday ? last : { monday, at: now(), places: placesOf(ranking.entries) };
    const top = await ranking.named(ranking.entries.slice(0, SHOWN));
    const entries = top.map((entry) => {
      const before = own(week.places, entry.player.id ?? '');
      return before === undefined || before === entry.place
        ? entry
        : { ...entry, gained: before - entry.place };
    });
    const view = { title: ranking.title, ...present({ note: ranking.note }), entries };
    const post = postOf(view, week.at);
    const looked = { checkedAt: now(), week, ...present({ shown: shownOf(view) }) };
    if (board.stopped && messageId !== undefined) {
      await channels.edit(board.channelId, messageId, stoppedBoardPost(post, t));
      return end();
    }
    const shows = hashOf(post);
    if (messageId !== undefined && shows === state().shows && !isAsked) {
      await save({ ...state(), ...looked });
      return now() + HOUR_MS;
    }
    const edited =
      messageId === undefined ? undefined : await channels.edit(board.channelId, messageId, post);
    // An organizer asks for it again where its message was deleted.
    const isGone = isAsked && edited !== undefined && 'refused' in edited && edited.refused === 'post-gone';
    const sent = edited === undefined || isGone ? await send(post) : edited;
    if ('refused' in sent) return end(sent.refused === 'closed' ? 'refused' : sent.refused);
    const { pending: _sent, ...rest } = state();
    await save({
      ...rest,
      ...present({ messageId: sent === edited ? messageId : sent.id }),
      shows,
      ...looked,
    });
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
    clear: (): void => waitingSince.clear(),
    /**
     * Shows the boards of one server that are due. Returns when the next one is due (epoch milliseconds). A failing board does not
     * stop the others: the first failure is thrown at the end. Throws `NotOwnerError`, `StoreError` and what Discord's port throws.
     */
    async tell(
      guildId: string,
      options: TellOptions,
    ): Promise<{ boards: number; isWaiting: boolean; dueAt: number }> {
      const boards = Object.entries(await guilds.boards.read(guildId));
      const due: (number | undefined)[] = [];
      await inTurn(boards, async ([boardId, board]) => {
        due.push(await show(guildId, boardId, board, options));
      });
      const times = due.filter((at) => at !== undefined);
      return {
        boards: boards.length,
        isWaiting: due.includes(undefined),
        dueAt: Math.min(...times, Infinity),
      };
    },
  };
}
