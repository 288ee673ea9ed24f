import { createInterface } from 'node:readline/promises';
import { commands } from '../../commands/index.ts';
import { runMend } from './doctor/mend.ts';
import { runDoctor } from './doctor/run.ts';
import { loadEnvFile } from './settings.ts';

// npm run doctor [-- --fields | --json]: what is right and wrong with a deployment. It changes nothing.
// npm run doctor -- --mend [--yes]: sets at Discord what an API can set.
loadEnvFile();
const has = (flag: string): boolean => process.argv.includes(flag);

/** Without a terminal nobody can agree. */
async function confirm(question: string): Promise<boolean> {
  if (has('--yes')) return true;
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(question);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

async function examine(): Promise<void> {
  const { text, json, code } = await runDoctor(process.env, { commands, fields: has('--fields') });
  // What still waits somewhere must not keep this process; what is written has to be out before it ends.
  process.stdout.write(has('--json') ? json : text, () => process.exit(code));
}

if (has('--mend')) process.exitCode = await runMend(process.env, { say: console.log, confirm });
else await examine();
