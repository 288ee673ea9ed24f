import { describe, expect, it } from 'vitest';
import { palette, tiers } from '../../src/pictures/palette.ts';
import { contrast } from '../support/colors.ts';

describe('palette', () => {
  it.each(['text', 'muted', 'accent'] as const)('%s has enough contrast on every background', (color) => {
    for (const ground of ['panel', 'card', 'won'] as const) {
      expect(contrast(palette[color], palette[ground])).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('the colors of tiers and trends have enough contrast', () => {
    for (const color of Object.values(tiers)) {
      expect(contrast(color, palette.panel), color).toBeGreaterThanOrEqual(4.5);
    }
    for (const color of [palette.up, palette.down]) {
      expect(contrast(color, palette.card), color).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('letters on bright marks have enough contrast', () => {
    for (const ground of ['live', 'muted', 'accent'] as const) {
      expect(contrast(palette.onBright, palette[ground])).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('marks stand out from their background', () => {
    for (const mark of ['accent', 'live', 'own', 'line'] as const) {
      expect(contrast(palette[mark], palette.panel)).toBeGreaterThanOrEqual(2.9);
    }
  });
});
