import { within } from './within.ts';

/** How long a stop waits for a run. */
const STOP_MS = 4000;

/** Work that no interaction asks for. `stop` can also be called if it was never started, and never rejects. */
export interface Background {
  start(): void;
  stop(): Promise<void>;
}

/** Runs work that never rejects, with a pause after each run, until it says that it is done. */
export function repeat(
  work: (signal: AbortSignal) => Promise<void | 'done'>,
  { everyMs, firstAfterMs = everyMs }: { everyMs: number; firstAfterMs?: number },
): Background {
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    if ((await work(signal)) !== 'done') wait(everyMs);
  }

  function wait(ms: number): void {
    if (signal.aborted) return;
    timer = setTimeout(start, ms).unref();
  }

  function start(): void {
    running = run();
  }

  return {
    start: () => (firstAfterMs === 0 && !signal.aborted ? start() : wait(firstAfterMs)),
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await within(running, STOP_MS, () => undefined);
    },
  };
}
