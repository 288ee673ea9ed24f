import { isObject, type JsonObject } from '../json.ts';

/** Converts a value of one kind; `undefined` if it does not fit. */
export type Fit<T> = (value: unknown) => T | undefined;

/** Splits a list at white space. */
export const words = (list: string): readonly string[] => list.trim().split(/\s+/);

/** Longer text is not an id. */
const MAX_ID = 200;
/** Longer text is cut: more is never shown. Tokens are shorter, too. */
const MAX_TEXT = 20_000;
const MAX_NUMBER = 40;
const MAX_URL = 2048;

/** An id as text. Numbers too large to be exact are already text (see parse-json.ts). */
export function asId(value: unknown): string | undefined {
  // No stored record keeps an entry of this name.
  if (value === '__proto__') return undefined;
  if (typeof value === 'string') return value.length > MAX_ID || !isVisible(value) ? undefined : value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
  // MongoDB's extended JSON.
  if (isObject(value)) return typeof value['$oid'] === 'string' ? asId(value['$oid']) : undefined;
  return undefined;
}

export function asText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.slice(0, MAX_TEXT).trim();
  return isVisible(text) ? text : undefined;
}

/** Anything but spaces, controls, marks without a letter, and characters without a shape (Braille's blank among them). */
const SEEN = /[^\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]|\p{Cn}/u;

/** Whether a text has something to see. */
export const isVisible = (text: string): boolean => SEEN.test(text);

/** Text with letters: a bare number is neither a status nor the name of a rank. */
export function asWord(value: unknown): string | undefined {
  const text = asText(value) ?? (isObject(value) ? firstOf(value, WORD_KEYS, asText) : undefined);
  return text !== undefined && /\p{L}/u.test(text) ? text : undefined;
}

/** A name, also in an object or in several languages. */
export function asName(value: unknown): string | undefined {
  return asText(value) ?? (isObject(value) ? firstOf(value, NAME_KEYS, asText) : undefined);
}

const NAME_KEYS = words('name title display_name displayName label en en-US en_US default slug key');
const WORD_KEYS = words('type name status state value label description code');
const NUMBER_KEYS = words(`
  value current elo rating count total total_count totalCount amount registered display $numberInt $numberLong
`);
const URL_KEYS = words(`
  url src href original large logo_large default medium logo_medium square small logo_small thumbnail
`);

const CURRENCY_KEYS = words('currency currency_code currencyCode');

