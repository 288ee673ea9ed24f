import { oneLine } from '../words/plain.ts';
import { graphemeMilliEm, graphemes, isDrawn, isMeasured } from './measure.ts';
import type { Weight } from './measure.ts';

/** A text as it is drawn: cleaned, cut to its place, with the direction it reads in. */
export interface FittedText {
  text: string;
  direction: 'ltr' | 'rtl';
  widthPx: number;
  /** Whether the text is drawn that wide at most, for certain. */
  isMeasured: boolean;
}

/** Longer than any place in a picture: nothing beyond this is even measured. */
const MAX_CHARACTERS = 200;
const ELLIPSIS = '…';
/** Words of ASCII with single spaces between: nothing to clean, as in most names and all scores. */
const CLEAN = /^[!-~]+(?: [!-~]+)*$/;
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Text from outside without control, bidi and unseen characters; decorative letters (𝓚, Ⓚ) become plain ones. */
export function cleanText(text: string): string {
  if (text.length <= MAX_CHARACTERS && CLEAN.test(text)) return text;
  // U+FFFE and U+FFFF are no characters of XML.
  const line = oneLine(text.normalize('NFC'), MAX_CHARACTERS).replace(/[\ufffe\uffff]/g, '');
  if (isMeasured(line)) return line;
  return Array.from(line, (character) => {
    if (isDrawn(character)) return character;
    const simpler = character.normalize('NFKC');
    return Array.from(simpler).every(isDrawn) ? simpler : character;
  }).join('');
}

/** The direction of the first letter that has one (Unicode UAX #9, P2). */
function directionOf(text: string): 'ltr' | 'rtl' {
  if (!RIGHT_TO_LEFT.test(text)) return 'ltr';
  const letter = /\p{L}/u.exec(text)?.[0];
  return letter !== undefined && RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr';
}

/** As many whole graphemes as fit into `maxWidthPx`; where one is left out, an ellipsis says so. */
export function fitText(raw: string, maxWidthPx: number, size: number, weight: Weight): FittedText {
  const text = cleanText(raw);
  const shown = cutToWidth(text, (maxWidthPx * 1000) / size, weight);
  return {
    text: shown.text,
    direction: directionOf(text),
    widthPx: (shown.milliEm * size) / 1000,
    isMeasured: isMeasured(shown.text),
  };
}

function cutToWidth(text: string, room: number, weight: Weight): { text: string; milliEm: number } {
  const ellipsis = graphemeMilliEm(ELLIPSIS, weight);
  let milliEm = 0;
  /** What is kept where the whole does not fit. */
  let kept = '';
  let keptMilliEm = 0;
  for (const grapheme of graphemes(text)) {
    milliEm += graphemeMilliEm(grapheme, weight);
    if (milliEm + ellipsis <= room) {
      kept += grapheme;
      keptMilliEm = milliEm;
    }
    if (milliEm <= room) continue;
    return ellipsis > room
      ? { text: '', milliEm: 0 }
      : { text: kept.trimEnd() + ELLIPSIS, milliEm: keptMilliEm + ellipsis };
  }
  return { text, milliEm };
}

/** A clean text on two lines, broken between words where the first line's words fit; the second is cut where it is drawn. */
export function wrapText(text: string, maxWidthPx: number, size: number, weight: Weight): string[] {
  const whole = graphemes(text);
  let milliEm = 0;
  const room = (maxWidthPx * 1000) / size;
  const end = whole.findIndex((grapheme) => (milliEm += graphemeMilliEm(grapheme, weight)) > room);
  if (end === -1) return [text];
  const space = whole.lastIndexOf(' ', end);
  const at = space > 0 ? space : end;
  return [whole.slice(0, at).join(''), whole.slice(at).join('').trimStart()];
}
