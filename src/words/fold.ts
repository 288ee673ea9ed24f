/** Letters that NFD does not decompose. */
const BASE_LETTERS: Readonly<Record<string, string>> = {
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

/** Normalizes text for search: lower case, no accents ("da nang" finds "Đà Nẵng"). */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[đðłøħıßæœþ]/g, (letter) => BASE_LETTERS[letter] ?? letter);
}

/** A rank's label for comparison: platforms vary case and spaces. */
export const labelKey = (label: string): string =>
  label.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * How well a name matches a query, both already folded: 0 for no match, more if the name or one of its words starts with
 * the query. The name has to contain every word of the query.
 */
export function fit(query: string, name: string): number {
  if (query === '') return 1;
  if (name.startsWith(query)) return 4;
  if (name.includes(` ${query}`)) return 3;
  if (name.includes(query)) return 2;
  return query.split(/\s+/).every((word) => name.includes(word)) ? 1 : 0;
}
