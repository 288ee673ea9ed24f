import { createInterface } from 'node:readline/promises';
import { commands } from '../../commands/index.ts';
import { runMend } from './doctor/mend.ts';
import { runDoctor } from './doctor/run.ts';
import { createTerminalText } from '../words/terminal.ts';
import { flagsOrExit } from './flags.ts';
import { loadEnvFile } from './settings.ts';

const { values } = flagsOrExit({
  usage: createTerminalText()('usage.doctor'),
  options: {
    fields: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    mend: { type: 'boolean', default: false },
    yes: { type: 'boolean', default: false },
  },
});
loadEnvFile();

/** Without a terminal, the answer is no. */
async function confirm(question: string): Promise<boolean> {
  if (values.yes) return true;
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(question);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

async function examine(): Promise<void> {
  const { text, json, code } = await runDoctor(process.env, { commands, fields: values.fields });
  // Exit even if a check is still pending, but only once the output is flushed.
  process.stdout.write(values.json ? json : text, () => process.exit(code));
}

if (values.mend) process.exitCode = await runMend(process.env, { say: console.log, confirm });
else await examine();
