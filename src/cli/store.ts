import { loadEnvFile } from './settings.ts';
import { runStore } from './store/run.ts';

loadEnvFile();
const code = await runStore(process.argv.slice(2), process.env, {
  say: (line) => void process.stdout.write(`${line}\n`),
  tell: (line) => void process.stderr.write(`${line}\n`),
  now: Date.now,
});
// What still waits somewhere must not keep this process; what is written has to be out before it ends.
process.stdout.write('', () => process.exit(code));
