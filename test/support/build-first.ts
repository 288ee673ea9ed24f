import { execFileSync } from 'node:child_process';

/** End-to-end tests run what is shipped, and the playground as `npm run playground` does: both are built once before them. */
export default function buildFirst(): void {
  execFileSync('npm', ['run', 'preplayground', '--silent'], { stdio: 'inherit' });
}
