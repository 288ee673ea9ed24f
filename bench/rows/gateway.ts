import { medianRatio } from '../measure/rounds.ts';
import type { Result } from '../result.ts';
import { besideText, contest, cpuText, type Answering } from './answering.ts';
import type { Row } from './row.ts';

const IN_FLIGHT = { inFlight: 64 };

function cpuRow(
  line: Pick<Result, 'what' | 'against'> & { atMost?: number },
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

/** One player asked for again and again, and a list that is kept. */
export const gatewayConstant: Row = {
  name: 'gateway-constant',
  async run(world, effort) {
    await world.platform.ask('set', { delayMs: 0, distinct: false });
    const ask = (text: string) => () => ({
      asked: [{ name: 'rank', options: [{ name: 'id', text }] }],
      pace: IN_FLIGHT,
    });
    const others = {
      discordjs: () => world.other('discordjs-constant'),
      core: () => world.other('core-constant'),
    };
    const rank = await contest(world, effort, {
      bots: { ours: () => world.ours(), ...others },
      ask: ask('p-1'),
    });
    const board = await contest(world, effort, {
      bots: { ours: () => world.ours(), ...others },
      ask: () => ({ asked: [{ name: 'leaderboard' }], pace: IN_FLIGHT }),
    });
    const discordjs = 'discord.js, Guilds intent, constant embed';
    const core = '@discordjs/core, constant embed';
    const what = 'gateway, /rank of one player, 64 in flight';
    const list = 'gateway, /leaderboard of a kept list, 64 in flight';
    return [
      cpuRow({ what, against: discordjs, atMost: 0.45 }, rank.ours, rank.discordjs),
      cpuRow({ what, against: core, atMost: 1.1 }, rank.ours, rank.core),
      cpuRow({ what: list, against: discordjs }, board.ours, board.discordjs),
      cpuRow({ what: list, against: core }, board.ours, board.core),
    ];
  },
};

/** Another player each time: nothing of it is kept. */
export const gatewayRank: Row = {
  name: 'gateway-rank',
  async run(world, effort) {
    const play = async (distinct: boolean) => {
      await world.platform.ask('set', { delayMs: 0, distinct });
      return contest(world, effort, {
        bots: {
          ours: () => world.ours(),
          edit: () => world.other('discordjs-edit'),
          reply: () => world.other('discordjs-reply'),
        },
        ask: () => ({ asked: [{ name: 'rank', options: [{ name: 'id', text: 'p-#' }] }], pace: IN_FLIGHT }),
      });
    };
    const each = await play(true);
    const equal = await play(false);
    const edit = 'discord.js, Guilds intent, defer, fetch, edit';
    const reply = 'discord.js without intents, fetch, one reply';
    const what = 'gateway, /rank of another player each time, platform at 0 ms';
    return [
      cpuRow({ what, against: edit, atMost: 0.25 }, each.ours, each.edit),
      cpuRow({ what, against: reply, atMost: 0.4 }, each.ours, each.reply),
      cpuRow({ what: `${what}, all of one name (one picture)`, against: edit }, equal.ours, equal.edit),
      cpuRow({ what: `${what}, all of one name (one picture)`, against: reply }, equal.ours, equal.reply),
    ];
  },
};
