/** Control characters (line breaks are made spaces first), bidi controls, and characters that are not seen. */
const UNSEEN =
  /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]|\p{Cs}/gu;
/** More combining marks than any script stacks: what is left of a name written to cover its neighbours. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu;

const MARKUP = /[\\*_~`|<>[\]()#@]/g;
/** Letters, digits and single spaces: most names, and nothing to do. */
const HARMLESS = /^[A-Za-z\d]+(?: [A-Za-z\d]+)*$/;
/** At the start of a line these make a list or a small line. */
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
 * Text from outside as it stands alone, where Discord draws no markup (an author, a form's value): one line, no control or
 * bidi characters, at most `max` code points, the cut marked by an ellipsis.
 */
export function oneLine(text: string, max = 100): string {
  if (HARMLESS.test(text)) return cut(text, max);
  const line = text
    .replace(/[\s\u2028\u2029]+/gu, ' ')
    .replace(UNSEEN, '')
    .replace(PILED_MARKS, '$1')
    .trim();
  return cut(line, max);
}

/** Text from outside among other text, where Discord draws no markup (footer, label, choice): like `oneLine`, isolated. */
export const label = (text: string, max = 100): string => isolate(oneLine(text, max));

/**
 * Text from outside for a place where Discord draws markup: like `label`, and nothing in it is a link, mention,
 * heading, list, timestamp, emoji or invitation any more. `max` counts before the escapes.
 */
export function plain(text: string, max = 100): string {
  if (HARMLESS.test(text) && !LEADING.test(text)) return cut(text, max);
  const escaped = oneLine(text, max)
    .replace(MARKUP, '\\$&')
    .replace(LEADING, (mark) => (mark === '-' || mark === '+' ? `\\${mark}` : `${mark}\\`))
    .replace(SCHEME, '\\:')
    .replace(INVITE, '$1\\/');
  return isolate(escaped);
}

/**
 * A label or choice made of names that went through `label` and of our own words, within a limit of Discord's, which counts
 * UTF-16 units; a cut leaves no half of a character and no open isolate.
 */
export function fitLabel(text: string, max: number): string {
  const line = text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  if (line.length <= max) return line;
  const kept = line
    .slice(0, max - 2)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
  const isOpen = kept.lastIndexOf(ISOLATE) > kept.lastIndexOf(POP_ISOLATE);
  return `${kept}…${isOpen ? POP_ISOLATE : ''}`;
}

/** At most `max` code points; what is longer ends in an ellipsis. */
export function cut(text: string, max: number): string {
  // A code point is at most two units: most texts need no walk.
  if (text.length <= max) return text;
  const points = Array.from(text);
  return points.length <= max
    ? text
    : `${points
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
}
