import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutDrawn, limitEmbeds, LIMITS, type EmbedText } from '../../src/words/limits.ts';

const count = (text = '') => Array.from(text.trim()).length;
const total = (embeds: EmbedText[]) =>
  embeds
    .flatMap((e) => [
      e.title,
      e.description,
      e.author?.name,
      e.footer?.text,
      ...(e.fields ?? []).flatMap((f) => [f.name, f.value]),
    ])
    .reduce((sum, text) => sum + count(text), 0);

// Lengths matter here, not letters: long texts that are cheap to make and to shrink.
const text = (max: number) => fc.integer({ min: 0, max }).map((size) => 'word '.repeat(size).slice(0, size));
const embed = fc.record(
  {
    title: text(600),
    description: text(6000),
    footer: fc.record({ text: text(3000) }),
    author: fc.record({ name: text(600) }),
    fields: fc.array(fc.record({ name: text(400), value: text(2000) }), { maxLength: 30 }),
  },
  { requiredKeys: [] },
);

describe('limitEmbeds', () => {
  it('brings any embeds within Discord’s limits', () => {
    fc.assert(
      fc.property(fc.array(embed, { maxLength: 12 }), (embeds) => {
        const out = limitEmbeds<EmbedText>(embeds);
        expect(out.length).toBeLessThanOrEqual(LIMITS.embeds);
        expect(total(out)).toBeLessThanOrEqual(LIMITS.embedTotal);
        for (const one of out) {
          expect(count(one.title)).toBeLessThanOrEqual(LIMITS.embedTitle);
          expect(count(one.description)).toBeLessThanOrEqual(LIMITS.embedDescription);
          expect(one.fields?.length ?? 0).toBeLessThanOrEqual(LIMITS.embedFields);
          for (const field of one.fields ?? []) {
            expect(count(field.name)).toBeGreaterThan(0);
            expect(count(field.value)).toBeGreaterThan(0);
            expect(count(field.value)).toBeLessThanOrEqual(LIMITS.embedFieldValue);
          }
        }
      }),
      { numRuns: 200, interruptAfterTimeLimit: 4000 },
    );
  });

  it('leaves what fits as it is', () => {
    const fine = {
      title: 'Open Cup',
      description: 'Tonight',
      fields: [{ name: 'Players', value: '3/16', inline: true }],
    };
    expect(limitEmbeds([fine])).toEqual([fine]);
  });
});

describe('cutDrawn', () => {
  it('never cuts inside a timestamp or after an escape', () => {
    const line = `**Cup** <t:1800000000:R> \\*x\\*`;
    for (let max = 2; max < line.length; max++) {
      const out = cutDrawn(line, max);
      expect(out).not.toMatch(/<[^>]*…$|\\…$/);
      expect(Array.from(out).length).toBeLessThanOrEqual(max);
    }
  });
});
