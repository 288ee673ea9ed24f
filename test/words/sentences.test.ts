import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** The folders whose text people read. */
const ROOMS = ['commands', 'src/bot', 'src/replies', 'src/web', 'src/pictures', 'src/cli'];

/** Two words in a row, as in prose: not a path, key, selector or log field. */
const SENTENCE = /\p{L}{2,}[,:;]? \p{L}{2,}/u;

/** Strings of HTTP, style sheets and SVG. */
const PROTOCOL = /charset=|max-age=|sans-serif|image\/|xMidYMid|^\d{3} \p{Lu}/u;

/** Internal errors, log messages and the fixed names of commands. */
const NOT_FOR_PEOPLE = /new \w*Error\(|super\(|\blog\.\w+\(|^\s*name: '/;

/** The string and template literals of a source file that read like a sentence. */
function sentencesIn(source: string): string[] {
  const code = source.replace(/\/\*[^]*?\*\//g, '').replace(/(^|[^:'"`\\])\/\/.*$/gm, '$1');
  const sentences: string[] = [];
  for (const line of code.split('\n')) {
    if (NOT_FOR_PEOPLE.test(line) || /^\s*(import|export) /.test(line)) continue;
    for (const [, quoted, template] of line.matchAll(/'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)) {
      const text = (quoted ?? template ?? '').replace(/\$\{[^}]*\}/g, ' ').replace(/<[^>]*>/g, ' ');
      if (SENTENCE.test(text) && !PROTOCOL.test(text)) sentences.push(text);
    }
  }
  return sentences;
}

describe('every sentence for people is in the locale files', () => {
  it('detects a sentence outside of them', () => {
    expect(sentencesIn("return { content: 'You are registered.' };")).toEqual(['You are registered.']);
    expect(sentencesIn('const x = `Hello ${name}, welcome back`;')).toHaveLength(1);
    expect(sentencesIn("t('register.done', { tournament }); // You are registered")).toEqual([]);
    expect(sentencesIn("throw new Error('the form has no fields');")).toEqual([]);
  });

  const existing = readdirSync('src').map((room) => `src/${room}`);
  const files = ROOMS.filter((room) => room === 'commands' || existing.includes(room)).flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.includes('stylesheet'))
      .map((file) => `${room}/${file}`),
  );
  it.each(files)('%s holds none', (file) => {
    expect(sentencesIn(readFileSync(file, 'utf8'))).toEqual([]);
  });
});
