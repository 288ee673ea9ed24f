/** A night that was played: how long it took, and what it met. */
export interface MeasuredNight {
  seed: number;
  ms: number;
  met: ReadonlySet<string>;
}

/** How much less a night counts that takes longer. */
const HASTE = 0.2;

/** So many nights that together meet much in little time: one after the other, each the best beside those before. */
export function chooseNights(nights: readonly MeasuredNight[], count: number): number[] {
  const chosen: number[] = [];
  const met = new Set<string>();
  const worthOf = ({ seed, ms, met: own }: MeasuredNight): number =>
    chosen.includes(seed) ? -1 : [...own].filter((what) => !met.has(what)).length / ms ** HASTE;
  while (chosen.length < Math.min(count, nights.length)) {
    const best = nights.reduce((one, other) => (worthOf(other) > worthOf(one) ? other : one));
    chosen.push(best.seed);
    for (const what of best.met) met.add(what);
  }
  return chosen.toSorted((a, b) => a - b);
}
