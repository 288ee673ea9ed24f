import { isAhead } from '../../brackets/registration.ts';
import type { Tournament } from '../../reading/records.ts';
import type { List } from './list-reads.ts';
import { announcementKeyOf, type RuleAnnouncements } from './announcement-record.ts';

export const keyOf = ({ id }: Tournament): string => announcementKeyOf(id);

export const startOf = ({ startsAt }: Tournament): number => startsAt?.epochMs ?? Infinity;

/** The tournaments to announce. Drafts are announced once they are published. */
export const announcedOf = ({ tournaments }: List, now: number): Tournament[] =>
  tournaments.filter((one) => one.id !== '' && one.registration !== 'draft' && isAhead(one, now));

/** Usual limits of a list that a platform cuts, including what the bot asks for. */
const WINDOWS = new Set([20, 25, 50, 100, 200]);

export const windowOf = ({ tournaments }: List): NonNullable<RuleAnnouncements['window']> => ({
  count: tournaments.length,
  endsAt: Math.max(0, ...tournaments.flatMap(({ startsAt }) => startsAt?.epochMs ?? [])),
});

/**
 * The keys of tournaments that may not be new: they may have been behind the end of a cut list before others left it. In a list by
 * start, they start after its former end; in any other list, they are its last ones.
 */
export function movedIn(
  { tournaments }: List,
  { known, window }: Pick<RuleAnnouncements, 'known' | 'window'>,
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
