const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** Latin (Vietnamese too), Greek and Cyrillic without combining marks: a column each. The segmenter costs 60 times as much. */
const NARROW = /^[\x20-\x7e\u00a1-\u02ff\u0370-\u0482\u048a-\u052f\u1e00-\u1fff\u2010-\u2027]*$/;
/** Chinese, Japanese and Korean signs and pictograms take two columns (Unicode UAX #11). */
const WIDE =
  /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}.*\uFE0F|\p{Regional_Indicator}|[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|[\u{20000}-\u{3FFFD}])/u;

/** What a reader takes for one character, with the columns that it takes. */
function* columnsOf(text: string): Iterable<{ sign: string; columns: 1 | 2 }> {
  for (const { segment } of segmenter.segment(text))
    yield { sign: segment, columns: WIDE.test(segment) ? 2 : 1 };
}

/** How many columns a text takes where every letter is as wide as the next. */
export function widthOf(text: string): number {
  if (NARROW.test(text)) return text.length;
  let width = 0;
  for (const { columns } of columnsOf(text)) width += columns;
  return width;
}

/** As many whole graphemes as `max` columns hold; where some are left out, an ellipsis says so. */
export function cutColumns(text: string, max: number): string {
  if (widthOf(text) <= max) return text;
  let width = 0;
  let kept = '';
  for (const { sign, columns } of columnsOf(text)) {
    width += columns;
    // A column is for the ellipsis.
    if (width >= max) break;
    kept += sign;
  }
  return `${kept.trimEnd()}…`;
}

/** The same text with places where a line may break (U+200B), so that no word is wider than `columns`. */
export function breakable(text: string, columns: number): string {
  let width = 0;
  let said = '';
  for (const { sign, columns: wide } of columnsOf(text)) {
    const goesOn = sign.trim() !== '';
    if (goesOn && width + wide > columns) {
      said += '\u200b';
      width = 0;
    }
    said += sign;
    width = goesOn ? width + wide : 0;
  }
  return said;
}

/** What ends a name and tells it from its likes: " 2", " M12". */
const NUMBER_AT_END = /(?:\s\S?)?(?<!\d)\d{1,6}$/u;

/** Like `cutColumns`, but a number at the end stays, where it leaves room for more. */
export function cutBeforeNumber(text: string, max: number): string {
  if (widthOf(text) <= max) return text;
  const [number = ''] = NUMBER_AT_END.exec(text) ?? [];
  const room = max - widthOf(number);
  if (room <= max / 2) return cutColumns(text, max);
  return cutColumns(text.slice(0, text.length - number.length), room) + number;
}
