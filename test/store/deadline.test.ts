import { expect, test, vi } from 'vitest';
import { withinDeadline } from '../../src/store/deadline.ts';
import { StoreError } from '../../src/store/store.ts';

test('a call that never ends is given up with a StoreError', async () => {
  vi.useFakeTimers();
  try {
    const late = expect(withinDeadline(new Promise(() => {}), 1000, 'store links.get')).rejects;
    await vi.advanceTimersByTimeAsync(1000);
    await late.toThrow(new StoreError('store links.get: no answer in 1000 ms'));
  } finally {
    vi.useRealTimers();
  }
});

test('a call in time gives what it gives, and its own failure', async () => {
  expect(await withinDeadline(Promise.resolve(5), 1000, 'x')).toBe(5);
  await expect(withinDeadline(Promise.reject(new TypeError('own')), 1000, 'x')).rejects.toThrow('own');
});
