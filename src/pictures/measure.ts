import table from './glyph-widths.json' with { type: 'json' };

export type Weight = 'regular' | 'bold';

/** Widths in thousandths of an em, from the fonts in assets/fonts. */
const widths: Record<Weight, ReadonlyMap<number, number>> = {
  regular: readRuns(table.regular),
  bold: readRuns(table.bold),
};
const EM = 1000;
const EMOJI = 1270;
/** Thickening a font that has one weight makes its characters a little wider. */
const EMBOLDENED = 40;

/** Latin (Vietnamese too), Greek, Cyrillic, kana, Han and Hangul without combining marks: each character is a grapheme. */
const ONE_BY_ONE =
  /^[\x20-\x7e\u00a1-\u02ff\u0370-\u0482\u048a-\u052f\u1e00-\u1fff\u2010-\u2027\u3040-\u3098\u30a0-\u30ff\u4e00-\u9fff\uac00-\ud7a3]*$/;
/** Scripts whose letters change shape beside each other: the sum of the single widths is only near. */
const SHAPED = /[\p{Script=Arabic}\p{Script=Devanagari}]/u;
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/u;
const EMOJI_LIKE = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;
const JOINER = '\u200d';

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** What a reader takes for one character each; nothing is cut inside one. */
export function graphemes(text: string): string[] {
  // The segmenter costs about ten times as much.
  if (ONE_BY_ONE.test(text)) return text.split('');
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** How wide one grapheme is drawn, in thousandths of an em; kerning, which mostly narrows, is left out. */
export function graphemeMilliEm(grapheme: string, weight: Weight): number {
  const known = widths[weight];
  const first = known.get(grapheme.codePointAt(0) ?? 0);
  if (first !== undefined && grapheme.length === 1) return first;
  // A sequence that the font knows is one picture.
  if (first === undefined && EMOJI_LIKE.test(grapheme)) return EMOJI + EMBOLDENED;
  let sum = 0;
  for (const character of grapheme) sum += known.get(character.codePointAt(0) ?? 0) ?? EM + EMBOLDENED;
  return sum;
}

export function textWidth(text: string, size: number, weight: Weight): number {
  let milliEm = 0;
  for (const grapheme of graphemes(text)) milliEm += graphemeMilliEm(grapheme, weight);
  return (milliEm * size) / EM;
}

/** Whether the fonts in the package can draw a character. Han and Hangul count as drawn: the subset holds the common ones. */
export const isDrawn = (character: string): boolean =>
  widths.regular.has(character.codePointAt(0) ?? 0) || WIDE.test(character) || EMOJI_LIKE.test(character);

/** Whether the measured width is the drawn one, or more; not so where a font of the system may have to help. */
export const isMeasured = (text: string): boolean =>
  ONE_BY_ONE.test(text) ||
  (!SHAPED.test(text) && !text.includes(JOINER) && Array.from(text).every((character) => isDrawn(character)));

/** The first code point of a run of neighbours, then the width of each of them. */
function readRuns(runs: readonly (readonly number[])[]): ReadonlyMap<number, number> {
  return new Map(
    runs.flatMap(([first = 0, ...run]) => run.map((width, at): [number, number] => [first + at, width])),
  );
}
