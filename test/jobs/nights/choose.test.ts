import { expect, it } from 'vitest';
import { chooseNights } from './choose.ts';

it('nights are chosen that meet what the others do not, the shorter of two alike', () => {
  const night = (seed: number, ms: number, ...met: string[]) => ({ seed, ms, met: new Set(met) });
  const all = [night(4, 9000, 'a', 'b'), night(1, 1000, 'a', 'b'), night(3, 5000, 'c'), night(2, 1000, 'a')];
  expect(chooseNights(all, 2)).toEqual([1, 3]);
  expect(chooseNights(all, 9)).toEqual([1, 2, 3, 4]);
});
