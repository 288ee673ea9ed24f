/** A sentence with nothing but `{{name}}` in it, cut at its placeholders: always one text more than names. */
export interface Sentence {
  texts: readonly string[];
  names: readonly string[];
}

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/;
const ELSE = /\{\{|\$t\(/;

/** `undefined` where the text holds more than names: a format, or another sentence. */
export function cutSentence(text: string): Sentence | undefined {
  const pieces = text.split(PLACEHOLDER);
  const texts = pieces.filter((_, at) => at % 2 === 0);
  const names = pieces.filter((_, at) => at % 2 === 1);
  return texts.some((piece) => ELSE.test(piece)) ? undefined : { texts, names };
}

/** The sentence with each name's value as it is; `undefined` where one is missing. */
export function fillSentence(
  { texts, names }: Sentence,
  vars: Readonly<Record<string, string | number>>,
): string | undefined {
  let said = texts[0] ?? '';
  for (const [at, name] of names.entries()) {
    const value = vars[name];
    if (value === undefined) return undefined;
    said += String(value) + (texts[at + 1] ?? '');
  }
  return said;
}
