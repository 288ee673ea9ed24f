/** Splits text into user-perceived characters. */
export const GRAPHEMES = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** Latin (including Vietnamese), Greek and Cyrillic without combining marks: one column each. The segmenter costs 60 times as much. */
const NARROW = /^[\x20-\x7e\u00a1-\u02ff\u0370-\u0482\u048a-\u052f\u1e00-\u1fff\u2010-\u2027]*$/;
/** Chinese, Japanese and Korean characters and pictograms take two columns (Unicode UAX #11). */
const WIDE =
  /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}.*\uFE0F|\p{Regional_Indicator}|[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|[\u{20000}-\u{3FFFD}])/u;

/** The graphemes of a text with their widths. */
function* columnsOf(text: string): Iterable<{ sign: string; columns: 1 | 2 }> {
  for (const { segment } of GRAPHEMES.segment(text))
    yield { sign: segment, columns: WIDE.test(segment) ? 2 : 1 };
}

/** The width of a text in columns of a monospaced font. */
export function widthOf(text: string): number {
  if (NARROW.test(text)) return text.length;
  let width = 0;
  for (const { columns } of columnsOf(text)) width += columns;
  return width;
}

/** As many whole graphemes as fit `max` columns; longer text ends in an ellipsis. */
export function cutColumns(text: string, max: number): string {
  if (NARROW.test(text) && text.length <= max) return text;
  let width = 0;
  let clipped = '';
  for (const { sign, columns } of columnsOf(text)) {
    width += columns;
    // One column is for the ellipsis.
    if (width < max) clipped += sign;
    if (width > max) return `${clipped.trimEnd()}…`;
  }
  return text;
}

/** Inserts zero-width spaces (U+200B), so that no word is wider than `columns`. */
export function breakable(text: string, columns: number): string {
  let width = 0;
  let output = '';
  for (const { sign, columns: wide } of columnsOf(text)) {
    const goesOn = sign.trim() !== '';
    if (goesOn && width + wide > columns) {
      output += '\u200b';
      width = 0;
    }
    output += sign;
    width = goesOn ? width + wide : 0;
  }
  return output;
}

/** The number that ends a name and tells it from similar ones: " 2", " M12". */
const NUMBER_AT_END = /(?:\s\S?)?(?<!\d)\d{1,6}$/u;

/** Like `cutColumns`, but preserves a number at the end if that leaves room for the name. */
export function cutBeforeNumber(text: string, max: number): string {
  const whole = cutColumns(text, max);
  if (whole === text) return text;
  const [number = ''] = NUMBER_AT_END.exec(text) ?? [];
  const room = max - widthOf(number);
  if (room <= max / 2) return whole;
  return cutColumns(text.slice(0, text.length - number.length), room) + number;
}
