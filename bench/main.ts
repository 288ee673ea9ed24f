import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../playground/checkout.ts';
import { flagsOrExit } from '../src/cli/flags.ts';
import { surroundingsText } from './machine.ts';
import { verdictOn, type Result } from './result.ts';
import { rows } from './rows/rows.ts';
import { tableOf } from './table.ts';
import { openWorld } from './world.ts';

const USAGE = `npm run bench -- [OPTIONS]
  Measures the bot. Without --only and --quick it rewrites bench/RESULTS.md, which takes half an hour.
  --only NAME        this row alone; may be repeated
  --rounds N         how often each is measured: 5
  --quick            only shows that every row runs
  --profile FOLDER   writes CPU profiles there
  --node-options='…' Node.js' own options for the bot`;

const { values } = flagsOrExit({
  usage: USAGE,
  options: {
    only: { type: 'string', multiple: true, default: [] },
    rounds: { type: 'string' },
    profile: { type: 'string' },
    'node-options': { type: 'string', default: '' },
    quick: { type: 'boolean', default: false },
  },
});
const names = rows.map(({ name }) => name);
const unknown = values.only.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`no row ${unknown.join(', ')}; there are ${names.join(', ')}`);
  process.exit(1);
}
const chosen = values.only.length === 0 ? rows : rows.filter(({ name }) => values.only.includes(name));
const effort = { quick: values.quick, rounds: Number(values.rounds ?? (values.quick ? 1 : 5)) };

const profiling = values.profile === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', values.profile];
const own = values['node-options'].split(' ').filter((option) => option !== '');
const world = await openWorld({ nodeArguments: [...profiling, ...own] });
const results: Result[] = [];
let failed = 0;
try {
  for (const row of chosen) {
    const from = performance.now();
    // What others measured until then stays good.
    const measured = await row.run(world, effort).catch((error: unknown) => {
      console.error(error);
      return undefined;
    });
    results.push(...(measured ?? []));
    if (measured === undefined) failed += 1;
    const took = `${Math.round((performance.now() - from) / 1000)} s`;
    console.error(`${row.name}: ${measured === undefined ? 'failed' : took}`);
  }
} finally {
  await world.close();
}

const about = surroundingsText({ rounds: effort.rounds, at: new Date() });
const table = tableOf(results);
console.log(`${about}\n\n${table}`);
const whole = chosen === rows && !values.quick;
if (whole && failed === 0) {
  const file = join(checkout(), 'bench/RESULTS.md');
  // What other commands measured stands below, under headings of its own.
  const [, ...others] = readFileSync(file, 'utf8').split(/^(?=## )/m);
  const text = `# What \`npm run bench\` measured\n\n${about}\n\n${table}\n`;
  writeFileSync(file, [text, ...others].map((part) => `${part.trimEnd()}\n`).join('\n'));
}
const missed = results.filter((result) => verdictOn(result) === 'missed');
// A quick run proves that every row runs; its figures mean nothing.
process.exitCode = failed > 0 || (missed.length > 0 && !values.quick) ? 1 : 0;
