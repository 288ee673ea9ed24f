import i18next, { type i18n } from 'i18next';
import enUS from './en-US.json' with { type: 'json' };
import { cutSentence, fillSentence, type Sentence } from './sentence.ts';

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
}

/** All languages of the product. */
export interface Words {
  /** In the language nearest to a Discord locale ("pt-BR"), English where there is none. */
  in(locale: string): Translate;
  /** The locales that have a file of their own, English first. */
  locales: readonly string[];
}

const FALLBACK = 'en-US';

/**
 * Says most sentences by itself: i18next takes some 10 µs for each, and a reply has dozens. It is asked where a language
 * decides (a count), and where something is missing.
 */
function speaker(instance: i18n, locale: string): (key: WordKey, vars?: WordVars) => string {
  const fixed = instance.getFixedT(locale);
  const sentences = new Map<WordKey, Sentence | undefined>();
  const sentenceOf = (key: WordKey): Sentence | undefined => {
    if (!sentences.has(key)) {
      const text: unknown = instance.getResource(locale, 'translation', key);
      sentences.set(key, typeof text === 'string' ? cutSentence(text) : undefined);
    }
    return sentences.get(key);
  };
  return (key, vars = {}) => {
    const sentence = 'count' in vars ? undefined : sentenceOf(key);
    return (sentence && fillSentence(sentence, vars)) ?? fixed(key, vars);
  };
}

/** `strict` makes a missing sentence or placeholder throw: the tests run so. */
export function createWords(options: { strict?: boolean } = {}): Words {
  const fail = (what: string): never => {
    throw new Error(`words: ${what}`);
  };
  const instance: i18n = i18next.createInstance();
  // The resources are here already, so this completes in the same turn; the promise brings nothing.
  void instance.init({
    lng: FALLBACK,
    fallbackLng: FALLBACK,
    resources: { [FALLBACK]: { translation: enUS } },
    interpolation: { escapeValue: false },
    initAsync: false,
    ...(options.strict === true && {
      saveMissing: true,
      missingKeyHandler: (_languages: readonly string[], _namespace: string, key: string) =>
        fail(`no sentence ${key}`),
      missingInterpolationHandler: (text: string, found: unknown) =>
        fail(`nothing for ${Array.isArray(found) ? String(found[0]) : '?'} in "${text}"`),
    }),
  });
  const says = new Map<string, Translate>();
  const locales = [FALLBACK];
  return {
    locales,
    in(locale) {
      const known = locales.includes(locale) ? locale : FALLBACK;
      let translate = says.get(known);
      if (translate === undefined) {
        translate = Object.assign(speaker(instance, known), { locale: known });
        says.set(known, translate);
      }
      return translate;
    },
  };
}
