import { expect, it } from 'vitest';
import { createExpiringCache } from '../../src/async/expiring-cache.ts';

function setUp(max = 10) {
  const clock = { now: 0 };
  return { clock, cache: createExpiringCache<string>({ ttlMs: 1000, max, now: () => clock.now }) };
}

it('an entry expires after its lifetime, by the given clock', () => {
  const { cache, clock } = setUp();
  cache.set('a', 'first');
  clock.now = 999;
  expect(cache.get('a')).toBe('first');
  clock.now = 1000;
  expect(cache.get('a')).toBeUndefined();
});

it('an entry expires when the clock is set back behind it', () => {
  const { cache, clock } = setUp();
  clock.now = 5000;
  cache.set('a', 'first');
  clock.now = 4999;
  expect(cache.get('a')).toBeUndefined();
});

it('an entry can expire at a given time', () => {
  const { cache, clock } = setUp();
  cache.set('a', 'first', 10);
  clock.now = 10;
  expect(cache.get('a')).toBeUndefined();
});

it('the entry used least recently makes room for a new one', () => {
  const { cache } = setUp(2);
  cache.set('a', 'first');
  cache.set('b', 'second');
  cache.get('a');
  cache.set('c', 'third');
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual(['first', undefined, 'third']);
});

it('an entry can be removed, alone or with all others', () => {
  const { cache } = setUp();
  for (const key of ['a', 'b', 'c']) cache.set(key, key);
  cache.delete('a');
  expect(cache.get('a')).toBeUndefined();
  expect(cache.get('b')).toBe('b');
  cache.clear();
  expect(cache.get('b')).toBeUndefined();
});
