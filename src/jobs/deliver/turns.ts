import pLimit from 'p-limit';
import { feedKeyOf } from './feeds.ts';
import type { Followed } from '../plan/reading.ts';

/** How many channels are updated at once; the others wait, to spare Discord. */
const AT_ONCE = 8;
const RETRY_MS = 15_000;

interface TurnsDeps {
  /** Never runs twice at once for one channel. Tells whether it is to be tried again soon; never rejects. */
  take: (followed: Followed) => Promise<'done' | 'again'>;
  monotonic: () => number;
}

/** The channels whose turn it is: each once at a time, and once more where something came in between. */
export function createTurns({ take, monotonic }: TurnsDeps) {
  const limit = pLimit(AT_ONCE);
  const running = new Map<string, { next: Followed | undefined; work: Promise<void> }>();
  const retries = new Map<string, { at: number; followed: Followed }>();

  async function run(key: string, first: Followed): Promise<void> {
    for (let followed: Followed | undefined = first; followed !== undefined;) {
      const outcome = await take(followed);
      if (outcome === 'again') retries.set(key, { at: monotonic() + RETRY_MS, followed });
      const turn = running.get(key);
      followed = turn?.next;
      if (turn) turn.next = undefined;
    }
    running.delete(key);
  }

  function queue(followed: Followed): void {
    const key = feedKeyOf(followed);
    retries.delete(key);
    const turn = running.get(key);
    if (turn !== undefined) {
      turn.next = followed;
      return;
    }
    const entry = { next: undefined, work: Promise.resolve() };
    running.set(key, entry);
    entry.work = limit(() => run(key, followed));
  }

  return {
    queue,
    /** Queues what failed a while ago. */
    retry(): void {
      for (const { at, followed } of retries.values()) if (monotonic() >= at) queue(followed);
    },
    idle: async (): Promise<void> => void (await Promise.all([...running.values()].map(({ work }) => work))),
    clear(): void {
      retries.clear();
      for (const turn of running.values()) turn.next = undefined;
    },
  };
}
