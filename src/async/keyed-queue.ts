import pLimit from 'p-limit';

/** How many keys are worked on at once; the others wait. */
const AT_ONCE = 8;
const RETRY_MS = 15_000;

interface KeyedQueueOptions<T> {
  keyOf: (item: T) => string;
  /** Never runs twice at once for one key. Says whether it is to be tried again soon; never rejects. */
  take: (item: T) => Promise<'done' | 'again'>;
  /** Milliseconds that never go back or jump. */
  monotonic: () => number;
}

/** Work by key: each key once at a time, and once more with the latest item if one came in between. */
export function createKeyedQueue<T>({ keyOf, take, monotonic }: KeyedQueueOptions<T>) {
  const limit = pLimit(AT_ONCE);
  const running = new Map<string, { next: T | undefined; work: Promise<void> }>();
  const retries = new Map<string, { at: number; item: T }>();

  async function run(key: string, first: T): Promise<void> {
    for (let item: T | undefined = first; item !== undefined;) {
      if ((await take(item)) === 'again') retries.set(key, { at: monotonic() + RETRY_MS, item });
      const entry = running.get(key);
      item = entry?.next;
      if (entry) entry.next = undefined;
    }
    running.delete(key);
  }

  function queue(item: T): void {
    const key = keyOf(item);
    retries.delete(key);
    const current = running.get(key);
    if (current !== undefined) {
      current.next = item;
      return;
    }
    const entry = { next: undefined, work: Promise.resolve() };
    running.set(key, entry);
    entry.work = limit(() => run(key, item));
  }

  return {
    queue,
    /** Queues what failed a while ago. */
    retry(): void {
      for (const { at, item } of retries.values()) if (monotonic() >= at) queue(item);
    },
    /** Resolves when nothing is running. */
    idle: async (): Promise<void> => void (await Promise.all([...running.values()].map(({ work }) => work))),
    /** Drops what waits for another run. */
    clear(): void {
      retries.clear();
      for (const entry of running.values()) entry.next = undefined;
    },
  };
}
