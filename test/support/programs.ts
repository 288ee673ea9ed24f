import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findBrowser, findProgram } from '../../playground/find-program.ts';

const inCi = process.env['CI'] === 'true';

/** What some tests need and a machine with Node alone may not have: how to tell, and what to say where it is missing. */
const PROGRAMS = {
  browser: {
    isHere: () => findBrowser() !== undefined,
    missing: 'no browser (Chromium, Chrome or Edge; CHROMIUM may name one)',
  },
  redis: {
    isHere: () => findProgram('redis-server') !== undefined && findProgram('redis-cli') !== undefined,
    missing: 'no redis-server and redis-cli',
  },
  sqlite3: { isHere: () => findProgram('sqlite3') !== undefined, missing: 'no sqlite3' },
  promtool: { isHere: () => findProgram('promtool') !== undefined, missing: 'no promtool (of Prometheus)' },
  openssl: { isHere: () => findProgram('openssl') !== undefined, missing: 'no openssl' },
  // https://man7.org/linux/man-pages/man1/script.1.html: runs a program on a new terminal.
  script: {
    isHere: () => spawnSync('script', ['--version']).stdout?.includes('util-linux') === true,
    missing: 'no script of util-linux',
  },
  proc: { isHere: () => existsSync('/proc/self'), missing: 'no /proc' },
  // They compile and build everything again.
  imageSteps: { isHere: () => false, missing: 'the image’s steps run in CI' },
};

/** Why tests that need these are skipped here; in CI none is, so that what is missing there fails. */
export function missing(...needs: (keyof typeof PROGRAMS)[]): string | undefined {
  if (inCi) return undefined;
  const reasons = needs.filter((need) => !PROGRAMS[need].isHere()).map((need) => PROGRAMS[need].missing);
  return reasons.length === 0 ? undefined : reasons.join(', ');
}

/** Everything that this machine lacks. */
export const allMissing = (): string[] =>
  Object.values(PROGRAMS)
    .filter(({ isHere }) => !inCi && !isHere())
    .map((program) => program.missing);
