export type Chance = ReturnType<typeof createChance>;

/** Random choices that are the same for the same seed (mulberry32). */
export function createChance(seed: number) {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  function pick<T>(from: readonly T[]): T {
    const one = from[int(0, from.length - 1)];
    if (one === undefined) throw new Error('nothing to pick from');
    return one;
  }
  function shuffled<T>(from: readonly T[]): T[] {
    const all = [...from];
    for (let at = all.length - 1; at > 0; at--) {
      const other = int(0, at);
      [all[at], all[other]] = [all[other] as T, all[at] as T];
    }
    return all;
  }
  return { int, pick, shuffled, is: (share: number): boolean => next() < share };
}
