import type { Result } from '../result.ts';
import type { BenchWorld } from '../world.ts';

/** How much is measured: `quick` only proves that a row runs. */
export interface Effort {
  quick: boolean;
  rounds: number;
}

export interface BenchRow {
  name: string;
  run(world: BenchWorld, effort: Effort): Promise<Result[]>;
}

/** `full`, or enough of it to see that it works. */
export const size = ({ quick }: Effort, full: number, small: number): number => (quick ? small : full);
