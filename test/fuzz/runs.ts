import type { Parameters } from 'fast-check';

/**
 * 2,000 runs unless a test takes fewer (`npm run fuzz`: 20,000), each with a seed that a failure prints: `FUZZ_SEED=… FUZZ_RUNS=…` repeats that very run.
 */
export function runs<T>(usual = 2000): Parameters<T> {
  const { FUZZ_SEED, FUZZ_RUNS } = process.env;
  return {
    numRuns: Number(FUZZ_RUNS ?? usual),
    ...(FUZZ_SEED !== undefined && { seed: Number(FUZZ_SEED) }),
    endOnFailure: false,
  };
}

/** The same in one fixed way in the usual run; `npm run fuzz` looks for others. */
export const fixedRuns = <T>(usual: number): Parameters<T> => ({
  ...(process.env['FUZZ_RUNS'] === undefined && { seed: 1 }),
  ...runs<T>(usual),
});

/** Of a test with so many runs, shrinking included; minutes for the long ones. */
export const FUZZ_TIMEOUT_MS = 600_000;
