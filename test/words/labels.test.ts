import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/message/limits.ts';
import { createWords } from '../../src/words/words.ts';
import { sentencesIn } from '../support/locale-file.ts';

/** How much of a label a value takes at least: a score, a figure or a short name. Names are cut, our words are not. */
const VALUE = 'x'.repeat(12);

const T = String.raw`(?:context\.)?\w*[tT]\(\s*(['\`])([\w.-]+)`;

/** Where the code shows a sentence, and how long it may be there. */
const PLACES = [
  {
    what: 'a button',
    code: String.raw`\b(?:button|runButton|toggle)\(\s*`,
    max: LIMITS.buttonLabel,
    least: 50,
  },
  { what: 'a link', code: String.raw`kind: 'link',\s*label: `, max: LIMITS.buttonLabel, least: 5 },
  {
    what: 'a form’s title',
    code: String.raw`title: (?=[^]{0,250}\binputs:)`,
    max: LIMITS.modalTitle,
    least: 7,
  },
  { what: 'an input', code: String.raw`(?<!'link',\s*)\blabel: `, max: LIMITS.modalLabel, least: 10 },
  { what: 'a placeholder', code: String.raw`\bplaceholder: `, max: LIMITS.textPlaceholder, least: 10 },
] as const;

const sources = ['src', 'commands'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8')),
);

/** Keys, or where the code ends a key itself, their beginnings. */
const keysIn = (code: string): string[] =>
  sources.flatMap((source) =>
    [...source.matchAll(new RegExp(`${code}${T}`, 'g'))].map(([, , key = '']) => key),
  );

describe.each(createWords().locales)('%s', (locale) => {
  const sentences = sentencesIn(locale);
  const tooLong = (keys: readonly string[], max: number) =>
    sentences
      .filter(([key]) =>
        keys.some((one) => (one.endsWith('.') ? key.startsWith(one) : key.replace(/_\w+$/, '') === one)),
      )
      .filter(([, text]) => text.replaceAll(/\{\{\w+\}\}/g, VALUE).length > max);

  it.each(PLACES)('says what $what says without a cut', ({ code, max, least }) => {
    const keys = keysIn(code);
    expect(keys.length).toBeGreaterThanOrEqual(least);
    expect(tooLong(keys, max)).toEqual([]);
  });
});
