import { execFileSync } from 'node:child_process';

/** End-to-end tests run the bot as it is shipped, so it is built once before them. */
export default function buildFirst(): void {
  execFileSync('npm', ['run', 'build', '--silent'], { stdio: 'inherit' });
}
