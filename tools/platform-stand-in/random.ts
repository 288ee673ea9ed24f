/** A repeatable source of chance: the same seed gives the same world, so a failure seen once can be seen again. */
export interface Random {
  /** 0 (in) to 1 (out). */
  next(): number;
  /** Both ends are in. */
  integer(least: number, most: number): number;
  pick<T>(list: readonly T[]): T;
  shuffle<T>(list: readonly T[]): T[];
  /** Normally distributed. */
  around(mean: number, deviation: number): number;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;

  // mulberry32: 32 bits of state are plenty for a few thousand draws.
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  function integer(least: number, most: number): number {
    return least + Math.floor(next() * (most - least + 1));
  }

  function shuffle<T>(list: readonly T[]): T[] {
    return list
      .map((item) => ({ item, order: next() }))
      .sort((a, b) => a.order - b.order)
      .map(({ item }) => item);
  }

  return {
    next,
    integer,
    shuffle,
    pick(list) {
      const item = list[integer(0, list.length - 1)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
    around(mean, deviation) {
      // Box and Muller. 1 - next() keeps the logarithm away from 0.
      return mean + deviation * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
    },
  };
}
