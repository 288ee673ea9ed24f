import { setTimeout as sleep } from 'node:timers/promises';
import { alternate, medianRatio } from '../measure/rounds.ts';
import { median } from '../measure/spread.ts';
import type { Result } from '../result.ts';
import type { BenchBot } from '../world.ts';
import { size, type BenchRow } from './row.ts';

const SERVERS = 2500;
const SETTLES_MS = 5000;
const ANSWERS = 500;

type MemoryKind = 'private' | 'resident';

interface Memory {
  /** Once all servers came and nothing is left to do, and once some commands were answered. */
  atRest: Record<MemoryKind, number>;
  used: Record<MemoryKind, number>;
  guildsSent: number;
}

export const memory: BenchRow = {
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
      const bot: BenchBot = await start[name]();
      const { guildsSent } = await world.discord.ask('session', bot.token);
      const settle = () => sleep(size(effort, SETTLES_MS, 500));
      await settle();
      const atRest = bot.memoryMiB();
      await world.load(bot, {
        asked: [{ name: 'rank', options: [{ name: 'id', text: 'p-1' }] }],
        pace: { inFlight: 16 },
        count: ANSWERS,
        seconds: 20,
      });
      await settle();
      const used = bot.memoryMiB();
      await bot.stop();
      return { atRest, used, guildsSent };
    }

    const { ours, discordjs } = await alternate(effort.rounds, ['ours', 'discordjs'] as const, measure);
    await world.discord.ask('set', { guilds: 1 });
    const row = (kind: MemoryKind): Result => {
      const mib = (rounds: readonly Memory[], when: 'atRest' | 'used') =>
        Math.round(median(rounds.map((round) => round[when][kind])));
      const used = medianRatio(ours, discordjs, (round) => round.used[kind]);
      return {
        what: `${kind} memory with ${servers} servers`,
        against: 'discord.js, Guilds intent',
        ours: `${mib(ours, 'atRest')} MiB`,
        theirs: `${mib(discordjs, 'atRest')} MiB`,
        figure: medianRatio(ours, discordjs, (round) => round.atRest[kind]),
        beside: `after ${ANSWERS} /rank ${mib(ours, 'used')} against ${mib(discordjs, 'used')} MiB (${used.toFixed(2)}); GUILD_CREATE sent as Discord does, to those with the intent: ${ours[0]?.guildsSent} and ${discordjs[0]?.guildsSent}, READY names all servers to both`,
      };
    };
    return [{ ...row('private'), goal: { atMost: 0.28 } }, row('resident')];
  },
};
