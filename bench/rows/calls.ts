import { join } from 'node:path';
import { createLinks } from '../../src/accounts/links.ts';
import { openStores } from '../../src/store/open-stores.ts';
import { FIRST_CALLER } from '../discord/interaction.ts';
import { quiet } from './quiet.ts';
import { size, type Row } from './row.ts';

const COMMANDS = 10_000;
const SECONDS = 60;
/** As many as the list shows, so that some callers find themselves on it. */
const LINKED = 50;

/** Links the first callers to the players of the ranking. */
async function linkCallers(folder: string): Promise<void> {
  const stores = await openStores(`sqlite://${join(folder, 'matchpoint.sqlite')}`, {
    log: quiet,
    now: Date.now,
  });
  const links = createLinks({ stores, now: Date.now, log: quiet });
  for (let caller = 0; caller < LINKED; caller++) {
    // Nothing that is read with the API key opens the tokens.
    const link = { playerId: `listed-${caller}`, tokens: 'none', linkedAt: Date.now() };
    await links.store(String(FIRST_CALLER + BigInt(caller)), link);
  }
  await stores.close();
}

export const calls: Row = {
  name: 'calls',
  async run(world, effort) {
    await world.platform.ask('set', { delayMs: 0, distinct: false });
    const folder = world.temporaryFolder();
    await linkCallers(folder);
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
