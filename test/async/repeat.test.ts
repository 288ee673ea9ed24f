import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { repeat } from '../../src/async/repeat.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('runs again and again with a pause after each run, and never two at once', async () => {
  let runs = 0;
  const background = repeat(
    async () => {
      runs += 1;
      await new Promise((resolve) => void setTimeout(resolve, 50));
    },
    { everyMs: 100, firstAfterMs: 0 },
  );
  background.start();
  await vi.advanceTimersByTimeAsync(149);
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toBe(2);
  void background.stop();
  await vi.advanceTimersByTimeAsync(1000);
  expect(runs).toBe(2);
});

it('ends when the work says so', async () => {
  let runs = 0;
  const background = repeat(async () => ((runs += 1) < 3 ? undefined : 'done'), { everyMs: 10 });
  background.start();
  await vi.advanceTimersByTimeAsync(1000);
  expect(runs).toBe(3);
});

it('waits with its stop for a run, tells it, and starts no other', async () => {
  const events: string[] = [];
  const background = repeat(
    async (signal) => {
      events.push('run');
      await new Promise((resolve) => void setTimeout(resolve, 50));
      events.push(signal.aborted ? 'aborted' : 'ended');
    },
    { everyMs: 10, firstAfterMs: 0 },
  );
  background.start();
  await vi.advanceTimersByTimeAsync(5);
  const stopped = background.stop().then(() => events.push('stopped'));
  await vi.advanceTimersByTimeAsync(1000);
  await stopped;
  expect(events).toEqual(['run', 'aborted', 'stopped']);
});

it('does not wait for ever, nor start after a stop', async () => {
  const hanging = repeat(() => new Promise<void>(() => undefined), { everyMs: 10, firstAfterMs: 0 });
  hanging.start();
  await vi.advanceTimersByTimeAsync(5);
  const stopped = hanging.stop();
  await vi.advanceTimersByTimeAsync(4000);
  await stopped;
  let runs = 0;
  const never = repeat(async () => void (runs += 1), { everyMs: 10 });
  await never.stop();
  never.start();
  await vi.advanceTimersByTimeAsync(100);
  expect(runs).toBe(0);
});
