import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commands } from '../../commands/index.ts';
import { declare } from '../../src/bot/declare.ts';
import { createWords } from '../../src/words/words.ts';
import { sentencesIn } from '../support/locale-file.ts';

const FOLDER = 'src/words';
const locales = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace('.json', ''));

const english = sentencesIn('en-US');
const PLURAL = /_(zero|one|two|few|many|other)$/;
const plurals = new Set(english.map(([key]) => key).filter((key) => PLURAL.test(key)));
const stemOf = (key: string): string => key.replace(PLURAL, '');

const placeholders = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = '']) => name))].toSorted();

describe.each(locales)('%s', (locale) => {
  const sentences = new Map(sentencesIn(locale));

  it('has the keys of English, in its order, with all its own plural forms', () => {
    const forms = ['zero', 'one', 'two', 'few', 'many', 'other'].filter((form) =>
      new Intl.PluralRules(locale).resolvedOptions().pluralCategories.some((one) => one === form),
    );
    const wanted = english.flatMap(([key]) =>
      plurals.has(key)
        ? key.endsWith('_other')
          ? forms.map((form) => `${stemOf(key)}_${form}`)
          : []
        : [key],
    );
    expect([...sentences.keys()]).toEqual(wanted);
  });

  it('has the placeholders of English in each sentence, and no empty one', () => {
    const wrong = [...sentences].filter(([key, text]) => {
      const model = plurals.has(key) || PLURAL.test(key) ? `${stemOf(key)}_other` : key;
      const expected = new Map(english).get(model) ?? new Map(english).get(key) ?? '';
      const own = placeholders(text);
      // A form for one number may leave the number out.
      const isShort = PLURAL.test(key) && own.length < placeholders(expected).length;
      const needed = isShort
        ? placeholders(expected).filter((name) => name !== 'count')
        : placeholders(expected);
      return text.trim() === '' || own.join() !== needed.join();
    });
    expect(wrong).toEqual([]);
  });

  it('has the markup of English: bold, code and small text', () => {
    const marksOf = (text: string): string =>
      ['**', '`', '\n', '-#'].map((mark) => text.split(mark).length - 1).join();
    const wrong = [...sentences].filter(([key, text]) => {
      const model = new Map(english).get(PLURAL.test(key) ? `${stemOf(key)}_other` : key) ?? text;
      return marksOf(text) !== marksOf(model);
    });
    expect(wrong).toEqual([]);
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
