import type { Parameters } from 'fast-check';

/**
 * 10,000 runs, each with a seed that a failure prints: `FUZZ_SEED=… FUZZ_RUNS=…` makes that very run again, or more of them.
 */
export function runs<T>(): Parameters<T> {
  const { FUZZ_SEED, FUZZ_RUNS } = process.env;
  return {
    numRuns: Number(FUZZ_RUNS ?? 10_000),
    ...(FUZZ_SEED !== undefined && { seed: Number(FUZZ_SEED) }),
    endOnFailure: false,
  };
}

/** Of a test with so many runs, shrinking included; about ten seconds where nothing is wrong. */
export const FUZZ_TIMEOUT_MS = 240_000;
