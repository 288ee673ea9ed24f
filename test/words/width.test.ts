import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { breakable, cutBeforeNumber, cutColumns, widthOf } from '../../src/words/width.ts';

describe('widthOf', () => {
  it.each([
    ['Ana', 3],
    ['Nguyễn', 6],
    ['Nguye\u0302\u0303n', 6],
    ['陈晨', 4],
    ['김철수', 6],
    ['ｆｕｌｌ', 8],
    ['👩‍👩‍👧 fam', 6],
    ['🇻🇳', 2],
    ['𠮷野家', 6],
    ['', 0],
  ])('%s takes %i columns', (text, columns) => {
    expect(widthOf(text)).toBe(columns);
  });
});

it('does not use the segmenter for Latin, Vietnamese, Greek and Cyrillic', () => {
  const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
  expect(['Nguyễn Thị Hồng Đào', 'Łukasz Żółkiewski', 'Ωμέγα Παίκτης', 'Иванов'].map(widthOf)).toEqual([
    19, 17, 13, 6,
  ]);
  expect(segment).not.toHaveBeenCalled();
  segment.mockRestore();
});

describe('cutColumns', () => {
  it.each([
    ['Ana', 3, 'Ana'],
    ['Anabel', 5, 'Anab…'],
    ['陈晨晨晨', 6, '陈晨…'],
    ['陈晨晨', 6, '陈晨晨'],
    ['a👩‍👩‍👧b👩‍👩‍👧', 4, 'a👩‍👩‍👧…'],
    ['Team Liquid', 6, 'Team…'],
  ])('%s in %i columns is %s', (text, max, expected) => {
    expect(cutColumns(text, max)).toBe(expected);
  });

  it('never exceeds the columns or splits a grapheme', () => {
    const name = fc.array(fc.constantFrom('a', ' ', '陈', '한', 'e\u0301', '👩‍👩‍👧', '🇻🇳', 'ﷺ', '𠮷'));
    fc.assert(
      fc.property(name, fc.integer({ min: 2, max: 40 }), (graphemes, max) => {
        const cut = cutColumns(graphemes.join(''), max);
        expect(widthOf(cut)).toBeLessThanOrEqual(max);
        const beginnings = graphemes.map((_, at) => `${graphemes.slice(0, at).join('').trimEnd()}…`);
        expect([graphemes.join(''), ...beginnings]).toContain(cut);
      }),
    );
  });
});

describe('cutBeforeNumber', () => {
  it.each([
    ['Winners round 2', 15, 'Winners round 2'],
    ['Winners bracket round 2', 15, 'Winners brac… 2'],
    ['Winner of Semifinal M12', 16, 'Winner of S… M12'],
    ['Team Liquid Academy', 10, 'Team Liqu…'],
    ['player_1234567890', 10, 'player_12…'],
    ['Round 123456', 8, 'Round 1…'],
    ['대한민국최강 7', 10, '대한민… 7'],
  ])('%s in %i columns is %s', (text, max, expected) => {
    expect(cutBeforeNumber(text, max)).toBe(expected);
  });
});

describe('breakable', () => {
  const broken = (text: string): string => breakable(text, 5).replaceAll('\u200b', '|');

  it.each([
    ['Ana', 'Ana'],
    ['Ana Souza', 'Ana Souza'],
    ['Anabelmaria', 'Anabe|lmari|a'],
    ['An belmaria', 'An belma|ria'],
    ['陈晨晨晨', '陈晨|晨晨'],
    ['a👩‍👩‍👧b👩‍👩‍👧c', 'a👩‍👩‍👧b|👩‍👩‍👧c'],
  ])('%s may break as in %s', (text, expected) => {
    expect(broken(text)).toBe(expected);
  });

  it('changes nothing visible', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(breakable(text, 7).replaceAll('\u200b', '')).toBe(text.replaceAll('\u200b', ''));
      }),
    );
  });
});
