import enUS from './en-US.json' with { type: 'json' };
import { plain } from './plain.ts';

type Leaves<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${Leaves<T[K]>}`;
}[keyof T & string];

type WithoutPlural<K extends string> = K extends `${infer Stem}_${'one' | 'other'}` ? Stem : K;

/** A sentence's name in the locale files; plural forms go by their common name. */
export type WordKey = WithoutPlural<Leaves<typeof enUS>>;

/** What fills a sentence's placeholders. Text from outside goes through `plain` first: nothing is escaped here. */
type WordVars = Record<string, string | number>;

/** Says one sentence in one language; `locale` is that language, for numbers and lists. */
export interface Translate {
  (key: WordKey, vars?: WordVars): string;
  locale: string;
  /** A number as the language writes it: "2,400"; two decimals at most. */
  number: (value: number) => string;
}

/** All languages of the product. */
export interface Words {
  /** In the language nearest to a Discord locale ("pt-BR"), English where there is none. */
  in(locale: string): Translate;
  /** The locales that have a file of their own, English first. */
  locales: readonly string[];
}

const FALLBACK = 'en-US';

/** A locale file, or a part of it. */
interface SentenceTree {
  [name: string]: string | SentenceTree;
}

/** One for each language. What a language lacks is said in English. */
const FILES: Readonly<Record<string, SentenceTree>> = { [FALLBACK]: enUS };

/** The templates of a file by their full names: "rank.place". */
const templatesIn = (tree: SentenceTree, path = ''): [key: string, template: string][] =>
  Object.entries(tree).flatMap(([name, part]) =>
    typeof part === 'string' ? [[`${path}${name}`, part]] : templatesIn(part, `${path}${name}.`),
  );

/**
 * `platformName` fills {{platform}} where a sentence is given none, as drawn text. `strict` makes a missing sentence or
 * placeholder throw: the tests run so.
 */
export function createWords({
  strict = false,
  platformName,
}: { strict?: boolean; platformName?: string } = {}): Words {
  const fail = (what: string): never => {
    throw new Error(`words: ${what}`);
  };
  const defaults: WordVars = platformName === undefined ? {} : { platform: plain(platformName) };

  function translatorOf(locale: string): Translate {
    const plurals = new Intl.PluralRules(locale);
    const templates = new Map([...templatesIn(enUS), ...templatesIn(FILES[locale] ?? {})]);
    const sentences = new Map<string, Sentence>();
    const find = (key: WordKey, count: number | undefined): Sentence => {
      const name = count === undefined ? key : `${key}_${plurals.select(count)}`;
      let sentence = sentences.get(name);
      if (sentence === undefined) {
        const template = templates.get(name) ?? templates.get(key);
        sentence = parseSentence(
          template ?? (strict ? fail(`no sentence ${key} in src/words/en-US.json`) : key),
        );
        sentences.set(name, sentence);
      }
      return sentence;
    };
    const translate = (key: WordKey, vars: WordVars = {}): string => {
      const { count } = vars;
      const { text, rest } = find(key, typeof count === 'number' ? count : undefined);
      let said = text;
      for (const { name, after } of rest) {
        said += `${vars[name] ?? defaults[name] ?? (strict ? fail(`nothing for ${name} in ${key}`) : '')}${after}`;
      }
      return said;
    };
    const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
    return Object.assign(translate, { locale, number: (value: number) => numbers.format(value) });
  }

  const translators = new Map<string, Translate>();
  return {
    locales: Object.keys(FILES),
    in(locale) {
      const known = Object.hasOwn(FILES, locale) ? locale : FALLBACK;
      const translate = translators.get(known) ?? translatorOf(known);
      translators.set(known, translate);
      return translate;
    },
  };
}

/** "Round {{round}} of {{all}}" in its parts: the text up to the first placeholder, then each with the text behind it. */
interface Sentence {
  text: string;
  rest: { name: string; after: string }[];
}

function parseSentence(template: string): Sentence {
  const [text = '', ...parts] = template.split(/\{\{\s*(\w+)\s*\}\}/);
  const rest = parts.flatMap((part, at) =>
    at % 2 === 0 ? [{ name: part, after: parts[at + 1] ?? '' }] : [],
  );
  return { text, rest };
}
