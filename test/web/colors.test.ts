import { expect, test } from 'vitest';
import { palette } from '../../src/pictures/palette.ts';
import { ACCENT } from '../../src/replies/format.ts';
import { icon } from '../../src/web/icon.ts';
import { stylesheet } from '../../src/web/stylesheet.ts';
import { contrast, hue } from '../support/colors.ts';

const valuesOf = (name: string): string[] =>
  [...stylesheet.matchAll(new RegExp(`--${name}: (#[0-9a-f]{6})`, 'g'))].map(([, value = '']) => value);

test('pages, icon, embeds and pictures share one hue', () => {
  const embed = `#${ACCENT.toString(16).padStart(6, '0')}`;
  const [iconColor = ''] = /#[0-9a-f]{6}/.exec(icon) ?? [];
  const all = [embed, palette.accent, iconColor, ...valuesOf('accent'), ...valuesOf('accent-strong')];
  expect(all).toHaveLength(7);
  for (const color of all) expect(Math.abs(hue(color) - hue(embed)), color).toBeLessThan(10);
});

test.each([
  ['accent', 'card'],
  ['accent', 'accent-soft'],
  ['accent', 'on-accent'],
  ['accent-strong', 'on-accent'],
  ['text', 'accent-soft'],
])('%s on %s has enough contrast in both color schemes', (one, other) => {
  const grounds = valuesOf(other);
  expect(grounds).toHaveLength(2);
  for (const [at, color] of valuesOf(one).entries())
    expect(contrast(color, grounds[at] ?? color), color).toBeGreaterThanOrEqual(4.5);
});
