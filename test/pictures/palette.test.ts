import { describe, expect, it } from 'vitest';
import { palette } from '../../src/pictures/palette.ts';
import { contrast } from '../support/colours.ts';

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
