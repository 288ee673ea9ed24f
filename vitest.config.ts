import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { skippedReporter } from './test/support/skipped-reporter.ts';

// Each file starts processes of its own, and deadlines of 3 s have to hold in them: after the unit tests, and few at a time.
// They wait most of their time, so three keep two cores busy.
const e2e = {
  globalSetup: ['test/support/build-first.ts'],
  isolate: false,
  // Against hangs alone: on a busy machine, axe takes a minute for what a page shows in all.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  maxWorkers: 3,
  sequence: { groupOrder: 1 },
};
/** What depends on the transport, and so is done over both. */
const flows = ['delivery', 'faults', 'restart', 'secrets'];

/** Files that take the longest, first: what begins last must not keep one worker waiting for the other. */
const SLOW = [
  'e2e/image',
  'e2e/bot/tour',
  'e2e/bot/night',
  'e2e/bot/soak',
  'e2e/bot/owners',
  'e2e/bot/results',
  'playground/test/e2e/bot',
  'e2e/bot/followed',
  'playground/test/e2e/night',
  'playground/test/e2e/answers',
  'e2e/bot/browser',
  'playground/test/e2e/access',
  'e2e/bot/shapes',
  'e2e/bot/faults',
  'jobs/nights',
  'cli/doctor',
  'words/every-answer',
  'store/sqlite-version',
  'platform/writes',
  'jobs/killed',
];
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = SLOW.findIndex((name) => moduleId.includes(name));
      return at === -1 ? SLOW.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  test: {
    reporters: ['default', skippedReporter],
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          name: 'unit',
          // A process per worker, not per file: starting one and loading what it tests takes longer than most files do.
          isolate: false,
          // A tenth less time for garbage than with the default of 16 MB.
          execArgv: ['--max-semi-space-size=32'],
          // Against hangs alone: with the flows beside them, tests of hours in virtual time take six times as long.
          testTimeout: 120_000,
          hookTimeout: 30_000,
          maxWorkers: 2,
          include: ['test/**/*.test.ts', 'playground/test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'playground/test/e2e/**'],
        },
      },
      {
        test: {
          name: 'tools',
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 30_000,
          maxWorkers: 2,
          include: ['tools/*/test/**/*.test.ts'],
        },
      },
      {
        test: {
          ...e2e,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts', 'playground/test/e2e/**/*.test.ts'],
          provide: { mode: 'gateway' },
        },
      },
      {
        test: {
          ...e2e,
          name: 'e2e-http',
          include: flows.map((flow) => `test/e2e/bot/${flow}.test.ts`),
          provide: { mode: 'http' },
        },
      },
    ],
  },
});
