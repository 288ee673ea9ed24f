import { describe, expect, it } from 'vitest';
import { createKeyedQueue } from '../../src/async/keyed-queue.ts';

describe('a keyed queue', () => {
  it('tries again once what failed, 15 seconds later', async () => {
    let time = 0;
    let taken = 0;
    const queue = createKeyedQueue<string>({
      atOnce: 32,
      keyOf: (key) => key,
      take: async () => ((taken += 1) === 1 ? 'again' : 'done'),
      monotonic: () => time,
    });
    queue.queue('a');
    await queue.idle();
    const counts: number[] = [];
    for (const at of [14_000, 15_000, 15_250, 60_000]) {
      time = at;
      queue.retry();
      await queue.idle();
      counts.push(taken);
    }
    expect(counts).toEqual([1, 2, 2, 2]);
  });

  /** A queue whose work ends when the test says so. */
  function heldQueue() {
    const started: string[] = [];
    const waiting: (() => void)[] = [];
    const queue = createKeyedQueue<{ key: number; item: number }>({
      atOnce: 32,
      keyOf: ({ key }) => String(key),
      monotonic: () => 0,
      async take({ key, item }) {
        started.push(`${key}:${item}`);
        await new Promise<void>((resolve) => void waiting.push(resolve));
        return 'done';
      },
    });
    const finishOne = async (): Promise<void> => {
      waiting.shift()?.();
      await new Promise(setImmediate);
    };
    return { queue, started, finishOne };
  }

  it('takes each key once at a time, and once more with the latest item, 32 keys at once', async () => {
    const { queue, started, finishOne } = heldQueue();
    for (let key = 0; key < 40; key++) queue.queue({ key, item: 1 });
    for (const item of [2, 3]) queue.queue({ key: 0, item });
    await Promise.resolve();
    expect(started).toEqual(Array.from({ length: 32 }, (_, key) => `${key}:1`));
    const idle = queue.idle();
    for (let done = 0; done < 41; done++) await finishOne();
    await idle;
    expect(started.filter((one) => one.startsWith('0:'))).toEqual(['0:1', '0:3']);
    expect(started).toHaveLength(41);
  });

  it('lets all keys that wait go before the second turn of one', async () => {
    const { queue, started, finishOne } = heldQueue();
    for (let key = 0; key < 32; key++) queue.queue({ key, item: 1 });
    await Promise.resolve();
    for (let key = 0; key < 32; key++) queue.queue({ key, item: 2 });
    queue.queue({ key: 99, item: 1 });
    await finishOne();
    expect(started.at(-1)).toBe('99:1');
    const idle = queue.idle();
    for (let done = 0; done < 64; done++) await finishOne();
    await idle;
    expect(new Set(started).size).toBe(65);
  });

  it('drops what waits when it is cleared', async () => {
    const started: number[] = [];
    let finish = (): void => undefined;
    const queue = createKeyedQueue<number>({
      atOnce: 32,
      keyOf: () => 'one',
      monotonic: () => 0,
      async take(item) {
        started.push(item);
        await new Promise<void>((resolve) => (finish = resolve));
        return 'again';
      },
    });
    queue.queue(1);
    queue.queue(2);
    await Promise.resolve();
    queue.clear();
    finish();
    await queue.idle();
    expect(started).toEqual([1]);
  });
});
