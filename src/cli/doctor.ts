import { commands } from '../../commands/index.ts';
import { runDoctor } from './doctor/run.ts';
import { loadEnvFile } from './settings.ts';

// npm run doctor [-- --fields | --json]: what is right and wrong with a deployment. It changes nothing.
loadEnvFile();
const { text, json, code } = await runDoctor(process.env, {
  commands,
  fields: process.argv.includes('--fields'),
});
// What still waits somewhere must not keep this process; what is written has to be out before it ends.
process.stdout.write(process.argv.includes('--json') ? json : text, () => process.exit(code));
