import enUS from './en-US.json' with { type: 'json' };
import { escapeMarkup } from './plain.ts';

type Leaves<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${Leaves<T[K]>}`;
}[keyof T & string];

type WithoutPlural<K extends string> = K extends `${infer Stem}_${'one' | 'other'}` ? Stem : K;

/** A sentence's key in the locale files; plural forms share one key. */
export type WordKey = WithoutPlural<Leaves<typeof enUS>>;

/** Values for a sentence's placeholders. Nothing is escaped here: untrusted text in markup goes through `escapeMarkup` first. */
type WordVars = Record<string, string | number>;

/** Renders sentences in one language. `locale` is for numbers and lists. */
export interface Translate {
  (key: WordKey, vars?: WordVars): string;
  locale: string;
  /** A number in the format of the language: "2,400"; two decimals at most. */
  number: (value: number) => string;
}

/** All languages of the product. */
export interface Words {
  /** For a Discord locale ("pt-BR"); English if there is no translation. */
  in(locale: string): Translate;
  /** The locales with a file, English first. */
  locales: readonly string[];
}

const FALLBACK = 'en-US';

/** A locale file, or a part of it. */
interface SentenceTree {
  [name: string]: string | SentenceTree;
}

/** One per language. English fills the gaps of the others. */
const FILES: Readonly<Record<string, SentenceTree>> = { [FALLBACK]: enUS };

/** The templates of a file by their full keys: "rank.place". */
const templatesIn = (tree: SentenceTree, path = ''): [key: string, template: string][] =>
  Object.entries(tree).flatMap(([name, part]) =>
    typeof part === 'string' ? [[`${path}${name}`, part]] : templatesIn(part, `${path}${name}.`),
  );

/**
 * `platformName`, escaped, is the default for {{platform}}. `strict` throws for a missing sentence or placeholder: for
 * tests.
 */
export function createWords({
  strict = false,
  platformName,
}: { strict?: boolean; platformName?: string } = {}): Words {
  const fail = (what: string): never => {
    throw new Error(`words: ${what}`);
  };
  const defaults: WordVars = platformName === undefined ? {} : { platform: escapeMarkup(platformName) };

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
      let sentence = text;
      for (const { name, after } of rest) {
        sentence += `${vars[name] ?? defaults[name] ?? (strict ? fail(`nothing for ${name} in ${key}`) : '')}${after}`;
      }
      return sentence;
    };
    const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
    return Object.assign(translate, { locale, number: (value: number) => numbers.format(value) });
  }

  const translators = new Map<string, Translate>();
  return {
    locales: Object.keys(FILES),
    in(locale) {
      const supportedLocale = Object.hasOwn(FILES, locale) ? locale : FALLBACK;
      const translate = translators.get(supportedLocale) ?? translatorOf(supportedLocale);
      translators.set(supportedLocale, translate);
      return translate;
    },
  };
}

/** "Round {{round}} of {{all}}" in parts: the text before the first placeholder, then each placeholder with the text after it. */
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
