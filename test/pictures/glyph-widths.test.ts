import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import table from '../../src/pictures/glyph-widths.json' with { type: 'json' };
import { advanceWidths } from './font-file.ts';

const fonts = new URL('../../assets/fonts/', import.meta.url);
const families = ['NotoSans', 'NotoSansArabic', 'NotoSansHebrew', 'NotoSansThai'];
const isPrivate = (point: number): boolean => (point >= 0xe000 && point <= 0xf8ff) || point >= 0xf0000;

/** Runs of consecutive code points: the first one, then the widths. */
function runs(weight: 'Regular' | 'Bold'): number[][] {
  const widths = new Map<number, number>();
  for (const family of families.toReversed()) {
    for (const [point, width] of advanceWidths(new URL(`${family}-${weight}.ttf`, fonts))) {
      if (point >= 0x20 && !isPrivate(point)) widths.set(point, width);
    }
  }
  const runs: number[][] = [];
  let next = -1;
  for (const [point, width] of [...widths].toSorted(([a], [b]) => a - b)) {
    if (point !== next) runs.push([point]);
    runs.at(-1)!.push(width);
    next = point + 1;
  }
  return runs;
}

describe('glyph-widths.json', () => {
  it('matches the fonts in the package (UPDATE_WIDTHS=1 updates it)', () => {
    const expected = { regular: runs('Regular'), bold: runs('Bold') };
    if (process.env['UPDATE_WIDTHS'] !== undefined) {
      writeFileSync(
        new URL('../../src/pictures/glyph-widths.json', import.meta.url),
        `${JSON.stringify(expected)}\n`,
      );
    }
    expect(process.env['UPDATE_WIDTHS'] === undefined ? table : expected).toEqual(expected);
  });

  it('has at most one em for Chinese, Japanese and Korean, and 1.27 for emoji', () => {
    const widest = (file: string) => Math.max(...advanceWidths(new URL(file, fonts)).values());
    expect(widest('NotoSansSC-Subset.ttf')).toBe(1000);
    expect(widest('NotoSansKR-Subset.ttf')).toBe(920);
    expect(widest('NotoEmoji-Regular.ttf')).toBe(1270);
  });
});
