import { GRAPHEMES } from '../words/width.ts';
import table from './glyph-widths.json' with { type: 'json' };

export type Weight = 'regular' | 'bold';

/** Widths in thousandths of an em, from the fonts in assets/fonts. */
const widths: Record<Weight, ReadonlyMap<number, number>> = {
  regular: readRuns(table.regular),
  bold: readRuns(table.bold),
};
const EM = 1000;
const EMOJI = 1270;
/** Synthetic bold makes the characters of a font a little wider. */
const EMBOLDENED = 40;

/** Latin (with Vietnamese), Greek, Cyrillic, kana, Han and Hangul without combining marks: each character is a grapheme. */
const ONE_BY_ONE =
  /^[\x20-\x7e\u00a1-\u02ff\u0370-\u0482\u048a-\u052f\u1e00-\u1fff\u2010-\u2027\u3040-\u3098\u30a0-\u30ff\u4e00-\u9fff\uac00-\ud7a3]*$/;
/** Scripts whose letters change shape in context: the sum of single widths is only approximate. */
const SHAPED = /[\p{Script=Arabic}\p{Script=Devanagari}]/u;
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/u;
const EMOJI_LIKE = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;
const JOINER = '\u200d';

/** User-perceived characters; a text is never cut inside one. */
export function graphemes(text: string): string[] {
  // The segmenter is about ten times slower.
  if (ONE_BY_ONE.test(text)) return text.split('');
  return Array.from(GRAPHEMES.segment(text), ({ segment }) => segment);
}

/** The width of one grapheme in thousandths of an em, without kerning, which mostly narrows. */
export function graphemeMilliEm(grapheme: string, weight: Weight): number {
  const weightWidths = widths[weight];
  const first = weightWidths.get(grapheme.codePointAt(0) ?? 0);
  if (first !== undefined && grapheme.length === 1) return first;
  // An emoji sequence in the font is one glyph.
  if (first === undefined && EMOJI_LIKE.test(grapheme)) return EMOJI + EMBOLDENED;
  let sum = 0;
  for (const character of grapheme) sum += weightWidths.get(character.codePointAt(0) ?? 0) ?? EM + EMBOLDENED;
  return sum;
}

export function textWidth(text: string, size: number, weight: Weight): number {
  let milliEm = 0;
  for (const grapheme of graphemes(text)) milliEm += graphemeMilliEm(grapheme, weight);
  return (milliEm * size) / EM;
}

/** Whether our fonts cover a character. Han and Hangul count as covered: the subset has the common ones. */
export const isCovered = (character: string): boolean =>
  widths.regular.has(character.codePointAt(0) ?? 0) || WIDE.test(character) || EMOJI_LIKE.test(character);

/** Whether a text is certain not to be drawn wider than measured: no shaping, and no fallback to a system font. */
export const isMeasured = (text: string): boolean =>
  ONE_BY_ONE.test(text) ||
  (!SHAPED.test(text) &&
    !text.includes(JOINER) &&
    Array.from(text).every((character) => isCovered(character)));

/** A run: the first code point, then the widths of consecutive code points. */
function readRuns(runs: readonly (readonly number[])[]): ReadonlyMap<number, number> {
  return new Map(
    runs.flatMap(([first = 0, ...run]) => run.map((width, at): [number, number] => [first + at, width])),
  );
}
