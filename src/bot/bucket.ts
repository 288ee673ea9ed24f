/** `burst` at once, `perSecond` for ever. */
export interface Rate {
  burst: number;
  perSecond: number;
}

/** A card costs as much as some twenty answers in words. */
export const CARDS: Rate = { burst: 20, perSecond: 5 };

/** What is left of a rate, and when that was (epoch milliseconds). */
export interface Bucket {
  left: number;
  at: number;
}

/** Takes one where there is one: the bucket as it is afterwards, and whether there was. */
export function takeOne(bucket: Bucket | undefined, rate: Rate, at: number): Bucket & { taken: boolean } {
  const { left: before, at: since } = bucket ?? { left: rate.burst, at };
  const left = Math.min(rate.burst, before + ((at - since) / 1000) * rate.perSecond);
  return left >= 1 ? { left: left - 1, at, taken: true } : { left, at, taken: false };
}

/** Whether there was one to take from a bucket of its own. */
export function createTap(rate: Rate, now: () => number): () => boolean {
  let bucket: Bucket | undefined;
  return () => {
    const { taken, ...rest } = takeOne(bucket, rate, now());
    bucket = rest;
    return taken;
  };
}
