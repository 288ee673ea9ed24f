/** How values lie: the middle one, and those that few are above. */
export interface Spread {
  p50: number;
  p95: number;
  p99: number;
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  return { p50: at(sorted, 0.5), p95: at(sorted, 0.95), p99: at(sorted, 0.99) };
}

export const median = (values: readonly number[]): number => spreadOf(values).p50;
