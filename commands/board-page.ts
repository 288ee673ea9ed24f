import type { Context } from '../src/bot/command.ts';
import { pageOf, type Page } from '../src/replies/pager.ts';
import { Refusal } from '../src/words/reply.ts';

const PAGE_SIZE = 10;

/** The page of a board that is wanted, `mine` being the one that lists the caller, and the number of that one. */
export function boardPage<T>(
  list: readonly T[],
  wanted: number | 'mine',
  own: {
    /** Where the list has the caller, from 0; -1 where it does not. */
    index: number;
    /** Told in words where the list ends before it. */
    place: number | undefined;
  },
  t: Context['t'],
): { page: Page<T>; ownPage: number | undefined } {
  const ownPage = own.index < 0 ? undefined : Math.floor(own.index / PAGE_SIZE) + 1;
  if (wanted === 'mine' && ownPage === undefined) {
    const said =
      own.place === undefined
        ? t('leaderboard.unlisted')
        : t('leaderboard.beyond', { place: t('rank.place', { place: t.number(own.place) }) });
    throw new Refusal('own-rank-unlisted', said);
  }
  return { page: pageOf(list, wanted === 'mine' ? (ownPage ?? 1) : wanted, PAGE_SIZE), ownPage };
}
