import { widthOf as columnsOf } from '../../src/words/width.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

// oxlint-disable-next-line no-control-regex -- the escapes that colour the text
const COLOURS = /\u001B\[\d+m/g;

/** How many columns of a terminal a text takes. */
export const widthOf = (text: string): number => columnsOf(text.replaceAll(COLOURS, ''));

export const padded = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - widthOf(text)));

/** Breaks a text into lines of so many columns, between words where that can be. */
export function wrapped(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrappedLine(line, width));
}

function wrappedLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ').flatMap((one) => pieces(one, width))) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (widthOf(longer) <= width) current = longer;
    else {
      lines.push(current);
      current = word;
    }
  }
  return [...lines, current];
}

/** A word that is longer than a line, cut. */
function pieces(word: string, width: number): string[] {
  if (widthOf(word) <= width) return [word];
  const cut: string[] = [''];
  for (const { segment } of graphemes.segment(word)) {
    const last = cut.at(-1) ?? '';
    if (widthOf(last + segment) <= width) cut[cut.length - 1] = last + segment;
    else cut.push(segment);
  }
  return cut;
}
