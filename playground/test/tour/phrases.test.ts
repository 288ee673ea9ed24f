import { expect, test } from 'vitest';
import { phrasesIn } from '../../tour/phrases.ts';

const inGerman = phrasesIn('de');

test('a sentence is that of the same key, with its values, which may be sentences themselves', () => {
  expect(inGerman('Confirm')).toEqual(['Bestätigen']);
  expect(inGerman('Register for Saturday Sprint')).toEqual(['Für Saturday Sprint anmelden']);
  expect(inGerman('Saved. Agreement: Both agree')).toEqual(['Gespeichert. Bestätigung: Beide einig']);
  expect(inGerman('Match calls: on')).toEqual(['Match-Aufrufe: an']);
});

test('a name of several words and a score are parted in every way', () => {
  expect(inGerman('Rule for Jürgen Weiß 2–4')).toContain('2:4 werten (Jürgen Weiß)');
  expect(inGerman('Ana Conceição 3 – 1 Jürgen Weiß')).toContain('Ana Conceição 3:1 Jürgen Weiß');
});

test('names and figures stay, and figures have the language’s own separators too', () => {
  expect(inGerman('Ana Conceição')).toEqual(['Ana Conceição']);
  expect(inGerman('10,000 SPA')).toEqual(['10,000 SPA', '10.000 SPA']);
});

test('a part of a sentence is nothing in another language, and itself in English', () => {
  expect(inGerman('mentioned in that channel')).toEqual([]);
  expect(phrasesIn('en-US')('mentioned in that channel')).toEqual(['mentioned in that channel']);
});
