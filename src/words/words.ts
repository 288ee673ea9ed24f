import de from './de.json' with { type: 'json' };
import enUS from './en-US.json' with { type: 'json' };
import esES from './es-ES.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import ptBR from './pt-BR.json' with { type: 'json' };
import vi from './vi.json' with { type: 'json' };
import { escapeMarkup } from './plain.ts';
import { createSentences, type KeyOf, type Sentences, type SentenceTree } from './sentences.ts';

/** A sentence's key in the locale files. */
export type WordKey = KeyOf<typeof enUS>;

/** Renders sentences for members in one language. */
export interface Translate extends Sentences<WordKey> {
  /** The name of a region by its slug: the configured label, or else the slug's words. */
  region: (slug: string) => string;
}

/** All languages of the product. */
export interface Words {
  /** The first of these locales ("pt-BR") that has a translation, its own or one of its language; otherwise English. */
  in: (...locales: readonly string[]) => Translate;
  /** The locales with a translation, English first. */
  locales: readonly string[];
}

/** "sao-paulo" becomes "Sao Paulo". */
export const regionName = (slug: string): string =>
  slug.replace(/[-_]+/g, ' ').replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase());

interface Region {
  slug: string;
  label?: string | undefined;
}

const FALLBACK = 'en-US';

/** By Discord's names. English fills the gaps of the others. */
const FILES: Readonly<Record<string, SentenceTree>> = {
  [FALLBACK]: enUS,
  vi,
  'pt-BR': ptBR,
  'es-ES': esES,
  fr,
  de,
  ja,
};

const LOCALES: readonly string[] = Object.keys(FILES);

/** Discord's locales whose numbers and dates differ from those of the file that they read. */
const VARIANTS: Readonly<Record<string, string>> = { 'es-419': 'es-ES', 'en-GB': FALLBACK };

const languageOf = (locale: string): string => locale.split('-')[0]?.toLowerCase() ?? '';

/** The locale itself if it is known, otherwise one of its language. */
const knownLocale = (locale: string): string | undefined =>
  Object.hasOwn(FILES, locale) || Object.hasOwn(VARIANTS, locale)
    ? locale
    : LOCALES.find((known) => languageOf(known) === languageOf(locale));

function firstKnown(locales: readonly string[]): string {
  for (const locale of locales) {
    const known = knownLocale(locale);
    if (known !== undefined) return known;
  }
  return FALLBACK;
}

/**
 * `platformName`, escaped, is the default for {{platform}}, and `regions` are the platform's with their labels. `strict` throws for a missing sentence or placeholder: for
 * tests.
 */
export function createWords({
  strict = false,
  platformName,
  regions = [],
}: { strict?: boolean; platformName?: string; regions?: readonly Region[] } = {}): Words {
  const defaults = platformName === undefined ? {} : { platform: escapeMarkup(platformName) };
  const region = (slug: string): string =>
    regions.find((one) => one.slug === slug)?.label ?? regionName(slug);
  const translators = new Map<string, Translate>();
  return {
    locales: LOCALES,
    in(...requested) {
      const locale = firstKnown(requested);
      const known = translators.get(locale);
      if (known !== undefined) return known;
      const sentences = createSentences<WordKey>({
        locale,
        trees: [enUS, FILES[VARIANTS[locale] ?? locale] ?? {}],
        defaults,
        strict,
      });
      const translate: Translate = Object.assign(sentences, { region });
      translators.set(locale, translate);
      return translate;
    },
  };
}
