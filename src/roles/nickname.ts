import { isVisible } from '../reading/values.ts';
import { oneLine } from '../words/plain.ts';
import type { RuleKind } from './rules.ts';

/** Discord's limit, in UTF-16 units, the stricter of the two ways to count. */
const NICKNAME_MAX = 32;

/** As Discord stores it: trimmed, with single spaces. */
const tidy = (nick: string): string => nick.normalize('NFC').replace(/\s+/gu, ' ').trim();

export const isSameNick = (one: string | undefined, other: string | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && tidy(one) === tidy(other));

/** What remains of a name after any normalization by Discord. */
const lettersOf = (nick: string): string =>
  nick
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Whether Discord may have made the one from the other, whose answer was lost. */
export const isLikeNick = (one: string, other: string): boolean =>
  lettersOf(one) !== '' && lettersOf(one) === lettersOf(other);

/** A name in at most `max` UTF-16 units, with an ellipsis if it was cut. */
function fitName(name: string, max: number): string {
  if (name.length <= max) return name;
  const points = Array.from(name);
  while (points.join('').length > max - 1) points.pop();
  return `${points.join('').trimEnd()}…`;
}

/**
 * The nickname that a rule gives a member; empty if their name is invisible, `undefined` until their rating is read. A member
 * without a rating on the platform gets only the name.
 */
export function nicknameOf(
  kind: RuleKind,
  { name, elo, isRead }: { name: string; elo?: number | undefined; isRead: boolean },
): string | undefined {
  const shown = oneLine(name, NICKNAME_MAX * 2);
  if (!isVisible(shown)) return '';
  if (kind === 'name' || (elo === undefined && isRead)) return fitName(shown, NICKNAME_MAX);
  if (elo === undefined) return undefined;
  const rating = ` · ${Math.round(elo)}`;
  return `${fitName(shown, NICKNAME_MAX - rating.length)}${rating}`;
}
