import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** As vitest writes it. */
const report = (numPassedTests: number, ...testResults: object[]) =>
  JSON.stringify({ numPassedTests, testResults });
const unloaded = { name: 'a.test.ts', status: 'failed', message: 'no such module', assertionResults: [] };
const passing = { fullName: 'adds', status: 'passed', failureMessages: [] };
const failing = { fullName: 'divides', status: 'failed', failureMessages: ['expected 1 to be 2'] };
const file = { name: 'b.test.ts', status: 'failed', message: '', assertionResults: [passing, failing] };

type Run = [report: string | undefined, exitCode: number];

it.each<[what: string, runs: Run[], line: string, named?: string]>([
  [
    'two runs that pass',
    [
      [report(7), 0],
      [report(2), 0],
    ],
    '9 passed, 0 failed',
  ],
  [
    'a failed test in either',
    [
      [report(7), 0],
      [report(2, file, file), 1],
    ],
    '9 passed, 2 failed',
    'FAILED b.test.ts: divides\nexpected 1 to be 2\n',
  ],
  [
    'a file that fails to load',
    [
      [report(7, unloaded), 1],
      [report(2), 0],
    ],
    '9 passed, 1 failed',
    'FAILED a.test.ts: no such module\n',
  ],
  [
    'an unhandled error',
    [
      [report(7), 1],
      [report(2), 0],
    ],
    '9 passed, 1 failed',
    'no failed test, 7 passed, exit code 1\n',
  ],
  [
    'a run that was killed',
    [
      [report(7), 0],
      [undefined, 137],
    ],
    '7 passed, 1 failed',
    'no report, exit code 137\n',
  ],
  [
    'one that was killed while it wrote',
    [
      ['{"numPassed', 137],
      [report(2), 0],
    ],
    '2 passed, 1 failed',
  ],
  [
    'one that ran nothing',
    [
      [report(7), 0],
      [report(0), 0],
    ],
    '7 passed, 1 failed',
  ],
])('CI counts %s, and names it last', async (_what, runs, line, named) => {
  const folder = await temporaryFolder();
  const args = runs.flatMap(([text, code], at) => {
    const file = join(folder, `${at}.json`);
    if (text !== undefined) writeFileSync(file, text);
    return [file, String(code)];
  });
  const { stdout, status } = spawnSync(process.execPath, ['test/support/count.mjs', ...args], {
    encoding: 'utf8',
  });
  expect(stdout.endsWith(`${line}\n`)).toBe(true);
  expect(stdout).toContain(named ?? line);
  expect(status).toBe(line.endsWith(' 0 failed') ? 0 : 1);
});
