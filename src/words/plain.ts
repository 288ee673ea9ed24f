/** Control characters (line breaks become spaces first), bidi controls, and invisible characters. */
const INVISIBLE =
  /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]|\p{Cs}/gu;
/** More combining marks than any script stacks: "Zalgo" text, which covers its neighbors. */
const STACKED_MARKS = /(\p{M}{4})\p{M}+/gu;

const MARKUP = /[\\*_~`|<>[\]()#@]/g;
/** Letters, digits and single spaces: most names, which need no escaping. */
const HARMLESS = /^[A-Za-z\d]+(?: [A-Za-z\d]+)*$/;
/** At the start of a line these make a list or small text. */
const LEADING = /^(?:[-+]|\d+(?=\.))/;
const SCHEME = /:(?=\/\/)/g;
const INVITE = /(discord(?:app)?\.(?:gg|com|me|io))\//gi;

/** Letters that run from right to left: Hebrew, Arabic, Syriac, Thaana, N'Ko and their neighbors. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/** A right-to-left name between directional isolates, so that it does not reorder the text around it (Unicode UAX #9). */
const isolate = (text: string): string =>
  RIGHT_TO_LEFT.test(text) ? `${ISOLATE}${text}${POP_ISOLATE}` : text;

/**
 * Untrusted text on its own where Discord renders no markup (an embed's author, a form's value): one line without control or
 * bidi characters, at most `max` code points, with an ellipsis if it was cut.
 */
export function oneLine(text: string, max = 100): string {
  if (HARMLESS.test(text)) return cut(text, max);
  const line = text
    .replace(/[\s\u2028\u2029]+/gu, ' ')
    .replace(INVISIBLE, '')
    .replace(STACKED_MARKS, '$1')
    .trim();
  return cut(line, max);
}

/** Untrusted text within other text where Discord renders no markup (footer, label, choice): `oneLine` with bidi isolation. */
export const label = (text: string, max = 100): string => isolate(oneLine(text, max));

/**
 * Untrusted text as Discord markup: like `label`, with links, mentions, headings, lists, timestamps, emoji and invitations
 * escaped. `max` counts the characters before escaping.
 */
export function escapeMarkup(text: string, max = 100): string {
  if (HARMLESS.test(text) && !LEADING.test(text)) return cut(text, max);
  const escaped = oneLine(text, max)
    .replace(MARKUP, '\\$&')
    .replace(LEADING, (mark) => (mark === '-' || mark === '+' ? `\\${mark}` : `${mark}\\`))
    .replace(SCHEME, '\\:')
    .replace(INVITE, '$1\\/');
  return isolate(escaped);
}

/** What `escapeMarkup` was made from, as far as it shows it. */
export const withoutEscapes = (markup: string): string =>
  markup.replaceAll(/[\u2068\u2069]/g, '').replaceAll(/\\(.)/gu, '$1');

/**
 * Fits a label or choice, made of `label` texts and our own words, into one of Discord's limits. They count UTF-16 units; the cut
 * splits no surrogate pair and leaves no isolate open.
 */
export function fitLabel(text: string, max: number): string {
  const line = text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  if (line.length <= max) return line;
  const clipped = line
    .slice(0, max - 2)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
  const isOpen = clipped.lastIndexOf(ISOLATE) > clipped.lastIndexOf(POP_ISOLATE);
  return `${clipped}…${isOpen ? POP_ISOLATE : ''}`;
}

/** At most `max` code points; longer text ends in an ellipsis. */
export function cut(text: string, max: number): string {
  // A text has at most as many code points as UTF-16 units: most texts need no splitting.
  if (text.length <= max) return text;
  const points = Array.from(text);
  return points.length <= max
    ? text
    : `${points
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
}
