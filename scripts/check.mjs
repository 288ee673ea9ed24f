// node scripts/check.mjs: runs all parts of `npm run check`, also after one that fails, and exits with 1 if any did.
import { spawnSync } from 'node:child_process';

const PARTS = ['types', 'lint', 'format', 'dead'];

const failed = PARTS.filter((part) => spawnSync('npm', ['run', part], { stdio: 'inherit' }).status !== 0);
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.map((part) => `npm run ${part}`).join(', ')}`);
  process.exitCode = 1;
}
