import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText, fitText } from '../../src/pictures/fit-text.ts';
import { graphemes, textWidth } from '../../src/pictures/measure.ts';
import { escapeXml, textIn } from '../../src/pictures/svg.ts';
import { anyText } from '../support/any-text.ts';
import { names } from './brackets.ts';
import { readSvg } from './svg-reader.ts';

const frame = (content: string) => `<svg viewBox="0 0 100 100">${content}</svg>`;
const anyName = fc.oneof(
  anyText(),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(
      fc.constantFrom(
        ...names,
        '\u202e',
        '\u0000',
        '\ufffe',
        '\ud800',
        '👨‍👩‍👧‍👦',
        'e\u0301\u0302',
        '&',
        '<',
        ']]>',
      ),
    )
    .map((parts) => parts.join('')),
);

describe('fitText', () => {
  it('never exceeds the width, and cuts between graphemes', () => {
    fc.assert(
      fc.property(
        anyName,
        fc.integer({ min: 0, max: 300 }),
        fc.constantFrom('regular', 'bold'),
        (raw, room, weight) => {
          const { text, widthPx } = fitText(raw, room, 14, weight);
          expect(widthPx).toBeLessThanOrEqual(room);
          expect(textWidth(text, 14, weight)).toBeLessThanOrEqual(room + 0.001);
          const whole = cleanText(raw);
          if (text === '' || text === whole) return;
          expect(text.endsWith('…')).toBe(true);
          const prefix = [...graphemes(text.slice(0, -1))];
          expect([...graphemes(whole)].slice(0, prefix.length)).toEqual(prefix);
        },
      ),
      { numRuns: 300, interruptAfterTimeLimit: 2000 },
    );
  });

  it('keeps a text that fits', () => {
    for (const name of names)
      expect(fitText(name, 1000, 14, 'bold').text).toBe(name === '𝓚𝓲𝓷𝓰' ? 'King' : name);
  });

  it.each([
    ['control and bidi characters', 'a\u0000b\u202ec\u2066', 'abc'],
    ['characters that XML does not allow', 'a\ufffeb\uffff\ud800', 'ab'],
    ['decorative letters', '𝕂𝕚𝕟𝕘 Ⓐ', 'King A'],
    ['line breaks', 'a\n\tb', 'a b'],
    ['letters in two parts', 'Tra\u0302\u0300n', 'Trần'],
  ])('cleans %s', (_, raw, clean) => {
    expect(cleanText(raw)).toBe(clean);
  });

  it.each([
    ['Mai', 'ltr'],
    ['محمد 12', 'rtl'],
    ['12 שלום', 'rtl'],
    ['kz محمد', 'ltr'],
    ['123', 'ltr'],
  ])('reads %s from %s', (name, direction) => {
    expect(fitText(name, 500, 14, 'regular').direction).toBe(direction);
  });
});

describe('textIn', () => {
  const box = { x: 10, baseline: 50, width: 80, size: 14, fill: '#fff' };

  it('is well-formed for any text', () => {
    fc.assert(
      fc.property(anyName, (raw) => {
        readSvg(frame(textIn(box, raw)));
        expect(escapeXml(raw)).not.toMatch(/[<>"']/);
      }),
      { numRuns: 300, interruptAfterTimeLimit: 2000 },
    );
  });

  it('aligns right-to-left names at the right edge', () => {
    const [arabic] = readSvg(frame(textIn(box, 'محمد'))).texts;
    expect(arabic).toMatchObject({ x: 90, rtl: true, anchor: 'start' });
    const [latin] = readSvg(frame(textIn(box, 'Mai'))).texts;
    expect(latin).toMatchObject({ x: 10, rtl: false });
    const [score] = readSvg(frame(textIn({ ...box, align: 'right' }, '3'))).texts;
    expect(score).toMatchObject({ x: 90, anchor: 'end' });
  });

  it('clips letters of unknown width', () => {
    expect(textIn(box, '𒐫𒐫')).toMatch(
      /^<svg x="10" y="[\d.]+" width="80" height="[\d.]+" overflow="hidden">/,
    );
    expect(textIn(box, 'Mai')).toMatch(/^<text/);
  });
});
