/**
 * How long pictures take, and how long the loop stands still meanwhile: `npx tsc --noEmit false --outDir dist/bench-build
 * && node dist/bench-build/bench/pictures.js`, or `node bench/pictures.ts` from Node 22.18 on.
 */
import { availableParallelism } from 'node:os';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { bracketSvg } from '../src/pictures/bracket-svg.ts';
import { createPainter } from '../src/pictures/painter.ts';
import { rankCardSvg } from '../src/pictures/rank-card.ts';
import { createWords } from '../src/words/words.ts';
import { doubleElimination, singleElimination } from '../test/pictures/brackets.ts';

const t = createWords().in('en-US');
const whole = (bracket: Parameters<typeof bracketSvg>[0]) => (round: number) =>
  // Another title each time: an equal picture would not be drawn again.
  bracketSvg(bracket, { window: { kind: 'whole' }, t, title: `Open Cup ${round}` });

const rows: { name: string; goalMs: number; rounds: number; svg: (round: number) => string }[] = [
  {
    name: 'rank card',
    goalMs: 120,
    rounds: 50,
    svg: (round) => rankCardSvg({ name: `Mai ${round}`, rating: 2400, t }),
  },
  { name: '16 players', goalMs: 120, rounds: 50, svg: whole(singleElimination(16, { played: 2 })) },
  { name: '64 players', goalMs: 120, rounds: 50, svg: whole(singleElimination(64)) },
  { name: '64 players, double', goalMs: 500, rounds: 20, svg: whole(doubleElimination(64)) },
  { name: '256 players', goalMs: 500, rounds: 20, svg: whole(singleElimination(256)) },
];

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const painter = createPainter();
const start = performance.now();
await painter.warm();
console.log(
  `Node ${process.version}, ${availableParallelism()} cores; library and fonts ready in ${Math.round(performance.now() - start)} ms`,
);

/** What the loop of this machine stalls while nothing is drawn: on a busy one, no figure below is the bot's own. */
async function idleStallMs(): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await setTimeout(3000);
  delay.disable();
  return delay.max / 1e6;
}
console.log(`longest stall while nothing is drawn: ${(await idleStallMs()).toFixed(1)} ms`);

let failed = false;
for (const { name, goalMs, rounds, svg } of rows) {
  // The first one compiles the code.
  await painter.paint(svg(-1));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const cpu = process.cpuUsage();
  const times: number[] = [];
  const building: number[] = [];
  let bytes = 0;
  for (let round = 0; round < rounds; round++) {
    const from = performance.now();
    const drawn = svg(round);
    building.push(performance.now() - from);
    bytes = (await painter.paint(drawn)).length;
    times.push(performance.now() - from);
  }
  delay.disable();
  const { user, system } = process.cpuUsage(cpu);
  const stallMs = delay.max / 1e6;
  const misses = median(times) > goalMs || stallMs > 20;
  failed ||= misses;
  console.log(
    [
      name.padEnd(20),
      `median ${median(times).toFixed(0).padStart(4)} ms (goal ${goalMs})`,
      `CPU ${((user + system) / 1000 / rounds).toFixed(0).padStart(3)} ms`,
      `of it SVG ${median(building).toFixed(1).padStart(5)} ms`,
      `stall p99 ${(delay.percentile(99) / 1e6).toFixed(1).padStart(4)}, longest ${stallMs.toFixed(1).padStart(5)} ms (goal 20)`,
      `${Math.round(bytes / 1024)} KiB`,
      misses ? 'MISSED' : '',
    ].join('  '),
  );
}
process.exitCode = failed ? 1 : 0;
