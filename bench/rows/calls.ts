import type { Result } from '../result.ts';
import type { BenchWorld } from '../world.ts';
import { linkCallers } from './linked-callers.ts';
import { size, type Effort, type BenchRow } from './row.ts';

const COMMANDS = 10_000;
const SECONDS = 60;
/** As many as the list shows, so that some callers find themselves on it. */
const LINKED = 50;

const LOADS = [
  { command: 'leaderboard', options: [], by: 'members not linked or on the list', atMost: 5 },
  {
    command: 'bracket',
    options: [{ name: 'tournament', text: 't-1' }],
    by: 'members who ask for one of 64',
    atMost: 10,
  },
];

async function count(world: BenchWorld, effort: Effort, load: (typeof LOADS)[number]): Promise<Result> {
  const { command, options, by, atMost } = load;
  const folder = world.temporaryFolder();
  await linkCallers(folder, LINKED, (caller) => `listed-${caller}`);
  const bot = await world.ours({ folder });
  await world.platform.ask('calls', {});
  const seconds = size(effort, SECONDS, 3);
  const total = Math.round((COMMANDS * seconds) / SECONDS);
  const from = bot.cpuMs();
  const answered = await world.load(bot, {
    asked: [{ name: command, options }],
    pace: { perSecond: COMMANDS / SECONDS },
    count: total,
    // What the pace has not sent by then is sent all the same.
    seconds: seconds * 2,
    callers: 5000,
  });
  const counted = await world.platform.ask('calls', {});
  const cpuMs = (bot.cpuMs() - from) / Math.max(1, answered.answers);
  await bot.stop();
  const figure = Object.values(counted).reduce((sum, one) => sum + one, 0);
  return {
    what: `platform calls for ${total} /${command} in ${Math.round(answered.seconds)} s, by ${by}`,
    against: '',
    ours: `${figure} calls`,
    theirs: '',
    figure,
    goal: { atMost },
    beside: `${answered.answers} answered, ${answered.lost} lost, ${answered.plain} without an embed (busy, for the most part); ${cpuMs.toFixed(2)} ms CPU each; final p99 ${Math.round(answered.finalMs.p99)} ms`,
  };
}

export const calls: BenchRow = {
  name: 'calls',
  async run(world, effort) {
    await world.platform.ask('set', { delayMs: 0, distinct: false });
    const results: Result[] = [];
    for (const load of LOADS) results.push(await count(world, effort, load));
    return results;
  },
};
