// A string (to be left alone) or a whole number too long to be exact as a JavaScript number.
const longNumbers = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;
// Before a number stands one of these; before most long ids, a quotation mark. Looking at every string takes longer than parsing.
const mayHaveLongNumbers = /(?:^|[[:,\s])-?\d{16}/;

/**
 * JSON, in which whole numbers of 16 digits and more become text: Steam's and Discord's kind of ids would lose their
 * last digits as numbers. Throws SyntaxError.
 */
export function parseJson(text: string): unknown {
  // A byte order mark is no JSON, yet some servers send it.
  const json = text.codePointAt(0) === 0xfeff ? text.slice(1) : text;
  if (!mayHaveLongNumbers.test(json)) return JSON.parse(json);
  return JSON.parse(json.replace(longNumbers, (token) => (token.startsWith('"') ? token : `"${token}"`)));
}
