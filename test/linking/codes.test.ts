import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { makeCode, parseCode, formatCode } from '../../src/linking/codes.ts';

const cookie = () => randomBytes(32).toString('base64url');

describe('a code', () => {
  test('has eight signs of thirty, none of them a look-alike, and all are used', () => {
    const codes = Array.from({ length: 2000 }, () => makeCode(cookie(), 'grant'));
    for (const code of codes) expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{8}$/);
    expect(new Set(codes.join('')).size).toBe(30);
    expect(new Set(codes).size).toBe(2000);
  });

  test('is even: no sign is seen much more than another, at any place', () => {
    const codes = Array.from({ length: 6000 }, () => makeCode(cookie(), 'grant'));
    for (let place = 0; place < 8; place++) {
      const counts = new Map<string, number>();
      for (const code of codes) counts.set(code.charAt(place), (counts.get(code.charAt(place)) ?? 0) + 1);
      // 200 are expected, with a deviation of 14.
      expect(Math.min(...counts.values())).toBeGreaterThan(110);
      expect(Math.max(...counts.values())).toBeLessThan(290);
    }
  });

  test('is the same for the same browser and consent, and another for any other', () => {
    const [mine, other] = [cookie(), cookie()];
    expect(makeCode(mine, 'grant')).toBe(makeCode(mine, 'grant'));
    expect(makeCode(mine, 'grant')).not.toBe(makeCode(other, 'grant'));
    expect(makeCode(mine, 'grant')).not.toBe(makeCode(mine, 'other grant'));
  });
});

test.each([
  ['K7MP3XQR', 'K7MP3XQR'],
  ['k7mp-3xqr', 'K7MP3XQR'],
  [' K7MP 3XQR\n', 'K7MP3XQR'],
  ['K7MP\u20133XQR', 'K7MP3XQR'],
  ['K7MP\u20143XQR', 'K7MP3XQR'],
  ['K7MP\u22123XQR', 'K7MP3XQR'],
  ['k-7-m-p-3-x-q-r', 'K7MP3XQR'],
  ['\u200bK7MP\u00a03XQR\u2060', 'K7MP3XQR'],
  ['Ｋ７ＭＰ－３ＸＱＲ', 'K7MP3XQR'],
  ['', undefined],
  ['K7MP3XQ', undefined],
  ['K7MP3XQRR', undefined],
  ['K7MP3XQ0', undefined],
  ['K7MP3XQU', undefined],
  ['K7MP3XQ\u0000', undefined],
  ['К7МР3ХQR', undefined],
  ['__proto__', undefined],
  ['x'.repeat(10_000), undefined],
])('%j is read as %j', (typed, code) => {
  expect(parseCode(typed)).toBe(code);
});

test('what is shown is read back', () => {
  const code = makeCode(cookie(), 'grant');
  expect(parseCode(formatCode(code))).toBe(code);
});
