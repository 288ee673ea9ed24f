import { describe, expect, it } from 'vitest';
import { palette } from '../../src/pictures/palette.ts';

/** Relative luminance and contrast (WCAG 2.2, "relative luminance", "contrast ratio"). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

describe('palette', () => {
  it.each(['text', 'muted', 'accent'] as const)('%s can be read on every ground', (colour) => {
    for (const ground of ['panel', 'card', 'won'] as const) {
      expect(contrast(palette[colour], palette[ground])).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('letters on bright marks can be read', () => {
    for (const ground of ['live', 'muted', 'accent'] as const) {
      expect(contrast(palette.onBright, palette[ground])).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('marks stand out from their ground', () => {
    for (const mark of ['accent', 'live', 'own', 'line'] as const) {
      expect(contrast(palette[mark], palette.panel)).toBeGreaterThanOrEqual(2.9);
    }
  });
});
