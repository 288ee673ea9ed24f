import { button, type ActionArg, type ActionButton, type ActionName } from '../message/reply.ts';
import type { Translate } from '../words/words.ts';

export interface ListPage<T> {
  items: T[];
  /** Counts from 1. A page that no longer exists becomes the last one. */
  page: number;
  pages: number;
}

/** One page of a list. `requested` comes from a button and may be any number. */
export function pageOf<T>(list: readonly T[], requested: number, size: number): ListPage<T> {
  const pages = Math.max(1, Math.ceil(list.length / size));
  const page = Math.min(pages, Math.max(1, Math.trunc(requested) || 1));
  return { items: list.slice((page - 1) * size, page * size), page, pages };
}

/** "Page 2 of 3", if there is more than one. */
export const pageText = ({ page, pages }: ListPage<unknown>, t: Translate): string | undefined =>
  pages === 1 ? undefined : t('list.page', { page, pages });

/** Previous and next, with the page as the first argument of `action`. No buttons if there is one page. */
export function pagerRow(
  action: ActionName,
  { page, pages }: ListPage<unknown>,
  args: readonly ActionArg[],
  t: Translate,
): ActionButton[] {
  if (pages === 1) return [];
  const turn = (label: string, to: number) =>
    button(label, action, { args: [to, ...args], disabled: to < 1 || to > pages });
  return [turn(t('list.previous'), page - 1), turn(t('list.next'), page + 1)];
}
