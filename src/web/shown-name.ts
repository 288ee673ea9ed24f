const NAME_MAX = 48;
// Control characters, halves of characters, line separators, and what turns the direction of the text around it or cannot be seen.
const UNSEEN = /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** A name that somebody chose, fit to stand in a page: one line, cut by code points, no invisible trickery. */
export function shownName(name: string): string {
  const visible = Array.from(name.replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim());
  if (visible.length === 0) return '?';
  return visible.length > NAME_MAX ? `${visible.slice(0, NAME_MAX - 1).join('')}…` : visible.join('');
}

/** The same within a sentence, isolated so that a right-to-left name does not reorder it. */
export const nameInSentence = (name: string): string => `\u2068${shownName(name)}\u2069`;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The first letter of a name, for the round mark beside it. */
export function initialOf(shown: string): string {
  for (const { segment } of graphemes.segment(shown)) return segment.toUpperCase();
  return '?';
}
