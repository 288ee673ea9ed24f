import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { discordWords } from '../../page/client/discord-words.ts';

test('Discord’s own words are in every language of the product', () => {
  const locales = readdirSync('src/words').flatMap(
    (file) => /^(\w\w(?:-\w\w)?)\.json$/.exec(file)?.[1] ?? [],
  );
  expect(locales).toHaveLength(7);
  const texts = locales.map((locale) => {
    const { dismiss, edited, form, onlyYou, submit, thinking, used } = discordWords(locale);
    return [used, onlyYou, dismiss, edited, submit, form('Bot'), thinking('Bot')].join('|');
  });
  expect(new Set(texts).size).toBe(locales.length);
});
