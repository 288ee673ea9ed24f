import { defineConfig } from 'vitest/config';

/** The pure rooms' own tests: those that play days or presses at random find a change by luck, and take minutes. */
export default defineConfig({
  test: {
    // Against hangs alone, as for the unit tests.
    testTimeout: 120_000,
    include: ['test/{brackets,members,results,roles}/*.test.ts', 'test/jobs/plan/*.test.ts'],
    exclude: [
      'test/brackets/random-endings.test.ts',
      'test/results/{bad-nights,documents,every-press,killed,notices,random-presses,servers-apart}.test.ts',
      'test/roles/{bad-days,linked*,midway,nickname*,work}.test.ts',
    ],
  },
});
