import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cutMarkup,
  embedLength,
  fittingLines,
  limitEmbeds,
  LIMITS,
  type EmbedText,
} from '../../src/message/limits.ts';

const total = (embeds: EmbedText[]) => embeds.reduce((sum, embed) => sum + embedLength(embed), 0);

// Only lengths matter here: long texts that are cheap to generate and to shrink.
const text = (max: number) => fc.integer({ min: 0, max }).map((size) => 'word '.repeat(size).slice(0, size));
const emoji = (max: number) => fc.integer({ min: 0, max }).map((size) => '😀'.repeat(size));
const anyText = (max: number) => fc.oneof(text(max), emoji(max));
const embed = fc.record(
  {
    title: anyText(600),
    description: anyText(6000),
    footer: fc.record({ text: anyText(3000) }),
    author: fc.record({ name: anyText(600) }),
    fields: fc.array(fc.record({ name: anyText(400), value: anyText(2000) }), { maxLength: 30 }),
  },
  { requiredKeys: [] },
);

describe('limitEmbeds', () => {
  it('fits any embeds into Discord’s limits', () => {
    fc.assert(
      fc.property(fc.array(embed, { maxLength: 12 }), (embeds) => {
        const out = limitEmbeds<EmbedText>(embeds);
        expect(out.length).toBeLessThanOrEqual(LIMITS.embeds);
        expect(total(out)).toBeLessThanOrEqual(LIMITS.embedTotal);
        for (const one of out) {
          expect(one.title?.length ?? 0).toBeLessThanOrEqual(LIMITS.embedTitle);
          expect(one.description?.length ?? 0).toBeLessThanOrEqual(LIMITS.embedDescription);
          expect(one.author?.name.length ?? 0).toBeLessThanOrEqual(LIMITS.embedAuthor);
          expect(one.footer?.text.length ?? 0).toBeLessThanOrEqual(LIMITS.embedFooter);
          expect(one.fields?.length ?? 0).toBeLessThanOrEqual(LIMITS.embedFields);
          expect(JSON.stringify(one)).not.toMatch(/\\ud[89a-f]/);
          for (const field of one.fields ?? []) {
            expect(field.name.trim()).not.toBe('');
            expect(field.value.trim()).not.toBe('');
            expect(field.name.length).toBeLessThanOrEqual(LIMITS.embedFieldName);
            expect(field.value.length).toBeLessThanOrEqual(LIMITS.embedFieldValue);
          }
        }
      }),
      { numRuns: 200, interruptAfterTimeLimit: 4000 },
    );
  });

  it('does not change embeds that fit', () => {
    const fine = {
      title: 'Open Cup',
      description: 'Tonight',
      fields: [{ name: 'Players', value: '3/16', inline: true }],
    };
    expect(limitEmbeds([fine])).toEqual([fine]);
  });
});

describe('cutMarkup', () => {
  it('leaves no spoiler open, wherever it cuts', () => {
    const line = String.raw`A: ||**A** 3 – 1 \\|| · B: ||**B\|\|** 2 – 0 C|| · C: ||**C** 2 – 1 D||`;
    for (let max = 8; max <= line.length; max++) {
      const out = cutMarkup(line, max);
      expect(out.length, out).toBeLessThanOrEqual(max);
      const bare = out.replace(/\\./g, '');
      expect(bare.split('||').length % 2, out).toBe(1);
      expect(bare.replace(/\|\|.*?\|\|/g, ''), out).not.toMatch(/\d|\|/);
    }
  });

  it('never cuts inside a timestamp or after an escape', () => {
    const line = `**Cup** <t:1800000000:R> \\*x\\*`;
    for (let max = 2; max < line.length; max++) {
      const out = cutMarkup(line, max);
      expect(out).not.toMatch(/<[^>]*…$|\\…$/);
      expect(out.length).toBeLessThanOrEqual(max);
    }
  });
});

it('as many lines as fit together, however many there are', () => {
  expect(fittingLines(['ab', 'cd', 'e'], 7)).toEqual(['ab', 'cd', 'e']);
  expect(fittingLines(['ab', 'cd', 'e'], 6)).toEqual(['ab', 'cd']);
  expect(fittingLines(['abc', 'd'], 2)).toEqual([]);
  expect(
    fittingLines(
      Array.from({ length: 200_000 }, () => 'abcd'),
      1900,
    ),
  ).toHaveLength(380);
});
