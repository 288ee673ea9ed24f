/** Lines of at most `width` characters. A longer word (such as an address) is not broken, so that it can be copied. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && length(last) + 1 + length(word) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

interface Widths {
  indent: number;
  first: number;
  /** The whole line. */
  width: number;
}

/** Two columns, the second wrapped. */
export function columns(
  rows: readonly (readonly [string, string])[],
  { indent, first, width }: Widths,
): string[] {
  return rows.flatMap(([left, right]) =>
    wrap(right, width - indent - first - 1).map(
      (line, at) => `${' '.repeat(indent)}${(at === 0 ? left : '').padEnd(first)} ${line}`,
    ),
  );
}

function length(text: string): number {
  return Array.from(text).length;
}
