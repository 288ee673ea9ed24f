import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSentences, type SentenceTree } from '../../src/words/sentences.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SCRIPT = resolve('scripts/words.mjs');

const ENGLISH = {
  greeting: 'Hello',
  rank: { place: '#{{place}}', players_one: 'One', players_other: 'Many' },
};
const FRENCH = {
  greeting: 'Bonjour',
  rank: { place: '{{place}}e', players_one: 'Un', players_many: 'De', players_other: 'Des' },
};
const JAPANESE = { greeting: 'やあ', rank: { place: '{{place}}位', players_other: '人' } };

/** A folder with three languages that `npm run words` has written. */
async function checkout() {
  const root = await temporaryFolder();
  mkdirSync(join(root, 'src/words'), { recursive: true });
  const fileOf = (name: string) => join(root, 'src/words', `${name}.json`);
  const write = (name: string, tree: object) => writeFileSync(fileOf(name), JSON.stringify(tree));
  const read = (name: string): unknown => JSON.parse(readFileSync(fileOf(name), 'utf8'));
  function words(...args: string[]) {
    const run = spawnSync(process.execPath, [SCRIPT, ...args], { cwd: root, encoding: 'utf8' });
    return run.status === 0 ? run.stdout.trim().split('\n') : run.stderr.trim();
  }
  write('en-US', ENGLISH);
  write('fr', FRENCH);
  write('ja', JAPANESE);
  write('sources', {});
  expect(words()).toEqual(['Every sentence is translated.']);
  return { write, read, words };
}

const LEFT = (count: number) => `${count} left: docs/translate.md says what to do.`;

describe('npm run words', () => {
  it('changes nothing where every sentence is translated', async () => {
    const { read, words } = await checkout();
    const before = ['fr', 'ja', 'sources'].map(read);
    expect(words()).toEqual(['Every sentence is translated.']);
    expect(['fr', 'ja', 'sources'].map(read)).toEqual(before);
    expect(before.slice(0, 2)).toEqual([FRENCH, JAPANESE]);
  });

  it('gives each language the new sentences, empty, with its own plural forms, in the order of English', async () => {
    const { write, read, words } = await checkout();
    write('en-US', { bye: 'Bye', points_one: '1 point', points_other: 'Points', ...ENGLISH });
    expect(words()).toEqual([
      'fr  missing  bye: "Bye"',
      String.raw`fr  missing  points: "1 point\nPoints"`,
      'ja  missing  bye: "Bye"',
      String.raw`ja  missing  points: "1 point\nPoints"`,
      LEFT(4),
    ]);
    expect(Object.entries(read('fr') as object).slice(0, 5)).toEqual([
      ['bye', ''],
      ['points_one', ''],
      ['points_many', ''],
      ['points_other', ''],
      ['greeting', 'Bonjour'],
    ]);
    expect(Object.keys(read('ja') as object)).toEqual(['bye', 'points_other', 'greeting', 'rank']);
    // A sentence with a form for one number alone is missing, too.
    write('fr', { ...(read('fr') as object), bye: 'Salut', points_one: '1 point' });
    expect(words().at(0)).toContain('fr  missing  points');
  });

  it('removes what English no longer has', async () => {
    const { write, read, words } = await checkout();
    write('en-US', { greeting: ENGLISH.greeting });
    expect(words()).toContain('fr  removed  rank.players_many');
    expect([read('fr'), read('ja')]).toEqual([{ greeting: 'Bonjour' }, { greeting: 'やあ' }]);
  });

  it('lists a translation whose English has changed until it is checked', async () => {
    const { write, words } = await checkout();
    write('en-US', { ...ENGLISH, greeting: 'Hi', rank: { ...ENGLISH.rank, players_one: 'A player' } });
    const stale = (locale: string) => [
      `${locale}  stale    greeting: "Hi"`,
      String.raw`${locale}  stale    rank.players: "A player\nMany"`,
    ];
    expect(words()).toEqual([...stale('fr'), ...stale('ja'), LEFT(4)]);
    expect(words('--checked', 'fr', 'greeting')).toEqual([stale('fr')[1], ...stale('ja'), LEFT(3)]);
    expect(words('--checked', 'ja')).toEqual([stale('fr')[1], LEFT(1)]);
    expect(words('--checked', 'all', 'rank.players')).toEqual(['Every sentence is translated.']);
    write('en-US', ENGLISH);
    expect(words().at(-1)).toBe(LEFT(4));
  });

  it('gives a new language every sentence', async () => {
    const { write, read, words } = await checkout();
    write('it', {});
    expect(words().at(-1)).toBe(LEFT(3));
    expect(read('it')).toMatchObject({ greeting: '', rank: { place: '', players_many: '' } });
  });

  it('says in a sentence what is wrong with its arguments', async () => {
    const { words } = await checkout();
    expect(words('--checked', 'xx')).toBe('There is no src/words/xx.json.');
    expect(words('--checked', 'fr', 'rank.title')).toBe('fr has no translation of rank.title.');
    expect(words('greeting')).toBe('Keys need --checked and a language before them.');
  });
});

it('a sentence that is yet to be translated is English', () => {
  const french: SentenceTree = { greeting: '', rank: { players_one: '', players_other: '' } };
  const t = createSentences({ locale: 'fr', trees: [ENGLISH, french], strict: true });
  expect([t('greeting'), t('rank.players', { count: 1 })]).toEqual(['Hello', 'One']);
});
