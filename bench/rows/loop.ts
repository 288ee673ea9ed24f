import { createLoopWatch, type LoopDelay } from '../measure/loop-watch.ts';
import { median } from '../measure/spread.ts';
import { size, type BenchRow } from './row.ts';

const SECONDS = 10;
const COMMANDS = { perSecond: 200 };
/** A hundredth of the commands draws a bracket for the first time: two a second. */
const BRACKET_EVERY = 100;

const text = ({ p999Ms, longestMs }: LoopDelay): string =>
  `p99.9 ${p999Ms.toFixed(1)} ms, longest ${longestMs.toFixed(1)} ms`;

export const loop: BenchRow = {
  name: 'loop',
  async run(world, effort) {
    await world.platform.ask('set', { delayMs: 0, distinct: false });
    const others = [
      { name: 'leaderboard' },
      { name: 'help' },
      { name: 'tournaments' },
      { name: 'rank', options: [{ name: 'id', text: 'p-1' }] },
    ];
    const bracket = { name: 'bracket', options: [{ name: 'tournament', text: 't-#' }] };
    const requests = Array.from({ length: BRACKET_EVERY }, (_, at) => others[at % others.length] ?? bracket);
    requests[0] = bracket;

    const bot = await world.oursProbed();
    // This process has nothing to do meanwhile: what its loop is late is the machine's doing.
    const witness = createLoopWatch();
    const still: LoopDelay[] = [];
    const busy: LoopDelay[] = [];
    const remarks: string[] = [];
    const seconds = size(effort, SECONDS, 1);
    await world.load(bot, { asked: requests, pace: COMMANDS, count: 1000, seconds: size(effort, 4, 1) });
    for (let round = 0; round < effort.rounds; round++) {
      await bot.ask('delay', {});
      witness.read();
      const load = await world.load(bot, { asked: requests, pace: COMMANDS, count: 100_000, seconds });
      busy.push(await bot.ask('delay', {}));
      still.push(witness.read());
      remarks.push(
        `${Math.round(load.answers / load.seconds)}/s, ${load.lost} lost, final p99 ${Math.round(load.finalMs.p99)} ms`,
      );
    }
    await bot.stop();
    const middle = (delays: readonly LoopDelay[]) =>
      delays.toSorted((a, b) => a.p999Ms - b.p999Ms)[delays.length >> 1] ?? delays[0];
    const [ours, theirs] = [middle(busy), middle(still)];
    if (ours === undefined || theirs === undefined) throw new Error('no round was measured');
    return [
      {
        what: "event loop's delay, 200 commands a second, two of them 64-player brackets",
        against: 'a process with nothing to do, at the same time',
        ours: text(ours),
        theirs: text(theirs),
        figure: median(busy.map(({ p999Ms }) => p999Ms)),
        goal: { atMost: 20 },
        beside: remarks.join('; '),
      },
    ];
  },
};
