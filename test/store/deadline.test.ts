import { expect, test } from 'vitest';
import { StoreError } from '../../src/store/errors.ts';
import { withinDeadline } from '../../src/store/store.ts';

test('a call that never settles fails with a StoreError', async () => {
  const never = new Promise<never>(() => {});
  await expect(withinDeadline(never, 5, 'store links.get')).rejects.toThrow(
    new StoreError('store links.get: no answer in 5 ms'),
  );
});

test('a call in time resolves or rejects as it would alone', async () => {
  expect(await withinDeadline(Promise.resolve(5), 1000, 'x')).toBe(5);
  await expect(withinDeadline(Promise.reject(new TypeError('own')), 1000, 'x')).rejects.toThrow('own');
});
