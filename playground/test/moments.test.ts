import { expect, test } from 'vitest';
import { drawMoment } from '../moments.ts';

const nowMs = new Date(2027, 0, 1, 12).getTime();
const draw = (awayMs: number, style: string) => drawMoment(nowMs + awayMs, style, { nowMs, locale: 'en-US' });

test.each([
  [5 * 3_600_000, 'R', 'in 5 hours'],
  [-86_400_000, 'R', 'yesterday'],
  [-100, 'R', 'now'],
  [90_000, 'R', 'in 2 minutes'],
  [0, 'D', 'January 1, 2027'],
  [0, 'd', '1/1/27'],
])('%i ms away in style %s reads %s', (awayMs, style, text) => {
  expect(draw(awayMs, style)).toBe(text);
});

test('a style that there is not is the usual one', () => {
  expect(draw(0, 'x')).toBe(draw(0, 'f'));
});
