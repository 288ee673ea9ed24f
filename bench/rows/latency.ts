import { median } from '../measure/spread.ts';
import { medianRatio } from '../measure/rounds.ts';
import { besideText, contest, type Answering } from './answering.ts';
import type { BenchRow } from './row.ts';

const PACE = { perSecond: 50 };
const DISCORD_MS = 50;
const PLATFORM_MS = 20;

const finalText = (rounds: readonly Answering[]): string =>
  `${median(rounds.map(({ finalMs }) => finalMs.p50)).toFixed(1)} ms`;

/** What members wait for: from the interaction's sending to the final answer's arrival at Discord. */
export const latency: BenchRow = {
  name: 'latency',
  async run(world, effort) {
    await world.discord.ask('set', { restDelayMs: DISCORD_MS });
    await world.platform.ask('set', { delayMs: PLATFORM_MS, distinct: true });
    const { ours, edit } = await contest(world, effort, {
      bots: { ours: () => world.ours(), edit: () => world.other('discordjs-edit') },
      ask: () => ({ asked: [{ name: 'rank', options: [{ name: 'id', text: 'p-#' }] }], pace: PACE }),
    });
    await world.discord.ask('set', { restDelayMs: 0 });
    await world.platform.ask('set', { delayMs: 0 });
    return [
      {
        what: `gateway, ${PACE.perSecond} /rank a second, Discord ${DISCORD_MS} ms and platform ${PLATFORM_MS} ms away: to the final answer`,
        against: 'discord.js, Guilds intent, defer, fetch, edit',
        ours: finalText(ours),
        theirs: finalText(edit),
        figure: medianRatio(ours, edit, ({ finalMs }) => finalMs.p50),
        goal: { atMost: 0.31 },
        beside: besideText(ours, edit),
      },
    ];
  },
};
