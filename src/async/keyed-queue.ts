import pLimit from 'p-limit';

const RETRY_MS = 15_000;

interface KeyedQueueOptions<T> {
  keyOf: (item: T) => string;
  /** Never runs twice at once for one key. Says whether it is to be tried again soon; never rejects. */
  take: (item: T) => Promise<'done' | 'again'>;
  /** Milliseconds that never go back or jump. */
  monotonic: () => number;
  /** How many keys are worked on at once; the others wait. */
  atOnce: number;
}

/**
 * Work by key: each key once at a time, and once more with the latest item if one came in between, after all other keys that wait.
 */
export function createKeyedQueue<T>({ atOnce, keyOf, take, monotonic }: KeyedQueueOptions<T>) {
  const limit = pLimit(atOnce);
  const running = new Map<string, { next: T | undefined; work: Promise<void> }>();
  const retries = new Map<string, { at: number; item: T }>();

  async function run(key: string, item: T): Promise<void> {
    if ((await take(item)) === 'again') retries.set(key, { at: monotonic() + RETRY_MS, item });
    const next = running.get(key)?.next;
    if (next === undefined) running.delete(key);
    else start(key, next);
  }

  function start(key: string, item: T): void {
    running.set(key, { next: undefined, work: limit(() => run(key, item)) });
  }

  function queue(item: T): void {
    const key = keyOf(item);
    retries.delete(key);
    const current = running.get(key);
    if (current === undefined) start(key, item);
    else current.next = item;
  }

  return {
    queue,
    /** Whether a key waits, is worked on, or is to be tried again. */
    has: (item: T): boolean => running.has(keyOf(item)) || retries.has(keyOf(item)),
    /** Queues what failed a while ago. */
    retry(): void {
      for (const { at, item } of retries.values()) if (monotonic() >= at) queue(item);
    },
    /** Resolves when nothing is running. */
    async idle(): Promise<void> {
      while (running.size > 0) await Promise.all([...running.values()].map(({ work }) => work));
    },
    /** Drops what waits for another run. */
    clear(): void {
      retries.clear();
      for (const entry of running.values()) entry.next = undefined;
    },
  };
}
