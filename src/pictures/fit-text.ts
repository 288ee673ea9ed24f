import { oneLine } from '../words/plain.ts';
import { graphemeMilliEm, graphemes, isCovered, isMeasured } from './measure.ts';
import type { Weight } from './measure.ts';

/** A text ready to draw: cleaned and shortened to its width, with its direction. */
export interface FittedText {
  text: string;
  direction: 'ltr' | 'rtl';
  widthPx: number;
  /** Whether the text is certain not to be drawn wider than `widthPx`. */
  isMeasured: boolean;
}

/** More than fits anywhere in a picture; the rest is not even measured. */
const MAX_CHARACTERS = 200;
const ELLIPSIS = '…';
/** ASCII words with single spaces, as in most names and all scores, need no cleaning. */
const CLEAN = /^[!-~]+(?: [!-~]+)*$/;
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Removes control, bidirectional and invisible characters; turns decorative letters (𝓚, Ⓚ) into plain ones. */
export function cleanText(text: string): string {
  if (text.length <= MAX_CHARACTERS && CLEAN.test(text)) return text;
  // U+FFFE and U+FFFF are not allowed in XML.
  const line = oneLine(text.normalize('NFC'), MAX_CHARACTERS).replace(/[\ufffe\uffff]/g, '');
  if (isMeasured(line)) return line;
  return Array.from(line, (character) => {
    if (isCovered(character)) return character;
    const simpler = character.normalize('NFKC');
    return Array.from(simpler).every(isCovered) ? simpler : character;
  }).join('');
}

/** The direction of the first strong letter (Unicode UAX #9, P2). */
function directionOf(text: string): 'ltr' | 'rtl' {
  if (!RIGHT_TO_LEFT.test(text)) return 'ltr';
  const letter = /\p{L}/u.exec(text)?.[0];
  return letter !== undefined && RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr';
}

/** Shortens a text to as many whole graphemes as fit, with an ellipsis if any is left out. */
export function fitText(raw: string, maxWidthPx: number, size: number, weight: Weight): FittedText {
  const text = cleanText(raw);
  const shortened = cutToWidth(text, (maxWidthPx * 1000) / size, weight);
  return {
    text: shortened.text,
    direction: directionOf(text),
    widthPx: (shortened.milliEm * size) / 1000,
    isMeasured: isMeasured(shortened.text),
  };
}

function cutToWidth(text: string, room: number, weight: Weight): { text: string; milliEm: number } {
  const ellipsis = graphemeMilliEm(ELLIPSIS, weight);
  let milliEm = 0;
  /** The longest beginning that fits with an ellipsis. */
  let prefix = '';
  let prefixMilliEm = 0;
  for (const grapheme of graphemes(text)) {
    milliEm += graphemeMilliEm(grapheme, weight);
    if (milliEm + ellipsis <= room) {
      prefix += grapheme;
      prefixMilliEm = milliEm;
    }
    if (milliEm <= room) continue;
    return ellipsis > room
      ? { text: '', milliEm: 0 }
      : { text: prefix.trimEnd() + ELLIPSIS, milliEm: prefixMilliEm + ellipsis };
  }
  return { text, milliEm };
}

/** Breaks a clean text into two lines, between words if possible. The second may be too long, and is shortened when drawn. */
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
