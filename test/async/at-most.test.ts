import { LRUCache } from 'lru-cache';
import { expect, it } from 'vitest';
import { atMost } from '../../src/async/at-most.ts';

it('a cache keeps so many entries, those used last', () => {
  const cache = new LRUCache<string, number>(atMost(2));
  for (const [key, value] of [
    ['a', 1],
    ['b', 2],
    ['a', 3],
    ['c', 4],
  ] as const)
    cache.set(key, value);
  expect([...cache.entries()]).toEqual([
    ['c', 4],
    ['a', 3],
  ]);
});

it('an empty cache takes no memory', () => {
  const before = process.memoryUsage().heapUsed;
  const caches = Array.from({ length: 100 }, () => new LRUCache<string, number>(atMost(20_000)));
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(10_000_000);
  expect(caches).toHaveLength(100);
});
