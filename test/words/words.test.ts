import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import enUS from '../../src/words/en-US.json' with { type: 'json' };
import terminal from '../../src/words/terminal/en-US.json' with { type: 'json' };
import { fit, fold } from '../../src/words/fold.ts';
import { createWords, type WordKey } from '../../src/words/words.ts';
import { leaves } from '../support/locale-file.ts';

const sources = ['src', 'commands'].flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(`${room}/${file}`, 'utf8')),
);

describe('words', () => {
  it('throws for a missing sentence or placeholder', () => {
    const t = createWords({ strict: true }).in('en-US');
    // The compiler does not check a key that is built at run time.
    expect(() => t('rank.noSuch' as WordKey)).toThrow(/noSuch/);
    expect(createWords().in('en-US')('rank.noSuch' as WordKey)).toBe('rank.noSuch');
    expect(() => t('rank.place')).toThrow(/place/);
    expect(t('rank.place', { place: '3' })).toBe('#3');
  });

  it('inserts a value unchanged, even if it looks like a placeholder', () => {
    const t = createWords({ strict: true }).in('en-US');
    for (const place of ['$t(rank.rank)', '{{place}}', '$& $1', ' <b> ', '', '0'])
      expect(t('rank.place', { place })).toBe(`#${place}`);
  });

  it('ends a sentence once where a name ends in a full stop', () => {
    const t = createWords({ strict: true, platformName: 'Arena' }).in('en-US');
    expect(t('unlink.kept', { name: 'Ana C.' })).toBe("Nothing changed. You're still linked as **Ana C.**");
    expect(t('pictures.altCard', { name: 'Ana C.' })).toBe('Rank card of Ana C.');
    expect(t('register.done', { tournament: 'Cup Inc.' })).toBe(
      "You're registered for **Cup Inc.** Good luck!",
    );
  });

  it('has only names in placeholders', () => {
    for (const [, text] of [...leaves(enUS), ...leaves(terminal)])
      expect(text.replace(/\{\{\s*\w+\s*\}\}/g, '')).not.toMatch(/\{\{|\$t\(/);
  });

  it('selects the plural form by the count', () => {
    const t = createWords({ strict: true }).in('en-US');
    expect(t('tournaments.entrantsOnly', { count: 1 })).toBe('1 player');
    expect(t('tournaments.entrantsOnly', { count: 2 })).toBe('2 players');
  });

  it('writes dates in UTC with one formatter per style: V8 does not see how much memory each takes', () => {
    const formats = vi.spyOn(Intl.DateTimeFormat.prototype as { format: unknown }, 'format', 'get');
    const t = createWords().in('de');
    const newYear = Date.UTC(2027, 0, 1, 18);
    const dates = Array.from({ length: 50 }, (_, day) => t.date(newYear + day * 86_400_000, 'day'));
    expect([dates[0], dates[49]]).toEqual(['01.01.2027', '19.02.2027']);
    expect(t.date(newYear, 'fullDay')).toBe('Freitag, 1. Januar 2027');
    expect(t.date(newYear, 'moment')).toBe('Freitag, 1. Januar 2027 um 18:00');
    expect(new Set(formats.mock.contexts).size).toBe(3);
    formats.mockRestore();
  });

  it('falls back to English for an unknown language', () => {
    expect(createWords().in('xx').locale).toBe('en-US');
  });

  it('uses every sentence somewhere', () => {
    const all = sources.join('\n');
    // For keys that are built from a name, look for the part before the name.
    const composed = [...all.matchAll(/`([\w.]+\.)\$\{/g)].map(([, stem = '']) => stem);
    const unsaid = [...leaves(enUS), ...leaves(terminal)]
      .map(([key]) => key.replace(/_(one|other)$/, ''))
      .filter(
        (key) =>
          !composed.some((stem) => key.startsWith(stem)) &&
          !all.includes(`'${key}'`) &&
          !all.includes(`\`${key}`),
      );
    expect(unsaid).toEqual([]);
  });

  it('has no page markup or unfilled placeholder in any sentence', () => {
    for (const [key, text] of [...leaves(enUS), ...leaves(terminal)]) {
      expect(text.trim(), key).not.toBe('');
      expect(text.replace(/\{\{\w+\}\}/g, ''), key).not.toMatch(/[{}]/);
    }
  });
});

describe('fold', () => {
  it.each([
    ['Đà Nẵng', 'da nang'],
    ['Łódź', 'lodz'],
    ['Søren', 'soren'],
    ['ÉLODIE', 'elodie'],
    ['Straße', 'strasse'],
    ['陈晨', '陈晨'],
  ])('%s is found as %s', (name, typed) => {
    expect(fold(name)).toBe(typed);
  });

  it('ranks the start over the middle and requires every word', () => {
    expect(fit('open', 'open cup 1')).toBeGreaterThan(fit('cup', 'open cup 1'));
    expect(fit('cup', 'open cup 1')).toBeGreaterThan(fit('pen', 'open cup 1'));
    expect(fit('cup open', 'open cup 1')).toBeGreaterThan(0);
    expect(fit('cup nine', 'open cup 1')).toBe(0);
  });
});
