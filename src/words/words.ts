import enUS from './en-US.json' with { type: 'json' };
import { escapeMarkup } from './plain.ts';
import { createSentences, type KeyOf, type Sentences, type SentenceTree } from './sentences.ts';

/** A sentence's key in the locale files. */
export type WordKey = KeyOf<typeof enUS>;

/** Renders sentences for members in one language. */
export type Translate = Sentences<WordKey>;

/** All languages of the product. */
export interface Words {
  /** For a locale ("pt-BR"): its own translation, otherwise one of its language, otherwise English. */
  in(locale: string): Translate;
  /** The locales with a translation, English first. */
  locales: readonly string[];
}

const FALLBACK = 'en-US';

/** By Discord's names. English fills the gaps of the others. */
const FILES: Readonly<Record<string, SentenceTree>> = {
  [FALLBACK]: enUS,
};

const LOCALES: readonly string[] = Object.keys(FILES);

const languageOf = (locale: string): string => locale.split('-')[0]?.toLowerCase() ?? '';

const supportedLocale = (locale: string): string =>
  Object.hasOwn(FILES, locale)
    ? locale
    : (LOCALES.find((known) => languageOf(known) === languageOf(locale)) ?? FALLBACK);

/**
 * `platformName`, escaped, is the default for {{platform}}. `strict` throws for a missing sentence or placeholder: for
 * tests.
 */
export function createWords({
  strict = false,
  platformName,
}: { strict?: boolean; platformName?: string } = {}): Words {
  const defaults = platformName === undefined ? {} : { platform: escapeMarkup(platformName) };
  const translators = new Map<string, Translate>();
  return {
    locales: LOCALES,
    in(requested) {
      const locale = supportedLocale(requested);
      const known = translators.get(locale);
      if (known !== undefined) return known;
      const translate: Translate = createSentences({
        locale,
        trees: [enUS, FILES[locale] ?? {}],
        defaults,
        strict,
      });
      translators.set(locale, translate);
      return translate;
    },
  };
}
