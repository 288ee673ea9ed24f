import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** As vitest writes it. */
const report = (numPassedTests: number, numFailedTests: number, testResults: object[] = []) =>
  JSON.stringify({ numPassedTests, numFailedTests, testResults });
const unloaded = { status: 'failed', assertionResults: [] };

type Run = [report: string | undefined, exitCode: number];

it.each<[what: string, runs: Run[], line: string]>([
  [
    'two runs that pass',
    [
      [report(7, 0), 0],
      [report(2, 0), 0],
    ],
    '9 passed, 0 failed',
  ],
  [
    'a failed test in either',
    [
      [report(7, 0), 0],
      [report(2, 3), 1],
    ],
    '9 passed, 3 failed',
  ],
  [
    'a file that fails to load',
    [
      [report(7, 0, [unloaded]), 1],
      [report(2, 0), 0],
    ],
    '9 passed, 1 failed',
  ],
  [
    'an unhandled error',
    [
      [report(7, 0), 1],
      [report(2, 0), 0],
    ],
    '9 passed, 1 failed',
  ],
  [
    'a run that was killed',
    [
      [report(7, 0), 0],
      [undefined, 137],
    ],
    '7 passed, 1 failed',
  ],
  [
    'one that was killed while it wrote',
    [
      ['{"numPassed', 137],
      [report(2, 0), 0],
    ],
    '2 passed, 1 failed',
  ],
  [
    'one that ran nothing',
    [
      [report(7, 0), 0],
      [report(0, 0), 0],
    ],
    '7 passed, 1 failed',
  ],
])('CI counts %s', async (_what, runs, line) => {
  const folder = await temporaryFolder();
  const args = runs.flatMap(([text, code], at) => {
    const file = join(folder, `${at}.json`);
    if (text !== undefined) writeFileSync(file, text);
    return [file, String(code)];
  });
  const { stdout, status } = spawnSync(process.execPath, ['test/support/count.mjs', ...args], {
    encoding: 'utf8',
  });
  expect(stdout).toBe(`${line}\n`);
  expect(status).toBe(line.endsWith(' 0 failed') ? 0 : 1);
});
