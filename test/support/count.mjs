// node count.mjs REPORT EXIT_CODE: the plain count of vitest's JSON report as the last line; exit code 1 when anything failed.
import { readFileSync } from 'node:fs';

const [file, exitCode] = process.argv.slice(2);
let passed = 0;
let failed = 0;
try {
  const report = JSON.parse(readFileSync(file, 'utf8'));
  passed = report.numPassedTests;
  failed = report.numFailedTests;
  // A file that fails to load has no assertions, and counts as no failed test in the report's own sums.
  failed += report.testResults.filter(
    (one) => one.status === 'failed' && one.assertionResults.length === 0,
  ).length;
} catch {
  failed = 1;
}
// An unhandled rejection ends the run with a code and no failed test.
if (exitCode !== '0' && failed === 0) failed = 1;
if (passed === 0 && failed === 0) failed = 1;
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
