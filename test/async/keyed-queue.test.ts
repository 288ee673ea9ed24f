import { describe, expect, it } from 'vitest';
import { createKeyedQueue } from '../../src/async/keyed-queue.ts';

describe('a keyed queue', () => {
  it('tries again once what failed, 15 seconds later', async () => {
    let time = 0;
    let taken = 0;
    const queue = createKeyedQueue<string>({
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

  it('takes each key once at a time, and once more with the latest item, eight keys at once', async () => {
    const started: string[] = [];
    const waiting: (() => void)[] = [];
    const queue = createKeyedQueue<{ key: string; item: number }>({
      keyOf: ({ key }) => key,
      monotonic: () => 0,
      async take({ key, item }) {
        started.push(`${key}${item}`);
        await new Promise<void>((resolve) => void waiting.push(resolve));
        return 'done';
      },
    });
    for (const key of 'abcdefghij') queue.queue({ key, item: 1 });
    for (const item of [2, 3]) queue.queue({ key: 'a', item });
    await Promise.resolve();
    expect(started).toEqual(['a1', 'b1', 'c1', 'd1', 'e1', 'f1', 'g1', 'h1']);
    const idle = queue.idle();
    for (let done = 0; done < 11; done++) {
      waiting.shift()?.();
      await new Promise(setImmediate);
    }
    await idle;
    expect(started.filter((one) => one.startsWith('a'))).toEqual(['a1', 'a3']);
    expect(started).toHaveLength(11);
  });

  it('drops what waits when it is cleared', async () => {
    const started: number[] = [];
    let finish = (): void => undefined;
    const queue = createKeyedQueue<number>({
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
