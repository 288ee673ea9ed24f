import { setTimeout as sleep } from 'node:timers/promises';
import { alternate, medianRatio } from '../measure/rounds.ts';
import { median } from '../measure/spread.ts';
import type { BenchRow } from './row.ts';

/** Discord lets a bot identify every five seconds; ours waits for its turn, also over a restart. */
const IDENTIFY_EVERY_MS = 5100;

interface Start {
  ms: number;
  cpuMs: number;
}

const text = (rounds: readonly Start[]): string =>
  `${Math.round(median(rounds.map(({ ms }) => ms)))} ms, ${Math.round(median(rounds.map(({ cpuMs }) => cpuMs)))} ms CPU`;

/** From the process being started to its first answer; the interaction comes with the session. */
export const start: BenchRow = {
  name: 'start',
  async run(world, effort) {
    await world.platform.ask('set', { delayMs: 0, distinct: false });
    const folder = world.temporaryFolder();
    // Where Node has a compile cache (22 and later), a start finds what an earlier one compiled.
    const env = { NODE_COMPILE_CACHE: world.temporaryFolder() };
    const ours = () => world.ours({ folder, env, cards: true });
    const bots = { help: ours, rank: ours, discordjs: () => world.other('discordjs-constant', env) };
    const requests = {
      help: { name: 'help' },
      rank: { name: 'rank', options: [{ name: 'id', text: 'p-1' }] },
      discordjs: { name: 'help' },
    };

    async function measure(name: keyof typeof bots): Promise<Start> {
      await sleep(IDENTIFY_EVERY_MS);
      const began = performance.now();
      const bot = await bots[name]();
      const once = { count: 1, seconds: 30, pace: { inFlight: 1 }, atNextSession: true };
      await world.load(bot, { ...once, asked: [requests[name]] });
      const ms = performance.now() - began;
      const cpuMs = bot.cpuMs();
      // No session is left to resume: each start identifies again.
      await bot.kill();
      return { ms, cpuMs };
    }

    // Publishes the commands, which are unchanged from then on, and fills the compile cache of both.
    for (const name of ['help', 'rank', 'discordjs'] as const) await measure(name);
    const { help, rank, discordjs } = await alternate(
      effort.rounds,
      ['help', 'rank', 'discordjs'] as const,
      measure,
    );
    const against = 'discord.js, Guilds intent, constant embed';
    return [
      {
        what: 'start of the built bot to its first answer (/help), commands published before',
        against,
        ours: text(help),
        theirs: text(discordjs),
        figure: medianRatio(help, discordjs, ({ ms }) => ms),
        goal: { atMost: 1 },
      },
      {
        what: 'start of the built bot to its first answer (/rank, with its picture)',
        against,
        ours: text(rank),
        theirs: text(discordjs),
        figure: medianRatio(rank, discordjs, ({ ms }) => ms),
        goal: { atMost: 1 },
      },
    ];
  },
};
