import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { discordWords } from '../../page/client/discord-words.ts';

test('Discord’s own words are in every language of the product', () => {
  const locales = readdirSync('src/words').flatMap(
    (file) => /^(\w\w(?:-\w\w)?)\.json$/.exec(file)?.[1] ?? [],
  );
  expect(locales).toHaveLength(7);
  const texts = locales.map((locale) => {
    const words = discordWords(locale);
    return Object.values(words).map((text) => (typeof text === 'string' ? text : text('Bot')));
  });
  expect(new Set(texts.map(String)).size).toBe(locales.length);
  // English stands in nowhere.
  const english = texts[locales.indexOf('en-US')] ?? [];
  for (const own of texts.filter((one) => one !== english))
    expect(own.filter((text) => english.includes(text))).toEqual([]);
});
