import { setTimeout as sleep } from 'node:timers/promises';
import { alternate, medianRatio } from '../measure/rounds.ts';
import { median } from '../measure/spread.ts';
import type { Bot } from '../world.ts';
import { size, type Row } from './row.ts';

const SERVERS = 2500;
const SETTLES_MS = 5000;
const ANSWERS = 500;

interface Memory {
  /** Resident memory once all servers came and nothing is left to do, and once some commands were answered. */
  atRestMiB: number;
  usedMiB: number;
  guildsSent: number;
}

const text = (rounds: readonly Memory[]): string =>
  `${Math.round(median(rounds.map(({ atRestMiB }) => atRestMiB)))} MiB`;

export const memory: Row = {
  name: 'memory',
  async run(world, effort) {
    const servers = size(effort, SERVERS, 100);
    await world.discord.ask('set', { guilds: servers });
    await world.platform.ask('set', { delayMs: 0, distinct: false });
    const start = {
      ours: () => world.ours({ cards: true }),
      discordjs: () => world.other('discordjs-constant'),
    };

    async function measure(name: keyof typeof start): Promise<Memory> {
      const bot: Bot = await start[name]();
      const { guildsSent } = await world.discord.ask('session', bot.token);
      const settle = () => sleep(size(effort, SETTLES_MS, 500));
      await settle();
      const atRestMiB = bot.residentMiB();
      await world.load(bot, {
        asked: [{ name: 'rank', options: [{ name: 'id', text: 'p-1' }] }],
        pace: { inFlight: 16 },
        count: ANSWERS,
        seconds: 20,
      });
      await settle();
      const usedMiB = bot.residentMiB();
      await bot.stop();
      return { atRestMiB, usedMiB, guildsSent };
    }

    const { ours, discordjs } = await alternate(effort.rounds, ['ours', 'discordjs'] as const, measure);
    await world.discord.ask('set', { guilds: 1 });
    const used = medianRatio(ours, discordjs, ({ usedMiB }) => usedMiB);
    const usedText = (rounds: readonly Memory[]) => Math.round(median(rounds.map(({ usedMiB }) => usedMiB)));
    return [
      {
        what: `memory with ${servers} servers`,
        against: 'discord.js, Guilds intent',
        ours: text(ours),
        theirs: text(discordjs),
        figure: medianRatio(ours, discordjs, ({ atRestMiB }) => atRestMiB),
        goal: { atMost: 0.33 },
        beside: `after ${ANSWERS} /rank ${usedText(ours)} against ${usedText(discordjs)} MiB (${used.toFixed(2)}); GUILD_CREATE sent as Discord does, to those with the intent: ${ours[0]?.guildsSent} and ${discordjs[0]?.guildsSent}, READY names all servers to both`,
      },
    ];
  },
};
