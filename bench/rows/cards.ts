import { medianRatio } from '../measure/rounds.ts';
import { besideText, contest, cpuText } from './answering.ts';
import { size, type BenchRow } from './row.ts';

/** Below the rate from which on answers go without a card. */
const PACE = { perSecond: 4 };
const SECONDS = 10;

/** What a rank card adds to its answer, drawn again for each. */
export const cards: BenchRow = {
  name: 'cards',
  async run(world, effort) {
    await world.platform.ask('set', { delayMs: 0, distinct: true });
    const { drawn, words } = await contest(world, effort, {
      bots: { drawn: () => world.ours({ cards: true }), words: () => world.ours() },
      ask: () => ({ asked: [{ name: 'rank', options: [{ name: 'id', text: 'p-#' }] }], pace: PACE }),
      seconds: size(effort, SECONDS, 1),
    });
    return [
      {
        what: `gateway, ${PACE.perSecond} /rank a second, each with a card of its own`,
        against: 'the same without cards',
        ours: cpuText(drawn),
        theirs: cpuText(words),
        figure: medianRatio(drawn, words, ({ cpuMs }) => cpuMs),
        beside: besideText(drawn, words),
      },
    ];
  },
};
