import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cut, fitLabel, label, oneLine, escapeMarkup } from '../../src/words/plain.ts';
import { anyText } from '../support/any-text.ts';

/** Removes what Discord's markdown treats as an escape, which leaves the text that a reader sees. */
const visibleText = (text: string) => text.replace(/\\([^\p{L}\p{N}\s])/gu, '$1').replace(/(\d)\\\./, '$1.');

describe('escapeMarkup', () => {
  it.each([
    ['a masked link', '[free elo](https://evil.example)', /(?<!\\)\[|(?<!\\)\]\(|https:\/\//],
    ['a mention', '<@123456789012345678>', /(?<!\\)<@/],
    ['everybody', '@everyone and @here', /(?<!\\)@/],
    ['a heading', '# shout', /^\s*#/],
    ['a list', '- item', /^-/],
    ['a numbered list', '1. item', /^1\./],
    ['small text', '-# small', /^-#/],
    ['a quote', '> quote', /^>/],
    ['a timestamp', '<t:0:R>', /(?<!\\)<t/],
    ['an emoji', '<:x:123456789012345678>', /(?<!\\)<:/],
    ['emphasis', '**bold** _it_ ~~gone~~ ||spoiler||', /(?<!\\)(\*|_|~|\|)/],
    ['code', '`code` ```block```', /(?<!\\)`/],
    ['a bare address', 'https://evil.example/x', /https:\/\//],
    ['an invitation', 'discord.gg/abc discord.com/invite/abc', /discord\.(gg|com)\//],
    [
      'an old invitation',
      'discordapp.com/invite/abc discord.me/abc discord.io/abc',
      /discord(app)?\.(com|me|io)\//,
    ],
    ['a command mention', '</rank:1>', /(?<!\\)</],
    ['bidi controls', '\u202eevil\u2066', /[\u202e\u2066]/],
    ['line breaks', 'a\n# b', /\n/],
    ['a closing backslash', '*\\', /(?<!\\)\*/],
  ])('%s is text', (_, text, alive) => {
    expect(escapeMarkup(text)).not.toMatch(alive);
  });

  it('shows a reader the unchanged name', () => {
    for (const name of [
      'Bảo Trần',
      '陈晨',
      'Farid_under_score',
      'Gus `tick`',
      'Élodie *bold*',
      'x-y',
      '1. FC',
      '👩‍👩‍👧 fam',
      'नमस्ते',
    ]) {
      expect(visibleText(escapeMarkup(name))).toBe(name);
    }
  });

  it('leaves no active markup in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const out = escapeMarkup(text);
        expect(out.replace(/\\[^\p{L}\p{N}\s]/gu, '')).not.toMatch(/[*_~`|<>[\]()#@]/);
      }),
    );
  });

  it('isolates right-to-left names once, and no others', () => {
    const name = 'שירה כהן';
    expect(escapeMarkup(name)).toBe(`\u2068${name}\u2069`);
    expect(label(label(name))).toBe(`\u2068${name}\u2069`);
    expect(label('محمد')).toContain('\u2068');
    expect(oneLine(name)).toBe(name);
    expect(escapeMarkup('Bảo 陈晨')).toBe('Bảo 陈晨');
  });

  it('fits labels by UTF-16 units without splitting characters or leaving isolates open', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('😀', 'a ', 'שם', '\u2068שם\u2069'), { maxLength: 60 }),
        (parts) => {
          const out = fitLabel(parts.join(''), 20);
          expect(out.length).toBeLessThanOrEqual(20);
          expect(JSON.stringify(out)).not.toMatch(/\\ud[89a-f]/);
          expect(out.split('\u2068')).toHaveLength(out.split('\u2069').length);
        },
      ),
    );
  });

  it('limits stacked combining marks that would cover other lines', () => {
    expect(label(`e${'\u0301'.repeat(50)}`)).toHaveLength(5);
  });
});

describe('cut', () => {
  it('cuts by code point and never splits a character', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 50 }), fc.integer({ min: 1, max: 20 }), (text, max) => {
        const out = cut(label(text, 100), max);
        expect(Array.from(out).length).toBeLessThanOrEqual(max);
        expect(out).not.toMatch(/\p{Cs}/u);
      }),
    );
  });
});
