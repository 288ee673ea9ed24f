/** Letters that have no decomposition: NFD leaves them as they are. */
const PLAIN: Readonly<Record<string, string>> = {
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ø: 'o',
  ħ: 'h',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

/** Text as people search for it: lower case, without accents ("Đà Nẵng" is found by "da nang"). */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[đðłøħıßæœþ]/g, (letter) => PLAIN[letter] ?? letter);
}

/**
 * How well a name answers what was typed, both folded already: 0 where it does not, more where the beginning or whole
 * words fit. Every word typed has to be found.
 */
export function fit(typed: string, name: string): number {
  if (typed === '') return 1;
  if (name.startsWith(typed)) return 4;
  if (name.includes(` ${typed}`)) return 3;
  if (name.includes(typed)) return 2;
  return typed.split(/\s+/).every((word) => name.includes(word)) ? 1 : 0;
}
