import { randomInt } from 'node:crypto';
import { flagsOrExit } from '../../src/cli/flags.ts';
import { reportOf, steadyReportOf } from './report.ts';
import { soak } from './run.ts';
import { soakSteadily } from './steady.ts';
import type { SoakMode } from './world.ts';

const USAGE = `npm run soak -- [--minutes 10] [--seed 1] [--mode gateway|http] [--steady [--node-options='--max-old-space-size=64']]
  Many members and random faults for some minutes; ends with 1 where something went wrong.
  --steady: a hundred members, a followed tournament, no faults; prints memory and processor time.
  --node-options: Node.js' own options for each process.`;

const { values } = flagsOrExit({
  usage: USAGE,
  options: {
    minutes: { type: 'string' },
    seed: { type: 'string' },
    mode: { type: 'string' },
    steady: { type: 'boolean' },
    'node-options': { type: 'string' },
  },
});
const minutes = Number(values.minutes ?? 10);
const seed = Number(values.seed ?? randomInt(1, 2 ** 31));
const nodeOptions = values['node-options'];
const modes = (['gateway', 'http'] satisfies SoakMode[]).filter((mode) => (values.mode ?? mode) === mode);
const wrong = !(minutes > 0) || !Number.isSafeInteger(seed) || modes.length === 0;
if (wrong) {
  console.error(USAGE);
  process.exit(2);
}

console.log(
  `Soaking for ${minutes} minutes, an equal part in each of ${modes.join(', ')}, with --seed ${seed}`,
);
let faults = 0;
for (const mode of modes) {
  const seconds = (minutes * 60) / modes.length;
  const common = { mode, seed, seconds };
  if (values.steady === true) {
    const steady = await soakSteadily({
      ...common,
      ...(nodeOptions !== undefined && { nodeOptions }),
      write: console.log,
    });
    console.log(`\n${steadyReportOf(steady)}`);
    faults += steady.faults.length;
  } else {
    const soaked = await soak(common);
    console.log(`\n${reportOf(soaked)}`);
    faults += soaked.faults.length;
  }
}
process.exit(faults === 0 ? 0 : 1);
