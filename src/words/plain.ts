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

/**
 * Text from outside for a place where Discord draws no markup (author, footer, label, choice): one line, no control or
 * bidi characters, at most `max` code points, the cut marked by an ellipsis.
 */
export function label(text: string, max = 100): string {
  if (HARMLESS.test(text)) return cut(text, max);
  const line = text
    .replace(/[\s\u2028\u2029]+/gu, ' ')
    .replace(UNSEEN, '')
    .replace(PILED_MARKS, '$1')
    .trim();
  return cut(line, max);
}

/**
 * Text from outside for a place where Discord draws markup: like `label`, and nothing in it is a link, mention,
 * heading, list, timestamp, emoji or invitation any more. `max` counts before the escapes.
 */
export function plain(text: string, max = 100): string {
  if (HARMLESS.test(text) && !LEADING.test(text)) return cut(text, max);
  return label(text, max)
    .replace(MARKUP, '\\$&')
    .replace(LEADING, (mark) => (mark === '-' || mark === '+' ? `\\${mark}` : `${mark}\\`))
    .replace(SCHEME, '\\:')
    .replace(INVITE, '$1\\/');
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
