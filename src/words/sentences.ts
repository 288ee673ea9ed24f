import { onceFor } from '../once-for.ts';

/** A locale file, or a part of it: i18next's JSON v4, plural forms by the suffixes of `Intl.PluralRules`. */
export interface SentenceTree {
  [name: string]: string | SentenceTree;
}

type Leaves<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${Leaves<T[K]>}`;
}[keyof T & string];

type WithoutPlural<K extends string> = K extends `${infer Stem}_${'one' | 'other'}` ? Stem : K;

/** The keys of an English file; plural forms share one key. */
export type KeyOf<T> = WithoutPlural<Leaves<T>>;

/** Values for a sentence's placeholders. Nothing is escaped here: untrusted text in markup goes through `escapeMarkup` first. */
type WordVars = Record<string, string | number>;

/** Renders sentences in one language. */
export interface Sentences<K extends string> {
  (key: K, vars?: WordVars): string;
  /** For numbers, dates and lists. */
  locale: string;
  /** A number in the format of the language: "2,400"; two decimals at most. */
  number: (value: number) => string;
  /** A point in time (epoch milliseconds) in UTC, for places where Discord renders no timestamps. */
  date: (epochMs: number, style: DateStyle) => string;
}

const DATE_STYLES = {
  /** "Oct 3, 2026" */
  day: { dateStyle: 'medium' },
  /** "Saturday, October 3, 2026" */
  fullDay: { dateStyle: 'full' },
  /** "Saturday, October 3, 2026 at 6:00 PM" */
  moment: { dateStyle: 'full', timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

type DateStyle = keyof typeof DATE_STYLES;

interface SentenceOptions {
  locale: string;
  /** From the most general one: a later one replaces sentences of the earlier ones. */
  trees: readonly SentenceTree[];
  /** For placeholders that get no value. */
  defaults?: WordVars;
  /** Throws for a missing sentence or placeholder: for tests. */
  strict?: boolean;
}

/** Sentences are parsed when they are first used. A number in a placeholder is written in the format of the language. */
export function createSentences<K extends string>({
  locale,
  trees,
  defaults = {},
  strict = false,
}: SentenceOptions): Sentences<K> {
  const fail = (what: string): never => {
    throw new Error(`words: ${what}`);
  };
  const plurals = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  // Kept, because each holds 26 KB outside of the heap, where V8 doesn't see that they pile up.
  const dates = new Map<DateStyle, Intl.DateTimeFormat>();
  const templates = new Map(trees.flatMap(templatesOf));
  const sentences = new Map<string, Sentence>();

  function find(key: K, count: number | undefined): Sentence {
    const name = count === undefined ? key : `${key}_${plurals.select(count)}`;
    const known = sentences.get(name);
    if (known !== undefined) return known;
    const template = templates.get(name) ?? templates.get(`${key}_other`) ?? templates.get(key);
    const sentence = parseSentence(template ?? (strict ? fail(`no sentence ${key} in ${locale}`) : key));
    sentences.set(name, sentence);
    return sentence;
  }

  function translate(key: K, vars: WordVars = {}): string {
    const { count } = vars;
    const { text, rest } = find(key, typeof count === 'number' ? count : undefined);
    let sentence = text;
    for (const { name, after } of rest) {
      const value = vars[name] ?? defaults[name] ?? (strict ? fail(`nothing for ${name} in ${key}`) : '');
      sentence += typeof value === 'number' ? `${numbers.format(value)}${after}` : joined(value, after);
    }
    return sentence;
  }

  function formatDate(epochMs: number, style: DateStyle): string {
    const format =
      dates.get(style) ?? new Intl.DateTimeFormat(locale, { ...DATE_STYLES[style], timeZone: 'UTC' });
    dates.set(style, format);
    return format.format(epochMs);
  }

  return Object.assign(translate, {
    locale,
    number: (value: number) => numbers.format(value),
    date: formatDate,
  });
}

const FULL_STOP = /^([*”»]*)\./;

/** A value with the text after it. One that ends in a full stop, as "Ana C." does, ends the sentence. */
const joined = (value: string, after: string): string =>
  value + (value.endsWith('.') ? after.replace(FULL_STOP, '$1') : after);

/** The templates of a file by their full keys: "rank.place". An empty one is yet to be translated. */
const templatesOf = onceFor((tree: SentenceTree) => templatesIn(tree, ''));

const templatesIn = (tree: SentenceTree, path: string): [key: string, template: string][] =>
  Object.entries(tree).flatMap(([name, part]) => {
    if (typeof part === 'string') return part === '' ? [] : [[`${path}${name}`, part]];
    return templatesIn(part, `${path}${name}.`);
  });

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
