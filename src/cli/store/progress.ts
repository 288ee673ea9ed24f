const EVERY_MS = 1000;

/** Tells how far something is, about every second of the given clock (milliseconds). */
export function createProgress(tell: (done: number) => void, now: () => number): (done: number) => void {
  let toldAt = now();
  return (done) => {
    if (now() - toldAt < EVERY_MS) return;
    toldAt = now();
    tell(done);
  };
}
