import { linkCallers } from './linked-callers.ts';
import { size, type Row } from './row.ts';

const COMMANDS = 10_000;
const SECONDS = 60;
/** As many as the list shows, so that some callers find themselves on it. */
const LINKED = 50;

export const calls: Row = {
  name: 'calls',
  async run(world, effort) {
    await world.platform.ask('set', { delayMs: 0, distinct: false });
    const folder = world.temporaryFolder();
    await linkCallers(folder, LINKED, (caller) => `listed-${caller}`);
    const bot = await world.ours({ folder });
    await world.platform.ask('calls', {});
    const seconds = size(effort, SECONDS, 3);
    const count = Math.round((COMMANDS * seconds) / SECONDS);
    const from = bot.cpuMs();
    const load = await world.load(bot, {
      asked: [{ name: 'leaderboard' }],
      pace: { perSecond: COMMANDS / SECONDS },
      count,
      // What the pace has not sent by then is sent all the same.
      seconds: seconds * 2,
      callers: 5000,
    });
    const counted = await world.platform.ask('calls', {});
    const cpuMs = (bot.cpuMs() - from) / Math.max(1, load.answers);
    await bot.stop();
    const figure = Object.values(counted).reduce((sum, one) => sum + one, 0);
    return [
      {
        what: `platform calls for ${count} /leaderboard in ${Math.round(load.seconds)} s, by members not linked or on the list`,
        against: '',
        ours: `${figure} calls`,
        theirs: '',
        figure,
        goal: { atMost: 5 },
        beside: `${load.answers} answered, ${load.lost} lost, ${load.plain} without an embed (busy, for the most part); ${cpuMs.toFixed(2)} ms CPU each; final p99 ${Math.round(load.finalMs.p99)} ms`,
      },
    ];
  },
};
