import { setTimeout as wait } from 'node:timers/promises';
import type { PlaygroundBot } from '../bot.ts';
import type { DiscordStandIn } from '../../tools/discord-stand-in/server.ts';
import type { Random } from '../../tools/platform-stand-in/random.ts';

/** When replicas were ended, and when none was connected to the gateway. */
export interface Outages {
  /** A process takes some milliseconds to be `gone`. */
  readonly kills: readonly { url: string; at: number; gone: number }[];
  readonly stops: readonly { url: string; at: number; code: number | null }[];
  /** Pairs of when a gateway's connection ended and when one was there again. */
  readonly gaps: readonly { from: number; to: number }[];
}

const AWAY_MS = { least: 100, most: 1500 };

interface RestartsDeps {
  bots: readonly PlaygroundBot[];
  discord: DiscordStandIn;
  random: Random;
  now: () => number;
  /** About so long between two. */
  everyMs: number;
}

/**
 * Kills and stops replicas, one at a time, and starts each again: once each way at least. `run` resolves once all are
 * there.
 */
export function createRestarts({ bots, discord, random, now, everyMs }: RestartsDeps) {
  const kills: { url: string; at: number; gone: number }[] = [];
  const stops: { url: string; at: number; code: number | null }[] = [];
  const gaps: { from: number; to: number }[] = [];
  discord.onEvent(({ type }) => {
    const last = gaps.at(-1);
    if (type === 'bot-disconnected' && last?.to !== Infinity) gaps.push({ from: now(), to: Infinity });
    if (type === 'bot-connected' && last !== undefined) last.to = Math.min(last.to, now());
  });
  const outages: Outages = { kills, stops, gaps };
  return {
    outages,
    async run(isOver: () => boolean): Promise<void> {
      for (let turn = 0; ; turn += 1) {
        await wait(everyMs * (0.6 + 0.8 * random.next()));
        if (turn >= 2 && isOver()) return;
        const bot = random.pick(bots);
        const at = now();
        if (turn % 2 === 0) {
          const kill = { url: bot.url, at, gone: Infinity };
          kills.push(kill);
          await bot.kill();
          kill.gone = now();
        } else stops.push({ url: bot.url, at, code: await bot.stop() });
        await wait(random.integer(AWAY_MS.least, AWAY_MS.most));
        await bot.start();
      }
    },
  };
}
