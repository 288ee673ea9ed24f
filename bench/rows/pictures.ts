import { setTimeout as sleep } from 'node:timers/promises';
import { bracketSvg } from '../../src/pictures/bracket-svg.ts';
import { createPainter } from '../../src/pictures/painter.ts';
import { rankCardSvg } from '../../src/pictures/rank-card.ts';
import { inSlices } from '../../src/async/slices.ts';
import { createWords } from '../../src/words/words.ts';
import { createLoopWatch } from '../measure/loop-watch.ts';
import { median } from '../measure/spread.ts';
import type { Result } from '../result.ts';
import { doubleElimination, singleElimination } from './brackets.ts';
import { size, type BenchRow } from './row.ts';

/** The longest stall of the event loop, unless a row names another. */
const STALL_MS = 20;

const t = createWords().in('en-US');
const whole = (bracket: Parameters<typeof bracketSvg>[0]) => (round: number) =>
  // Another title each time: an equal picture would not be drawn again.
  inSlices(bracketSvg(bracket, { window: { kind: 'whole' }, t, title: `Open Cup ${round}` }));

interface Drawn {
  name: string;
  goalMs: number;
  stallMs?: number;
  times: number;
  svg: (round: number) => string | Promise<string>;
}

const PICTURES: readonly Drawn[] = [
  {
    name: 'rank card',
    goalMs: 120,
    times: 50,
    svg: (round) =>
      rankCardSvg({ player: { id: '1', name: `Mai ${round}` }, rank: { elo: 2400 }, form: [], t }),
  },
  { name: 'bracket of 16', goalMs: 120, times: 50, svg: whole(singleElimination(16, 2)) },
  { name: 'bracket of 64', goalMs: 120, times: 50, svg: whole(singleElimination(64)) },
  { name: 'bracket of 64, double', goalMs: 500, times: 20, svg: whole(doubleElimination(64)) },
  { name: 'bracket of 256', goalMs: 500, stallMs: 50, times: 20, svg: whole(singleElimination(256)) },
  { name: 'bracket of 1,024', goalMs: 1000, stallMs: 150, times: 5, svg: whole(singleElimination(1024)) },
];

/** What the loop of this machine stalls while nothing is drawn: on a busy one, no figure below is the bot's own. */
async function idleStallMs(forMs: number): Promise<number> {
  const watch = createLoopWatch();
  await sleep(forMs);
  return watch.read().longestMs;
}

/** How long pictures take, and how long the loop stands still meanwhile; in this process, which does nothing else. */
export const pictures: BenchRow = {
  name: 'pictures',
  async run(_world, effort) {
    const paint = createPainter();
    // The library and its fonts are loaded by it, too.
    await paint({ subject: 'none', svg: () => PICTURES[0]?.svg(-1) ?? '', description: () => '' });
    const still = await idleStallMs(size(effort, 3000, 500));
    const results: Result[] = [];
    for (const { name, goalMs, stallMs: allowedMs = STALL_MS, times, svg } of PICTURES) {
      const watch = createLoopWatch();
      // The first one compiles the code: it counts among the stalls, and not among the times.
      await paint({ subject: `${name}, the first`, svg: () => svg(-1), description: () => '' });
      const cpu = process.cpuUsage();
      const durations: number[] = [];
      const building: number[] = [];
      const rounds = size(effort, times, 3);
      for (let round = 0; round < rounds; round++) {
        const from = performance.now();
        const built = async () => {
          const began = performance.now();
          const text = await svg(round);
          building.push(performance.now() - began);
          return text;
        };
        await paint({ subject: `${name} ${round}`, svg: built, description: () => '' });
        durations.push(performance.now() - from);
      }
      const { longestMs: stallMs } = watch.read();
      const { user, system } = process.cpuUsage(cpu);
      const same = { against: 'nothing drawn', theirs: `${still.toFixed(1)} ms longest stall` };
      results.push(
        {
          what: `picture, ${name}: median ms of ${rounds}`,
          against: '',
          ours: `${median(durations).toFixed(0)} ms`,
          theirs: '',
          figure: median(durations),
          goal: { atMost: goalMs },
          beside: `${((user + system) / 1000 / rounds).toFixed(0)} ms CPU, of it SVG ${median(building).toFixed(1)} ms`,
        },
        {
          what: `picture, ${name}: longest stall of the loop, the first drawing included`,
          ...same,
          ours: `${stallMs.toFixed(1)} ms`,
          figure: stallMs,
          goal: { atMost: allowedMs },
        },
      );
    }
    return results;
  },
};
