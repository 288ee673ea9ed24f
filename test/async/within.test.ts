import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { within } from '../../src/async/within.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const late = () => {
  throw new Error('late');
};

it('gives what the work gives, or after its time what else there is', async () => {
  expect(await within(Promise.resolve('done'), 10, late)).toBe('done');
  await expect(within(Promise.reject(new Error('broken')), 10, late)).rejects.toThrow('broken');
  const never = new Promise(() => {});
  const both = [within(never, 10, () => 'late'), within(never, 10, late)] as const;
  const outcomes = Promise.allSettled(both);
  await vi.advanceTimersByTimeAsync(10);
  expect(await outcomes).toMatchObject([{ value: 'late' }, { reason: { message: 'late' } }]);
});

it('work that is done as its time ends is done, and nothing else fails', async () => {
  const unhandled = vi.fn<(error: unknown) => void>();
  process.on('unhandledRejection', unhandled);
  const result = within(Promise.resolve('done'), 10, late);
  await Promise.resolve();
  vi.advanceTimersByTime(10);
  expect(await result).toBe('done');
  vi.useRealTimers();
  await new Promise((resolve) => void setTimeout(resolve, 1));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
