import { medianRatio } from '../measure/rounds.ts';
import type { Result } from '../result.ts';
import type { BenchBot, BenchWorld } from '../world.ts';
import { besideText, contest, cpuText, NEW_CALLERS, type Answering, type LoadPlan } from './answering.ts';
import { linkCallers } from './linked-callers.ts';
import type { Effort, BenchRow } from './row.ts';

const IN_FLIGHT = { inFlight: 64 };

function cpuRow(
  line: Pick<Result, 'what' | 'against'> & { atMost?: number | undefined },
  ours: readonly Answering[],
  theirs: readonly Answering[],
): Result {
  const { atMost, ...named } = line;
  return {
    ...named,
    ours: cpuText(ours),
    theirs: cpuText(theirs),
    figure: medianRatio(ours, theirs, ({ cpuMs }) => cpuMs),
    ...(atMost !== undefined && { goal: { atMost } }),
    beside: besideText(ours, theirs),
  };
}

const others = (world: BenchWorld) => ({
  discordjs: () => world.other('discordjs-constant'),
  core: () => world.other('core-constant'),
});

/** Ours against both bots that answer the same to everything. */
async function againstConstants(
  world: BenchWorld,
  effort: Effort,
  row: {
    what: string;
    ours?: () => Promise<BenchBot>;
    ask: Omit<LoadPlan, 'pace'>;
    goals?: { discordjs?: number; core?: number };
  },
): Promise<Result[]> {
  await world.platform.ask('set', { delayMs: 0, distinct: false });
  const { ours, discordjs, core } = await contest(world, effort, {
    bots: { ours: row.ours ?? (() => world.ours()), ...others(world) },
    ask: () => ({ ...row.ask, pace: IN_FLIGHT }),
  });
  const what = `gateway, ${row.what}, 64 in flight`;
  return [
    cpuRow(
      { what, against: 'discord.js, Guilds intent, constant embed', atMost: row.goals?.discordjs },
      ours,
      discordjs,
    ),
    cpuRow({ what, against: '@discordjs/core, constant embed', atMost: row.goals?.core }, ours, core),
  ];
}

/** One player asked for again and again, and a cached list. */
export const gatewayConstant: BenchRow = {
  name: 'gateway-constant',
  run: async (world, effort) => [
    ...(await againstConstants(world, effort, {
      what: '/rank of one player by new callers',
      ask: { asked: [{ name: 'rank', options: [{ name: 'id', text: 'p-1' }] }], callers: NEW_CALLERS },
      goals: { core: 1.2 },
    })),
    ...(await againstConstants(world, effort, {
      what: '/leaderboard of a kept list by new callers',
      ask: { asked: [{ name: 'leaderboard' }], callers: NEW_CALLERS },
      goals: { discordjs: 2 },
    })),
  ],
};

/** More than ask within a second or two: no member exceeds the rate limit. */
const MEMBERS = 2000;

/** Each member's own rank: what a link costs beside. */
export const gatewayOwn: BenchRow = {
  name: 'gateway-own',
  async run(world, effort) {
    const folder = world.temporaryFolder();
    await linkCallers(folder, MEMBERS, (caller) => `p-${caller}`);
    return againstConstants(world, effort, {
      what: `/rank without an option, ${MEMBERS} linked members in turn`,
      ours: () => world.ours({ folder }),
      ask: { asked: [{ name: 'rank' }], callers: MEMBERS },
    });
  },
};

/** One bracket of 64, whose picture is cached. */
export const gatewayBracket: BenchRow = {
  name: 'gateway-bracket',
  run: (world, effort) =>
    againstConstants(world, effort, {
      what: '/bracket of one tournament of 64, with its picture',
      ask: { asked: [{ name: 'bracket', options: [{ name: 'tournament', text: 't-1' }] }] },
    }),
};

async function anotherEachTime(
  world: BenchWorld,
  effort: Effort,
  { delayMs, atMost }: { delayMs: number; atMost: number },
): Promise<Result[]> {
  await world.platform.ask('set', { delayMs, distinct: true });
  const { ours, edit, reply } = await contest(world, effort, {
    bots: {
      ours: () => world.ours(),
      edit: () => world.other('discordjs-edit'),
      reply: () => world.other('discordjs-reply'),
    },
    ask: () => ({
      asked: [{ name: 'rank', options: [{ name: 'id', text: 'p-#' }] }],
      callers: NEW_CALLERS,
      pace: IN_FLIGHT,
    }),
  });
  await world.platform.ask('set', { delayMs: 0 });
  const what = `gateway, /rank of another player each time by new callers, platform at ${delayMs} ms`;
  return [
    cpuRow({ what, against: 'discord.js, Guilds intent, defer, fetch, edit', atMost }, ours, edit),
    cpuRow({ what, against: 'discord.js without intents, fetch, one reply' }, ours, reply),
  ];
}

/** Another player each time: no answer comes from the cache. */
export const gatewayRank: BenchRow = {
  name: 'gateway-rank',
  run: async (world, effort) => [
    ...(await anotherEachTime(world, effort, { delayMs: 0, atMost: 0.35 })),
    ...(await anotherEachTime(world, effort, { delayMs: 20, atMost: 0.55 })),
  ],
};
