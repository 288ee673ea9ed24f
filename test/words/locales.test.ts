import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commands } from '../../commands/index.ts';
import { filesOf, translations } from '../../scripts/words.mjs';
import { declare } from '../../src/bot/declare.ts';
import { helpEmbed } from '../../src/replies/help.ts';
import { createWords } from '../../src/words/words.ts';
import { sentencesIn } from '../support/locale-file.ts';

const { locales } = createWords();
const all = translations();

const english = new Map(sentencesIn('en-US'));
const PLURAL = /_(zero|one|two|few|many|other)$/;
const stemOf = (key: string): string => key.replace(PLURAL, '');
const isPlural = (key: string): boolean => PLURAL.test(key) && english.has(`${stemOf(key)}_other`);
/** The English beside a translation: of plural forms, the one for any number. */
const modelOf = (key: string): string => english.get(isPlural(key) ? `${stemOf(key)}_other` : key) ?? '';

const placeholders = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = '']) => name))].toSorted();
const marksOf = (text: string): string =>
  ['**', '`', '\n', '-#'].map((mark) => text.split(mark).length - 1).join();

it('each locale file is a language of the product', () => {
  expect(all.map(({ locale }) => locale).toSorted()).toEqual(
    locales.filter((locale) => locale !== 'en-US').toSorted(),
  );
});

describe.each(all)('$locale', ({ locale, unused, missing, stale }) => {
  const sentences = sentencesIn(locale);

  it('has no sentence that English lacks', () => {
    expect(unused).toEqual([]);
  });

  it('has all plural forms of what it translates', () => {
    const keys = sentences.map(([key]) => stemOf(key));
    expect(missing.filter(({ key }) => keys.includes(key))).toEqual([]);
  });

  it('has the markup of English: bold, code and small text', () => {
    const isStale = (key: string) => stale.some((one) => one.key === key || one.key === stemOf(key));
    const wrong = sentences.filter(([key, text]) => !isStale(key) && marksOf(text) !== marksOf(modelOf(key)));
    expect(wrong).toEqual([]);
  });
});

// With RELEASE=1 alone: until then, English stands in for what is left to translators.
const due = process.env['RELEASE'] ? all : [];
const dueFiles = process.env['RELEASE'] ? [...filesOf(all)] : [];

it.each(due)('a release has every sentence in $locale, from today’s English', ({ missing, stale }) => {
  expect({ missing, stale }, 'npm run words lists what is left').toEqual({ missing: [], stale: [] });
});

it.each(dueFiles)('a release has %s as npm run words writes it', (file, text) => {
  expect(readFileSync(file, 'utf8')).toBe(text);
});

describe.each(locales)('%s', (locale) => {
  const sentences = sentencesIn(locale);

  it('has the placeholders of English in each sentence', () => {
    const wrong = sentences.filter(([key, text]) => {
      const own = placeholders(text);
      const expected = placeholders(modelOf(key));
      // A form for one number may leave the number out.
      const isShort = isPlural(key) && own.length < expected.length;
      return own.join() !== expected.filter((name) => !isShort || name !== 'count').join();
    });
    expect(wrong).toEqual([]);
  });

  it('lets no line begin with a separator or break within a score that is read in a line', () => {
    const t = createWords({ strict: true }).in(locale);
    expect(sentences.filter(([, text]) => /(?<!\u00A0)·/.test(text))).toEqual([]);
    expect(t('score.score', { first: 3, second: 1 })).toMatch(/^3(?:\u00A0[–x]\u00A0|:)1$/);
  });

  it('has descriptions and choices that Discord accepts', () => {
    const words = createWords({ strict: true });
    for (const command of commands) {
      const declared = declare(command, words);
      const text = JSON.stringify(declared);
      expect(text, command.name).not.toContain('undefined');
    }
    for (const [key, text] of sentences) {
      if (!key.startsWith('commands.')) continue;
      expect(text.length, `${locale} ${key}`).toBeLessThanOrEqual(100);
    }
  });
});

it('the menu of a member has its command in the language of the reader, as /help names it', () => {
  const words = createWords({ strict: true, platformName: 'Playhouse' });
  for (const command of commands.filter(({ kind }) => kind === 'user')) {
    const declared = declare(command, words) as { name: string; name_localizations?: Record<string, string> };
    const names = { 'en-US': declared.name, ...declared.name_localizations };
    expect(Object.keys(names).toSorted()).toEqual(words.locales.toSorted());
    for (const [locale, name] of Object.entries(names)) {
      expect(name).toMatch(/^.{1,32}$/u);
      const help = helpEmbed(
        {
          commands: [command],
          inServer: true,
          mention: String,
          status: { version: '1', latencyMs: 1, platform: 'slow' },
        },
        words.in(locale),
      );
      expect(JSON.stringify(help)).toContain(` › ${name}`);
    }
  }
});

describe('a language', () => {
  const words = createWords({ strict: true });

  it.each([
    ['vi', 'vi'],
    ['pt-BR', 'pt-BR'],
    ['pt-PT', 'pt-BR'],
    ['fr-CA', 'fr'],
    ['fr', 'fr'],
    ['ja', 'ja'],
    ['en-GB', 'en-GB'],
    ['en-AU', 'en-US'],
    ['zh-CN', 'en-US'],
    ['', 'en-US'],
    ['__proto__', 'en-US'],
    ['constructor', 'en-US'],
  ])('of %s is %s', (requested, locale) => {
    expect(words.in(requested).locale).toBe(locale);
  });

  it('is the first of several that has a translation', () => {
    expect(words.in('', 'zh-TW', 'fr-CH', 'vi').locale).toBe('fr');
    expect(words.in().locale).toBe('en-US');
  });

  it('writes numbers, also those of placeholders, in its own way', () => {
    expect(words.in('en-US')('tournaments.entrantsOnly', { count: 1200 })).toContain('1,200');
    expect(words.in('pt-BR')('tournaments.entrantsOnly', { count: 1200 })).toContain('1.200');
    expect(words.in('fr').number(1200)).toBe(new Intl.NumberFormat('fr').format(1200));
  });

  it('has its own plural forms', () => {
    const inFrench = words.in('fr');
    expect(inFrench('tournaments.entrantsOnly', { count: 0 })).toBe(
      inFrench('tournaments.entrantsOnly', { count: 1 }).replace('1', '0'),
    );
    expect(inFrench('tournaments.entrantsOnly', { count: 2 })).not.toBe(
      inFrench('tournaments.entrantsOnly', { count: 1 }).replace('1', '2'),
    );
  });
});
