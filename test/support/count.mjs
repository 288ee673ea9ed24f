// node count.mjs REPORT EXIT_CODE [REPORT EXIT_CODE …]: the plain count over vitest's JSON reports as the last line; exit code 1 when
// anything failed.
import { readFileSync } from 'node:fs';

/** A run that ends badly without a failed test counts as a failure: it died, a rejection went unhandled, or it ran nothing. */
function countOf(file, exitCode) {
  try {
    const { numPassedTests: passed, numFailedTests, testResults } = JSON.parse(readFileSync(file, 'utf8'));
    // A file that fails to load has no assertions, and counts as no failed test in the report's own sums.
    const unloaded = testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    );
    const failed = numFailedTests + unloaded.length;
    const endedBadly = exitCode !== '0' || passed === 0;
    return { passed, failed: failed === 0 && endedBadly ? 1 : failed };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

const counts = [];
for (let args = process.argv.slice(2); args.length > 0; args = args.slice(2))
  counts.push(countOf(args[0], args[1]));
const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(counts.length > 0 && sum('failed') === 0 ? 0 : 1);
