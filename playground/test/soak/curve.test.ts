import { describe, expect, test } from 'vitest';
import { curveOf, faultsOfCurve, tableOf, type CurvePoint } from '../../soak/curve.ts';
import { usageOf } from '../../soak/memory.ts';

/** A point each half minute: `megabytes` of private memory by minute, a tenth of a processor. */
const points = (minutes: number, megabytes: (minute: number) => number): CurvePoint[] =>
  Array.from({ length: minutes * 2 + 1 }, (_, nth) => ({
    at: nth * 30,
    privateMegabytes: megabytes(nth / 2),
    residentMegabytes: megabytes(nth / 2) + 50,
    peakMegabytes: 200,
    cpuSeconds: 2 + nth * 3,
  }));

describe('the memory of a process', () => {
  test('counts from minute 15 on: what it takes to warm up is no leak', () => {
    const curve = curveOf(points(60, (minute) => Math.min(60 + minute * 4, 120)));
    expect(curve.perMinute).toBeCloseTo(0);
    expect(faultsOfCurve(curve)).toEqual([]);
  });

  test.each([
    [0.09, 0],
    [0.11, 1],
  ])('may grow by less than 0.1 MB a minute: %f', (perMinute, faults) => {
    const curve = curveOf(points(60, (minute) => 100 + minute * perMinute));
    expect(curve.perMinute).toBeCloseTo(perMinute);
    expect(faultsOfCurve(curve)).toHaveLength(faults);
  });

  test('is not judged by less than 15 warm minutes', () => {
    const curve = curveOf(points(29, (minute) => 100 + minute));
    expect(curve.perMinute).toBeUndefined();
    expect(faultsOfCurve(curve)).toEqual([]);
  });
});

test('processor time is a share of the time that passed', () => {
  expect(curveOf(points(10, () => 100)).cpuShare).toBeCloseTo(0.1);
  expect(curveOf([]).cpuShare).toBe(0);
});

test('the table has a row for every five minutes and one for the end, and two columns a process', () => {
  const curve = curveOf(points(12, (minute) => 100 + minute));
  expect(tableOf([curve, curve]).split('\n')).toEqual([
    '| minute | private MiB of replica 1 | resident MiB of replica 1 | private MiB of replica 2 | resident MiB of replica 2 |',
    '| ---: | ---: | ---: | ---: | ---: |',
    '| 0 | 100.0 | 150.0 | 100.0 | 150.0 |',
    '| 5 | 105.0 | 155.0 | 105.0 | 155.0 |',
    '| 10 | 110.0 | 160.0 | 110.0 | 160.0 |',
    '| 12 | 112.0 | 162.0 | 112.0 | 162.0 |',
  ]);
});

test.runIf(process.platform === 'linux')(
  'a process that runs has figures, and one that is gone has none',
  () => {
    const usage = usageOf(process.pid);
    expect(usage?.privateMegabytes).toBeGreaterThan(10);
    expect(usage?.residentMegabytes).toBeGreaterThanOrEqual(usage?.privateMegabytes ?? Infinity);
    expect(usage?.peakMegabytes).toBeGreaterThanOrEqual(usage?.residentMegabytes ?? Infinity);
    expect(usage?.cpuSeconds).toBeGreaterThan(0);
    expect(usageOf(2 ** 30)).toBeUndefined();
  },
);
