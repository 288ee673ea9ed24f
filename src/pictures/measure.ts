import table from './glyph-widths.json' with { type: 'json' };

export type Weight = 'regular' | 'bold';

/** Width of a text in pixels, and whether each character's width is known for certain. */
export interface Measure {
  widthPx: number;
  exact: boolean;
}

/** Thousandths of an em, from the fonts in assets/fonts. */
const widths: Record<Weight, ReadonlyMap<number, number>> = {
  regular: readRuns(table.regular),
  bold: readRuns(table.bold),
};
const EM = 1000;
const EMOJI = 1270;
/** Thickening a font that has one weight makes its characters a little wider. */
const EMBOLDENED = 40;

/** Scripts whose letters change shape beside each other: the sum of the single widths is only near. */
const SHAPED = /[\p{Script=Arabic}\p{Script=Devanagari}]/u;
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/u;
const EMOJI_LIKE = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;

/** How wide one grapheme is drawn, in thousandths of an em; kerning, which mostly narrows, is left out. */
export function graphemeWidth(grapheme: string, weight: Weight): Measure {
  const known = widths[weight];
  let widthPx = 0;
  let exact = true;
  if (EMOJI_LIKE.test(grapheme) && !known.has(grapheme.codePointAt(0) ?? 0)) {
    // A sequence that the font knows is one picture; one that it does not know is several, so it cannot be relied on.
    return { widthPx: EMOJI + EMBOLDENED, exact: !grapheme.includes('\u200d') };
  }
  for (const character of grapheme) {
    const width = known.get(character.codePointAt(0) ?? 0);
    if (width !== undefined) widthPx += width;
    else {
      widthPx += EM + EMBOLDENED;
      exact &&= WIDE.test(character);
    }
  }
  return { widthPx, exact: exact && !SHAPED.test(grapheme) };
}

export function textWidth(text: string, size: number, weight: Weight): number {
  let sum = 0;
  for (const grapheme of graphemes(text)) sum += graphemeWidth(grapheme, weight).widthPx;
  return (sum * size) / EM;
}

/** Whether the fonts in the package can draw a character. Han and Hangul count as drawn: the subset holds the common ones. */
export const isDrawn = (character: string): boolean =>
  widths.regular.has(character.codePointAt(0) ?? 0) || WIDE.test(character) || EMOJI_LIKE.test(character);

const ASCII = /^[\x20-\x7e]*$/;
const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

export function* graphemes(text: string): Iterable<string> {
  // Most names; the segmenter costs about ten times as much.
  if (ASCII.test(text)) yield* text;
  else for (const { segment } of segmenter.segment(text)) yield segment;
}

/** The first code point of a run of neighbours, then the width of each of them. */
function readRuns(runs: readonly (readonly number[])[]): ReadonlyMap<number, number> {
  return new Map(
    runs.flatMap(([first = 0, ...run]) => run.map((width, at): [number, number] => [first + at, width])),
  );
}
