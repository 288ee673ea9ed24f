import { button, type ActionArg, type ActionButton, type ActionName } from '../words/reply.ts';
import type { Translate } from '../words/words.ts';

export interface Page<T> {
  items: T[];
  /** From 1; a page that is no longer there becomes the last one. */
  page: number;
  pages: number;
}

/** One page of a list that is held whole. `asked` may be anything: it comes from a button. */
export function pageOf<T>(list: readonly T[], asked: number, size: number): Page<T> {
  const pages = Math.max(1, Math.ceil(list.length / size));
  const page = Math.min(pages, Math.max(1, Math.trunc(asked) || 1));
  return { items: list.slice((page - 1) * size, page * size), page, pages };
}

/** "Page 2 of 3", where there is more than one. */
export const pageText = ({ page, pages }: Page<unknown>, t: Translate): string | undefined =>
  pages === 1 ? undefined : t('list.page', { page, pages });

/** Previous and next; the page is the first argument of `action`. No button where one page is all. */
export function pagerRow(
  action: ActionName,
  { page, pages }: Page<unknown>,
  args: readonly ActionArg[],
  t: Translate,
): ActionButton[] {
  if (pages === 1) return [];
  const turn = (label: string, to: number) =>
    button(label, action, { args: [to, ...args], disabled: to < 1 || to > pages });
  return [turn(t('list.previous'), page - 1), turn(t('list.next'), page + 1)];
}
