import { expect, it } from 'vitest';
import { fewest } from './shrink.ts';

it.each([
  { needed: [], count: 3 },
  { needed: [1], count: 4 },
  { needed: [0, 3, 5], count: 6 },
])('what fails with $needed of $count alone is shrunk to these', async ({ needed, count }) => {
  const failing = async (without: ReadonlySet<number>) => needed.every((one) => !without.has(one));
  expect(await fewest(count, failing)).toEqual(needed);
});
