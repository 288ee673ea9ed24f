export type Paint = (style: 'bold' | 'dim' | 'accent' | 'warn' | 'good', text: string) => string;

const CODES = { bold: [1, 22], dim: [2, 22], accent: [36, 39], warn: [33, 39], good: [32, 39] } as const;

/** Styles for a terminal; plain text where the output goes into a file, or where NO_COLOR (no-color.org) asks for it. */
export function createPaint(colours: boolean): Paint {
  return (style, text) => {
    const [on, off] = CODES[style];
    return colours ? `\u001B[${on}m${text}\u001B[${off}m` : text;
  };
}
