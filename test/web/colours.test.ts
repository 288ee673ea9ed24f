import { expect, test } from 'vitest';
import { palette } from '../../src/pictures/palette.ts';
import { ACCENT } from '../../src/replies/format.ts';
import { icon } from '../../src/web/icon.ts';
import { stylesheet } from '../../src/web/stylesheet.ts';

const channels = (colour: string): [number, number, number] => {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

/** In degrees: 0 is red, 120 green, 240 blue. */
function hue(colour: string): number {
  const [red, green, blue] = channels(colour);
  return (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI;
}

/** Relative luminance (WCAG 2). */
const luminance = (colour: string): number =>
  channels(colour)
    .map((channel) => channel / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4))
    .reduce((sum, channel, at) => sum + channel * ([0.2126, 0.7152, 0.0722][at] ?? 0), 0);

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const valuesOf = (name: string): string[] =>
  [...stylesheet.matchAll(new RegExp(`--${name}: (#[0-9a-f]{6})`, 'g'))].map(([, value = '']) => value);

test('pages, icon, embeds and pictures are of one colour', () => {
  const embed = `#${ACCENT.toString(16).padStart(6, '0')}`;
  const [drawn = ''] = /#[0-9a-f]{6}/.exec(icon) ?? [];
  const all = [embed, palette.accent, drawn, ...valuesOf('accent'), ...valuesOf('accent-strong')];
  expect(all).toHaveLength(7);
  for (const colour of all) expect(Math.abs(hue(colour) - hue(embed)), colour).toBeLessThan(10);
});

test.each([
  ['accent', 'card'],
  ['accent', 'accent-soft'],
  ['accent', 'on-accent'],
  ['accent-strong', 'on-accent'],
  ['text', 'accent-soft'],
])('%s and %s can be read on each other in both schemes', (one, other) => {
  const grounds = valuesOf(other);
  expect(grounds).toHaveLength(2);
  for (const [at, colour] of valuesOf(one).entries())
    expect(contrast(colour, grounds[at] ?? colour), colour).toBeGreaterThanOrEqual(4.5);
});
