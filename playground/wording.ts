import { createWords, type WordKey } from '../src/words/words.ts';

/**
 * A sentence of ours in one language, as the chat shows it. Any text may stand where a value is missing: `patternOf` finds it. A
 * plural has its `count`, or is the form for many.
 */
export type Say = (key: WordKey, values?: Readonly<Record<string, string | number>>) => string;

const ANY = '\u0001';
/** A value of which only this is known: that it is a number. */
export const ANY_NUMBER = '\u0002';

export function sayIn(locale = ''): Say {
  const t = createWords().in(locale);
  return (key, values = {}) =>
    t(key, new Proxy({ ...values }, { get: (given, name: string) => given[name] ?? ANY }));
}

/** Finds any of these sentences in a text. */
export function patternOf(...sentences: readonly string[]): RegExp {
  const sources = sentences.map((text) =>
    text
      .replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
      .replaceAll(ANY, '.+?')
      .replaceAll(ANY_NUMBER, String.raw`\d+`),
  );
  return new RegExp(sources.join('|'));
}
