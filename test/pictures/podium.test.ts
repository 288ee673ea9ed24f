import { expect, it } from 'vitest';
import { podiumAltText } from '../../src/pictures/alt-text.ts';
import { podiumSvg, type PodiumPicture } from '../../src/pictures/podium.ts';
import { createWords } from '../../src/words/words.ts';

const t = createWords({ strict: true }).in('en-US');
const board: PodiumPicture = {
  title: 'Leaderboard',
  t,
  entries: [
    { place: 1, name: 'Nguyễn Thị Hồng Đào', facts: ['2,412'], rank: 'Grandmaster' },
    { place: 2, name: 'محمد علي', facts: ['2,339'], rank: 'Diamond II' },
    { place: 3, name: 'Александр Иванов-Петровский', facts: ['1,990', '3 wins'], rank: 'Platinum' },
  ],
};

it('is described completely by its alt text, in the order of the places', () => {
  expect(podiumAltText(board)).toBe(
    'Leaderboard: 1. Nguyễn Thị Hồng Đào 2,412 Grandmaster, 2. \u2068محمد علي\u2069 2,339 Diamond II, ' +
      '3. Александр Иванов-Петровский 1,990 3 wins Platinum.',
  );
});

it('has the first in the middle, and text of ten pixels at least on a phone', () => {
  const svg = podiumSvg(board);
  const [, width = ''] = /viewBox="0 0 (\d+)/.exec(svg) ?? [];
  const places = [...svg.matchAll(/>#(\d)</g)].map(([, place]) => place);
  expect(places).toEqual(['2', '1', '3']);
  const sizes = [...svg.matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => Number(size));
  // An embed leaves a picture 300 of 390 pixels.
  expect(Math.min(...sizes) * (300 / Number(width))).toBeGreaterThanOrEqual(10);
});

it('draws no step for empty places', () => {
  const two = podiumSvg({ ...board, entries: board.entries.slice(0, 2) });
  expect([...two.matchAll(/class="step"/g)]).toHaveLength(2);
});
