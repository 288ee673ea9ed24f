// node count.mjs REPORT EXIT_CODE [REPORT EXIT_CODE …]: what failed in vitest's JSON reports, then the plain count over all of them as
// the last line; exit code 1 when anything failed.
import { readFileSync } from 'node:fs';

/** A run that ends badly without a failed test counts as a failure: it died, a rejection went unhandled, or it ran nothing. */
function outcomeOf(file, exitCode) {
  const died = `${file}: no report, exit code ${exitCode}`;
  try {
    const { numPassedTests: passed, testResults } = JSON.parse(readFileSync(file, 'utf8'));
    const failures = testResults.flatMap(failuresOf);
    if (failures.length === 0 && (exitCode !== '0' || passed === 0))
      failures.push(`${file}: no failed test, ${passed} passed, exit code ${exitCode}`);
    return { passed, failures };
  } catch {
    return { passed: 0, failures: [died] };
  }
}

/** A file that fails to load has no assertions. */
function failuresOf({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((assertion) => assertion.status === 'failed');
  const said = failed.map(
    ({ fullName, failureMessages }) => `${name}: ${fullName}\n${failureMessages.join('\n')}`,
  );
  return status === 'failed' && assertionResults.length === 0 ? [`${name}: ${message}`] : said;
}

const outcomes = [];
for (let args = process.argv.slice(2); args.length > 0; args = args.slice(2))
  outcomes.push(outcomeOf(args[0], args[1]));
const failures = outcomes.flatMap((outcome) => outcome.failures);
const passed = outcomes.reduce((total, outcome) => total + outcome.passed, 0);
for (const failure of failures) console.log(`FAILED ${failure}\n`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(outcomes.length > 0 && failures.length === 0 ? 0 : 1);
