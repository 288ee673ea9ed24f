import { median } from './spread.ts';

/** One contender's figure of each round, in the order of the rounds. */
export type Rounds<K extends string, F> = Record<K, F[]>;

/**
 * Measures each contender once per round, every other round in the opposite order, so that what the machine does
 * meanwhile meets all of them alike.
 */
export async function alternate<K extends string, F>(
  rounds: number,
  contenders: readonly K[],
  measure: (contender: K) => Promise<F>,
): Promise<Rounds<K, F>> {
  // Filled by the loop below, a list for each.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const figures = Object.fromEntries(contenders.map((name) => [name, []])) as unknown as Rounds<K, F>;
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? contenders : contenders.toReversed();
    for (const name of order) figures[name].push(await measure(name));
  }
  return figures;
}

/** The median of the rounds' ratios: each is of two figures of the same minute. */
export function medianRatio<F>(ours: readonly F[], theirs: readonly F[], figure: (of: F) => number): number {
  const ratios = ours.map((mine, round) => {
    const other = theirs[round];
    return other === undefined ? Number.NaN : figure(mine) / figure(other);
  });
  return median(ratios);
}
