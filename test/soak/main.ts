import { randomInt } from 'node:crypto';
import { flagsOrExit } from '../../src/cli/flags.ts';
import { reportOf } from './report.ts';
import { soak } from './run.ts';
import type { Mode } from './world.ts';

const USAGE = `npm run soak -- [--minutes 10] [--seed 1] [--mode gateway|http]
  Many members and random faults for some minutes; ends with 1 where something went wrong.`;

const { values } = flagsOrExit({
  usage: USAGE,
  options: { minutes: { type: 'string' }, seed: { type: 'string' }, mode: { type: 'string' } },
});
const minutes = Number(values.minutes ?? 10);
const seed = Number(values.seed ?? randomInt(1, 2 ** 31));
const modes = (['gateway', 'http'] satisfies Mode[]).filter((mode) => (values.mode ?? mode) === mode);
if (!(minutes > 0) || !Number.isSafeInteger(seed) || modes.length === 0) {
  console.error(USAGE);
  process.exit(2);
}

console.log(`Soaking for ${minutes} minutes, half of them in each mode, with --seed ${seed}`);
let faults = 0;
for (const mode of modes) {
  const soaked = await soak({ mode, seed, seconds: (minutes * 60) / modes.length });
  console.log(`\n${reportOf(soaked)}`);
  faults += soaked.faults.length;
}
process.exit(faults === 0 ? 0 : 1);
