import { isAhead } from '../../brackets/registration.ts';
import type { Tournament } from '../../reading/records.ts';
import type { List } from './list-reads.ts';
import { newsKeyOf, type RuleNews } from './news-record.ts';

export const keyOf = ({ id }: Tournament): string => newsKeyOf(id);

export const startOf = ({ startsAt }: Tournament): number => startsAt?.epochMs ?? Infinity;

/** Those that are announced. Drafts are once they are published. */
export const announcedOf = ({ tournaments }: List, now: number): Tournament[] =>
  tournaments.filter((one) => one.id !== '' && one.registration !== 'draft' && isAhead(one, now));

/** As many as a platform gives at most, if it does not give all: what the bot asks for, and usual limits. */
const WINDOWS = new Set([20, 25, 50, 100, 200]);

export const windowOf = ({ tournaments }: List): NonNullable<RuleNews['window']> => ({
  count: tournaments.length,
  endsAt: Math.max(0, ...tournaments.flatMap(({ startsAt }) => startsAt?.epochMs ?? [])),
});

/**
 * The keys of tournaments that may have been there before, behind the end of a list that was cut: others before them went. In a list
 * by start, they start after its end of then; in another, they are its last ones.
 */
export function movedIn(
  { tournaments }: List,
  { known, window }: Pick<RuleNews, 'known' | 'window'>,
): ReadonlySet<string> {
  if (window === undefined || !WINDOWS.has(window.count) || tournaments.length > window.count)
    return new Set();
  const starts = tournaments.map(startOf);
  const isByStart = starts.every((start, at) => at === 0 || start >= (starts[at - 1] ?? 0));
  const last = tournaments.findLastIndex((one) => known.includes(keyOf(one)));
  const behind = isByStart
    ? tournaments.filter((one) => startOf(one) >= window.endsAt)
    : tournaments.slice(last + 1);
  return new Set(behind.map(keyOf));
}
