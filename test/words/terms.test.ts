import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Terms {
  /** By term: how English writes it, the stem that each language has for it, and the sentences that say it in another way. */
  terms: Record<
    string,
    { english: string; words: Record<string, string>; except?: Record<string, readonly string[]> }
  >;
  /** By language, words that were a second name for a thing. */
  never: Record<string, readonly string[]>;
}

const { terms, never } = JSON.parse(readFileSync('docs/glossary/terms.json', 'utf8')) as Terms;

interface Tree {
  [name: string]: string | Tree;
}

const leavesOf = (tree: Tree, path = ''): [key: string, text: string][] =>
  Object.entries(tree).flatMap(([name, part]): [string, string][] =>
    typeof part === 'string' ? [[path + name, part]] : leavesOf(part, `${path}${name}.`),
  );

const read = (locale: string) =>
  new Map(leavesOf(JSON.parse(readFileSync(`src/words/${locale}.json`, 'utf8')) as Tree));

const english = read('en-US');
const locales = readdirSync('src/words').flatMap(
  (file) => /^([a-z]{2}(?:-[A-Z]{2})?)\.json$/.exec(file)?.[1] ?? [],
);
/** Placeholders, commands and code stay as they are. */
const withoutCode = (text: string): string => text.replaceAll(/\{\{\w+\}\}|\/\w+|`[^`]*`/g, '');

describe('a term has one translation', () => {
  it('for twenty terms', () => {
    expect(Object.keys(terms).length).toBeGreaterThanOrEqual(20);
  });

  for (const locale of locales) {
    it(`in ${locale}, wherever English has the term`, () => {
      const texts = read(locale);
      const wrong = Object.entries(terms).flatMap(([term, { english: pattern, words, except = {} }]) => {
        const [inEnglish, stem] = [new RegExp(pattern, 'u'), words[locale]];
        if (stem === undefined) return [];
        const expected = new RegExp(stem, 'iu');
        return [...english]
          .filter(([key, text]) => inEnglish.test(withoutCode(text)) && !except[locale]?.includes(key))
          .flatMap(([key]) => {
            const text = texts.get(key);
            // What is not translated yet is shown in English.
            return text === undefined || text === '' || expected.test(text)
              ? []
              : [`${term}: ${key}: ${text}`];
          });
      });
      expect(wrong).toEqual([]);
    });

    it(`in ${locale}, and no second name`, () => {
      const found = (never[locale] ?? []).flatMap((word) =>
        [...read(locale)]
          .filter(([, text]) => new RegExp(word, 'u').test(withoutCode(text)))
          .map(([key]) => `${word}: ${key}`),
      );
      expect(found).toEqual([]);
    });
  }
});
