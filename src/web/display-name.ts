import { GRAPHEMES } from '../words/width.ts';

const NAME_MAX = 48;
// Control characters, lone surrogates, line separators, bidirectional controls, and other invisible characters.
const INVISIBLE = /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** A user-chosen name for a page: one line, shortened, without invisible or direction-changing characters. */
export function displayName(name: string): string {
  const visible = Array.from(name.replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim());
  if (visible.length === 0) return '?';
  return visible.length > NAME_MAX ? `${visible.slice(0, NAME_MAX - 1).join('')}…` : visible.join('');
}

/** For use in a sentence: isolated, so that a right-to-left name does not reorder it. */
export const nameInSentence = (name: string): string => `\u2068${displayName(name)}\u2069`;

/** The first letter of a name, for the avatar beside it. */
export function initialOf(name: string): string {
  for (const { segment } of GRAPHEMES.segment(name)) return segment.toUpperCase();
  return '?';
}
