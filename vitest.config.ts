import { defineConfig } from 'vitest/config';
import { skippedReporter } from './test/support/skipped-reporter.ts';

// Each file starts processes of its own, and deadlines of 3 s have to hold in them: after the unit tests, two at a time.
const e2e = {
  globalSetup: ['test/support/build-first.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  maxWorkers: 2,
};
/** What members do, whatever the transport. */
const flows = [
  'delivery',
  'faults',
  'linking-attacks',
  'load',
  'metrics',
  'restart',
  'secrets',
  'shapes',
  'tokens',
  'tour',
];

export default defineConfig({
  test: {
    reporters: ['default', skippedReporter],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**'],
        },
      },
      {
        test: {
          ...e2e,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          provide: { mode: 'gateway' },
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...e2e,
          name: 'e2e-http',
          include: flows.map((flow) => `test/e2e/bot/${flow}.test.ts`),
          provide: { mode: 'http' },
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
