import { setImmediate } from 'node:timers/promises';

/** Work that pauses now and then, so that a large answer or picture does not hold up everybody else. */
export type Slices<T> = Generator<undefined, T, undefined>;

const SLICE_MS = 8;

/** Does the work in slices of some milliseconds, letting others run in between. */
export async function inSlices<T>(work: Slices<T>): Promise<T> {
  let startedAt = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (performance.now() - startedAt < SLICE_MS) continue;
    await setImmediate();
    startedAt = performance.now();
  }
}

/** The same work without a pause: for tests and measurements. */
export function atOnce<T>(work: Slices<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
