import { VERSION } from '../version.ts';
import { loadEnvFile } from './settings.ts';
import { runStore } from './store/run.ts';

loadEnvFile();
// A reader that has seen enough, as in `| head`, is no reason for a stack.
process.stdout.on('error', () => undefined);
const stopping = new AbortController();
// Once: a second Ctrl-C ends it at once.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());
const code = await runStore(process.argv.slice(2), process.env, {
  say: (line) => void process.stdout.write(`${line}\n`),
  printStatus: (line) => void process.stderr.write(`${line}\n`),
  now: Date.now,
  version: VERSION,
  signal: stopping.signal,
});
// Exit even if something is still pending, but only once the output is flushed.
process.stdout.write('', () => process.exit(code));
