import { SECOND_MS } from '../durations.ts';
import { button, type Post } from '../message/reply.ts';
import type { Translate } from '../words/words.ts';
import { leaderboardEmbed, type BoardEntry } from './leaderboard.ts';
import type { ListPage } from './pager.ts';

/**
 * A leaderboard that stays in a channel, with its Stop button; `since`: the date to which the places are compared, epoch
 * milliseconds.
 */
export function keptBoardPost(
  view: {
    boardId: string;
    title: string;
    page: ListPage<BoardEntry>;
    since: number;
    note: string | undefined;
  },
  t: Translate,
): Post {
  const { boardId, title, page, since, note } = view;
  const compared = t('board.since', { day: `<t:${Math.floor(since / SECOND_MS)}:D>` });
  const notes = [note, compared].filter((one) => one !== undefined).join(' ');
  return {
    content: t('board.kept'),
    embeds: [
      leaderboardEmbed({ title, page, own: undefined, mention: undefined, note: notes, asOf: undefined }, t),
    ],
    rows: [[button(t('board.stop'), 'leaderboard:stop', { args: [boardId] })]],
  };
}

/** The same after it was stopped. */
export const stoppedBoardPost = (post: Post, t: Translate): Post => ({
  ...post,
  content: t('board.over'),
  rows: [],
});
