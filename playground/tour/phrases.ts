import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SentenceTree } from '../../src/words/sentences.ts';
import { checkout } from '../checkout.ts';
import { drawMarkup } from './markup.ts';

/**
 * What an English text is in another language: several texts where several sentences read alike in English, and none where it is no
 * whole sentence. Names and figures are the same everywhere.
 */
export type Phrases = (english: string) => readonly string[];

/** An English sentence, its placeholders as groups. */
interface Pattern {
  stem: string;
  /** A short value first, then a long one: "Jürgen Weiß 2–4" can be parted in two places. */
  matches: readonly [RegExp, RegExp];
  names: readonly string[];
  /** What stands outside its placeholders. */
  fixed: string;
}

const ENGLISH = 'en-US';
const PLURAL = /_(?:zero|one|two|few|many|other)$/;
const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/;
/** A name may hold the letter or two of a shorter sentence, such as "M{{number}}". */
const SENTENCE_LETTERS = 3;
const MENTION = /[#@][\p{L}\d-]+/gu;
/** `list.separator`, in every language. */
const SEPARATOR = ' · ';
const FIGURE = /\b\d{1,3}(?:,\d{3})+\b/g;

const stemOf = (key: string): string => key.replace(PLURAL, '');
const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];
const lettersIn = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;
const withoutMarkup = (text: string): string =>
  drawMarkup(text, { now: Date.now, memberName: () => undefined });

const leavesOf = (tree: SentenceTree, path = ''): [key: string, text: string][] =>
  Object.entries(tree).flatMap(([name, part]): [string, string][] =>
    typeof part === 'string' ? [[`${path}${name}`, withoutMarkup(part)]] : leavesOf(part, `${path}${name}.`),
  );

function sentencesOf(locale: string): [key: string, text: string][] {
  const file = readFileSync(join(checkout(), 'src/words', `${locale}.json`), 'utf8');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the file is ours
  return leavesOf(JSON.parse(file) as SentenceTree);
}

function patternOf([key, text]: readonly [string, string]): Pattern {
  const parts = text.split(PLACEHOLDER);
  const texts = parts.filter((_, at) => at % 2 === 0);
  const literals = texts.map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
  return {
    stem: stemOf(key),
    matches: [new RegExp(`^${literals.join('(.+?)')}$`, 's'), new RegExp(`^${literals.join('(.+)')}$`, 's')],
    names: parts.filter((_, at) => at % 2 === 1),
    fixed: texts.join(''),
  };
}

interface Reading {
  /** In the language. */
  texts: readonly string[];
  /** Whether all values are sentences, names or figures themselves. */
  isKnown: boolean;
  letters: number;
}

/** The sentences of a language, by those of English. */
export function phrasesIn(locale: string): Phrases {
  if (locale === ENGLISH) return (english) => [english];
  const english = sentencesOf(ENGLISH);
  const patterns = english.map(patternOf).filter(({ fixed }) => fixed !== '');
  const own = sentencesOf(locale);
  const englishWords = new Set(english.flatMap(([, text]) => wordsIn(text.replaceAll(/\{\{.*?\}\}/g, ' '))));
  const numbers = new Intl.NumberFormat(locale);

  /** A text without a word of ours, or a mention; its figures in the language's own way. */
  const asData = (text: string): string[] =>
    wordsIn(text.replaceAll(MENTION, '')).some((word) => englishWords.has(word))
      ? []
      : [
          ...new Set([
            text,
            text.replaceAll(FIGURE, (figure) => numbers.format(Number(figure.replaceAll(',', '')))),
          ]),
        ];

  /** The ways to read a text as this sentence. */
  function readingsOf({ stem, matches, names, fixed }: Pattern, text: string): Reading[] {
    return matches.flatMap((pattern) => {
      const found = pattern.exec(text);
      if (found === null) return [];
      const values = found.slice(1).map((value) => ({ value, translated: phrases(value) }));
      // Of a sentence without signs of its own, any text is like it.
      const isKnown = values.every(({ value, translated }) =>
        fixed.trim() === '' ? asData(value).length > 0 : translated.length > 0,
      );
      const forms = own.flatMap(([key, form]) => (stemOf(key) === stem ? [form] : []));
      const texts = names.reduce<string[]>((some, name, at) => {
        const { value = '', translated = [] } = values[at] ?? {};
        const options = translated.length === 0 ? [value] : translated;
        return some.flatMap((one) => options.map((option) => one.replaceAll(`{{${name}}}`, () => option)));
      }, forms);
      return [{ texts, isKnown, letters: lettersIn(fixed) }];
    });
  }

  /** Sentences in a row. */
  const listOf = (text: string): readonly string[] =>
    text
      .split(SEPARATOR)
      .map((one): readonly string[] => phrases(one))
      .reduce((rows, forms) => rows.flatMap((row) => forms.map((form) => `${row}${SEPARATOR}${form}`)));

  function phrasesOf(text: string): readonly string[] {
    const readings = patterns.flatMap((pattern) => readingsOf(pattern, text));
    const known = readings.filter(({ isKnown }) => isKnown);
    const list = text.includes(SEPARATOR) ? listOf(text) : [];
    if (known.length === 0 && list.length > 0) return list;
    const possible = known.length > 0 ? known : readings.filter(({ letters }) => letters >= SENTENCE_LETTERS);
    const most = Math.max(0, ...possible.map(({ letters }) => letters));
    const best = possible.flatMap(({ texts, letters }) => (letters === most ? texts : []));
    return [...new Set(most < SENTENCE_LETTERS ? [...best, ...asData(text)] : best)];
  }

  const done = new Map<string, readonly string[]>();
  function phrases(text: string): readonly string[] {
    const before = done.get(text);
    if (before !== undefined) return before;
    const found = phrasesOf(text);
    done.set(text, found);
    return found;
  }
  return phrases;
}
