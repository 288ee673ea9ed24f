import { medianRatio } from '../measure/rounds.ts';
import type { Result } from '../result.ts';
import type { BenchWorld } from '../world.ts';
import { besideText, contest, cpuText, NEW_CALLERS, type LoadPlan } from './answering.ts';
import type { BenchRow, Effort } from './row.ts';

const IN_FLIGHT = { inFlight: 64 };

/** 1.5 of discord-hono 0.22.1, which takes 1.35 of the bare endpoint's processor time on @hono/node-server 2.1.9. It is not installed here. */
const OF_BARE = 2;

async function row(
  world: BenchWorld,
  effort: Effort,
  line: {
    what: string;
    ask: Omit<LoadPlan, 'pace'>;
    other: 'http-constant' | 'http-calls';
    against: string;
    atMost?: number;
  },
): Promise<Result> {
  const { what, ask, other, against, atMost } = line;
  const { ours, bare } = await contest(world, effort, {
    bots: { ours: () => world.ours({ mode: 'http' }), bare: () => world.other(other) },
    ask: () => ({ ...ask, callers: NEW_CALLERS, pace: IN_FLIGHT }),
  });
  return {
    what: `HTTP, ${what}, 64 in flight`,
    against: `bare node:http, Ed25519 verified, ${against}`,
    ours: cpuText(ours),
    theirs: cpuText(bare),
    figure: medianRatio(ours, bare, ({ cpuMs }) => cpuMs),
    ...(atMost !== undefined && { goal: { atMost } }),
    beside: besideText(ours, bare),
  };
}

export const httpConstant: BenchRow = {
  name: 'http-constant',
  async run(world, effort) {
    await world.platform.ask('set', { delayMs: 0, distinct: false });
    const peer = { other: 'http-constant', against: 'constant embed' } as const;
    return [
      await row(world, effort, {
        ...peer,
        what: '/rank of one player by new callers',
        ask: { asked: [{ name: 'rank', options: [{ name: 'id', text: 'p-1' }] }] },
        atMost: OF_BARE,
      }),
      await row(world, effort, {
        ...peer,
        what: '/leaderboard of a kept list by new callers',
        ask: { asked: [{ name: 'leaderboard' }] },
      }),
    ];
  },
};

export const httpRank: BenchRow = {
  name: 'http-rank',
  async run(world, effort) {
    const results: Result[] = [];
    for (const { delayMs, atMost } of [
      { delayMs: 0, atMost: 0.6 },
      { delayMs: 20, atMost: 0.75 },
    ]) {
      await world.platform.ask('set', { delayMs, distinct: true });
      const one = await row(world, effort, {
        other: 'http-calls',
        against: "two calls by Node's own fetch",
        what: `/rank of another player each time, platform at ${delayMs} ms`,
        ask: { asked: [{ name: 'rank', options: [{ name: 'id', text: 'p-#' }] }] },
        atMost,
      });
      results.push(one);
    }
    await world.platform.ask('set', { delayMs: 0 });
    return results;
  },
};
