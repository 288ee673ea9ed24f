import type { Reporter, TestModule } from 'vitest/node';
import { allMissing } from './programs.ts';

/** Says in the last lines of a run how many tests were skipped and what this machine lacks for them. */
export const skippedReporter: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const tests = modules.flatMap((module) => [...module.children.allTests('skipped')]);
    if (tests.length === 0) return;
    console.log(`Tests skipped: ${tests.length}. Missing on this machine:`);
    for (const reason of allMissing()) console.log(`  ${reason}`);
  },
};
