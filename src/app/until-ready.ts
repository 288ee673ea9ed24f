import { SECOND_MS } from '../durations.ts';

interface ReadyWait {
  isReady: () => Promise<boolean>;
  /** Called once, if it is not ready at once. */
  onWait: () => void;
  sleep: (ms: number) => Promise<unknown>;
}

/** Resolves once this process can be sent work, by the rules of /readyz. */
export async function untilReady({ isReady, onWait, sleep }: ReadyWait): Promise<void> {
  for (let isTold = false; !(await isReady()); await sleep(SECOND_MS)) {
    if (!isTold) onWait();
    isTold = true;
  }
}