/** The first fitting value under one of these keys. Nested objects do not count. */
export function firstOf<T>(object: JsonObject, keys: readonly string[], fit: Fit<T>): T | undefined {
  for (const key of keys) {
    const inner = object[key];
    const value = isObject(inner) ? undefined : fit(inner);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** A whole number, as a number or as text. */
export function asInteger(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
  if (typeof value !== 'string' || value.length > MAX_NUMBER) return undefined;
  if (!/^\s*[+-]?\d{1,16}\s*$/.test(value)) return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** A whole number in an undocumented field: also in an object (`{ "value": 3 }`), and rounded (1512.73). */
export function asCount(value: unknown): number | undefined {
  if (isObject(value)) return firstOf(value, NUMBER_KEYS, asCount);
  if (typeof value === 'number' && Number.isFinite(value)) return asInteger(Math.round(value));
  if (typeof value === 'string' && value.length <= MAX_NUMBER && /^\s*[+-]?\d{1,15}\.\d+\s*$/.test(value))
    return Math.round(Number(value));
  return asInteger(value);
}

/** A count: a number, or the length of a list. */
export function asSize(value: unknown): number | undefined {
  const size = Array.isArray(value) ? value.length : asCount(value);
  return size !== undefined && size >= 0 ? size : undefined;
}

/** A place in a ranking; places count from 1. */
export function asPlace(value: unknown): number | undefined {
  const place = asInteger(value);
  return place !== undefined && place >= 0 ? place : undefined;
}

/** A place at an end: 1, "1st", or the first of a range ("5-8"). */
export function asFinalPlace(value: unknown): number | undefined {
  const text =
    typeof value === 'string'
      ? /^\s*(\d{1,4})(?:st|nd|rd|th)?(?:\s*[-–]\s*\d{1,4}(?:th)?)?\s*$/i.exec(value)?.[1]
      : value;
  const place = asInteger(text);
  return place !== undefined && place > 0 ? place : undefined;
}

/** A signed whole number as text, as `trend` is documented. */
export function asTrend(value: unknown): string | undefined {
  const change = typeof value === 'string' ? value.slice(0, MAX_NUMBER + 1).replace('\u2212', '-') : value;
  const number = asInteger(change);
  if (number === undefined) return undefined;
  return number < 0 ? String(number) : `+${number}`;
}

/** A URL that can be shown: absolute, http or https, without placeholders such as `{lang}`. */
export function asUrl(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const urls = value.slice(0, 10).map((inner) => (Array.isArray(inner) ? undefined : asUrl(inner)));
    return urls.find((url) => url !== undefined);
  }
  if (isObject(value))
    return firstOf(value, URL_KEYS, (inner) => (typeof inner === 'string' ? asUrl(inner) : undefined));
  const text = asText(value);
  if (text === undefined || text.length > MAX_URL || !/^https?:\/\//i.test(text) || /[{}]/.test(text))
    return undefined;
  return URL.canParse(text) ? text : undefined;
}

/** "500 USD": text, a number, or an amount with its currency. */
export function asPrize(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) && value > 0 ? String(value) : undefined;
  if (!isObject(value)) return asText(value);
  const amount = firstOf(value, ['amount', 'total', 'value'], asPrize);
  if (amount === undefined) return asName(value);
  const currency = CURRENCY_KEYS.map((key) => asName(value[key])).find((name) => name !== undefined);
  return currency === undefined ? amount : `${amount} ${currency}`;
}

/** "Best of 3", "BO3" or 3. */
export function asBestOf(value: unknown): number | undefined {
  const text =
    typeof value === 'string' && value.length <= MAX_NUMBER
      ? /^(?:best[\s_-]*of|bo)[\s_-]*(\d{1,2})$/i.exec(value.trim())?.[1]
      : undefined;
  const games = asInteger(text ?? value);
  return games !== undefined && games > 0 && games < 100 ? games : undefined;
}

export function asTrue(value: unknown): true | undefined {
  return value === true ? true : undefined;
}

/** Any value: its kind depends on the rest of the record. */
export function asIs(value: unknown): unknown {
  return value;
}

export function asList(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

/** Any value: one or more records. */
export function asRecords(value: unknown): unknown {
  return value;
}

export function asString(value: unknown): string | undefined {
  return typeof value === 'string' && isVisible(value) ? value : undefined;
}

export function asTextOrInteger(value: unknown): string | number | undefined {
  return asText(value) ?? asInteger(value);
}

const SCORE_KEYS = words('value current goals points total');

/** A score. Negative ones mean a disqualification or "not played"; see read-sides.ts. */
export function asScore(value: unknown): number | undefined {
  return isObject(value) ? firstOf(value, SCORE_KEYS, asInteger) : asInteger(value);
}

/** A short name; longer ones are titles. */
export function asLabel(value: unknown): string | undefined {
  const label = asId(value)?.trim();
  return label !== undefined && label.length <= 12 ? label : undefined;
}

/** A name: from an object, or text with spaces, because other text may be an id. */
export function asTitle(value: unknown): string | undefined {
  return isObject(value) || (typeof value === 'string' && /\s/.test(value.trim()))
    ? asName(value)
    : undefined;
}

/** A round's name, which has letters; "2" is its number. */
export function asRoundName(value: unknown): string | undefined {
  const name = asName(value);
  return name !== undefined && /\p{L}/u.test(name) ? name : undefined;
}

export function asSideNumber(value: unknown): 1 | 2 | undefined {
  const number = asInteger(value);
  return number === 1 || number === 2 ? number : undefined;
}

export function asOutcome(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.toLowerCase() : '';
  if (['win', 'won', 'winner', 'w', 'victory'].includes(word)) return true;
  return ['loss', 'lost', 'lose', 'loser', 'l', 'defeat'].includes(word) ? false : undefined;
}

/** The seat of a side: a number, or at home or away. */
export function asSeat(value: unknown): number | undefined {
  const word = typeof value === 'string' ? value.toLowerCase() : '';
  return word === 'home' ? 1 : word === 'away' ? 2 : asInteger(value);
}

/** Whether the loser of a match fills a slot. */
export function asLoser(value: unknown): true | undefined {
  const word = asName(value)?.toLowerCase();
  return value === true || word === 'loser' || asInteger(value) === 2 ? true : undefined;
}
