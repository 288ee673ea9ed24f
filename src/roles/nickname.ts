import { isVisible } from '../reading/values.ts';
import { oneLine } from '../words/plain.ts';
import { GRAPHEMES } from '../words/width.ts';
import type { RuleKind } from './rules.ts';

/** Discord's limit, in UTF-16 units, the stricter of the two ways to count. */
const NICKNAME_MAX = 32;

/** As Discord stores it: trimmed, with single spaces. */
const tidy = (nick: string): string => nick.normalize('NFC').replace(/\s+/gu, ' ').trim();

export const isSameNick = (one: string | undefined, other: string | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && tidy(one) === tidy(other));

/** What remains of a name after any normalization by Discord: its letters and digits, or else its symbols. */
function coreOf(nick: string): string {
  const text = nick.normalize('NFKC').toLowerCase();
  return text.replace(/[^\p{L}\p{N}]+/gu, '') || text.replace(/[^\p{P}\p{S}]+/gu, '');
}

/** Whether Discord may have made the one from the other, whose answer was lost. */
export const isLikeNick = (one: string, other: string): boolean =>
  coreOf(one) !== '' && coreOf(one) === coreOf(other);

/** As many of these parts as fit `max` UTF-16 units. */
function fitting(parts: string[], max: number): string {
  while (parts.join('').length > max) parts.pop();
  return parts.join('').trimEnd();
}

/** A name in at most `max` UTF-16 units, with an ellipsis if it was cut. The cut splits no character unless the first is too long. */
function fitName(name: string, max: number): string {
  if (name.length <= max) return name;
  const characters = Array.from(GRAPHEMES.segment(name), ({ segment }) => segment);
  const cut = fitting(characters, max - 1) || fitting(Array.from(name), max - 1).replace(/\u200d$/, '');
  return `${cut}…`;
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
