import { label } from '../words/plain.ts';
import { graphemes, graphemeWidth, isDrawn } from './measure.ts';
import type { Measure, Weight } from './measure.ts';

/** A text as it is drawn: cleaned, cut to its place, with the direction it reads in. */
export interface FittedText extends Measure {
  text: string;
  direction: 'ltr' | 'rtl';
}

/** Longer than any place in a picture: nothing beyond this is even measured. */
const MAX_CHARACTERS = 200;
const ELLIPSIS = '…';
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Text from outside without control, bidi and unseen characters; decorative letters (𝓚, Ⓚ) become plain ones. */
export function cleanText(text: string): string {
  // U+FFFE and U+FFFF are no characters of XML.
  const line = label(text.normalize('NFC'), MAX_CHARACTERS).replace(/[\ufffe\uffff]/g, '');
  // oxlint-disable-next-line no-control-regex -- the test is for ASCII alone
  if (/^[\x00-\x7f]*$/.test(line)) return line;
  return Array.from(line, (character) => {
    if (isDrawn(character)) return character;
    const simpler = character.normalize('NFKC');
    return Array.from(simpler).every(isDrawn) ? simpler : character;
  }).join('');
}

/** The direction of the first letter that has one (Unicode UAX #9, P2). */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const letter = /\p{L}/u.exec(text)?.[0];
  return letter !== undefined && RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr';
}

/** As many whole graphemes as fit into `maxWidthPx`; where one is left out, an ellipsis says so. */
export function fitText(raw: string, maxWidthPx: number, size: number, weight: Weight): FittedText {
  const text = cleanText(raw);
  const direction = directionOf(text);
  const room = (maxWidthPx * 1000) / size;
  const ellipsis = graphemeWidth(ELLIPSIS, weight).widthPx;
  let total = 0;
  let exact = true;
  /** What is kept where the whole does not fit. */
  let short = '';
  let shortWidth = 0;
  for (const grapheme of graphemes(text)) {
    const measured = graphemeWidth(grapheme, weight);
    total += measured.widthPx;
    exact &&= measured.exact;
    if (total + ellipsis <= room) {
      short += grapheme;
      shortWidth = total;
    }
    if (total > room) {
      const kept = short.trimEnd();
      if (kept === '' && ellipsis > room) return { text: '', direction, widthPx: 0, exact: true };
      return { text: kept + ELLIPSIS, direction, widthPx: ((shortWidth + ellipsis) * size) / 1000, exact };
    }
  }
  return { text, direction, widthPx: (total * size) / 1000, exact };
}
