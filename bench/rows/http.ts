import { medianRatio } from '../measure/rounds.ts';
import { besideText, contest, cpuText, NEW_CALLERS, rateText } from './answering.ts';
import type { BenchRow } from './row.ts';

const IN_FLIGHT = { inFlight: 64 };

export const httpConstant: BenchRow = {
  name: 'http-constant',
  async run(world, effort) {
    await world.platform.ask('set', { delayMs: 0, distinct: false });
    const against = 'bare node:http, Ed25519 verified, constant embed';
    const bots = { ours: () => world.ours({ mode: 'http' }), bare: () => world.other('http-constant') };
    const requests = {
      rank: { name: 'rank', options: [{ name: 'id', text: 'p-1' }] },
      board: { name: 'leaderboard' },
    };
    const play = (one: keyof typeof requests) =>
      contest(world, effort, {
        bots,
        ask: () => ({ asked: [requests[one]], callers: NEW_CALLERS, pace: IN_FLIGHT }),
      });
    const rank = await play('rank');
    const board = await play('board');
    const line = ({ ours, bare }: typeof rank) => ({
      against,
      ours: `${rateText(ours)}, ${cpuText(ours)}`,
      theirs: `${rateText(bare)}, ${cpuText(bare)}`,
      figure: medianRatio(ours, bare, ({ perSecond }) => perSecond),
      beside: besideText(ours, bare),
    });
    return [
      {
        what: 'HTTP, answers a second, /rank of one player by new callers, 64 in flight',
        ...line(rank),
        goal: { atLeast: 0.85 },
      },
      {
        what: 'HTTP, answers a second, /leaderboard of a kept list by new callers, 64 in flight',
        ...line(board),
      },
    ];
  },
};

export const httpRank: BenchRow = {
  name: 'http-rank',
  async run(world, effort) {
    await world.platform.ask('set', { delayMs: 20, distinct: true });
    const { ours, bare } = await contest(world, effort, {
      bots: { ours: () => world.ours({ mode: 'http' }), bare: () => world.other('http-calls') },
      ask: () => ({ asked: [{ name: 'rank', options: [{ name: 'id', text: 'p-#' }] }], pace: IN_FLIGHT }),
    });
    await world.platform.ask('set', { delayMs: 0 });
    return [
      {
        what: 'HTTP, /rank of another player each time, platform 20 ms away, 64 in flight',
        against: "bare node:http, Ed25519 verified, the same calls by undici's request",
        ours: cpuText(ours),
        theirs: cpuText(bare),
        figure: medianRatio(ours, bare, ({ cpuMs }) => cpuMs),
        goal: { atMost: 1.5 },
        beside: besideText(ours, bare),
      },
    ];
  },
};
