import type { Load, LoadResult } from '../discord/questions.ts';
import { alternate, type Rounds } from '../measure/rounds.ts';
import { median } from '../measure/spread.ts';
import type { BenchBot, BenchWorld } from '../world.ts';
import { size, type Effort } from './row.ts';

export interface Answering extends LoadResult {
  /** CPU milliseconds of the bot's process for one answer. */
  cpuMs: number;
  perSecond: number;
}

export type LoadPlan = Omit<Load, 'token' | 'endpoint' | 'count' | 'seconds'>;

/** Those over HTTP are signed before, each. */
const MOST = 40_000;
/** V8 optimizes a program only after seconds of work: of processor time, which a busy machine gives more slowly. */
const WARM_UP = { cpuMs: 6000, atMostMs: 30_000 };
const ROUND_SECONDS = 2.5;
/** More members than interactions: each asks for the first time. */
export const NEW_CALLERS = 1_000_000_000;

async function answering(
  world: BenchWorld,
  bot: BenchBot,
  load: LoadPlan & { count: number; seconds: number },
): Promise<Answering> {
  const before = bot.cpuMs();
  const result = await world.load(bot, load);
  const answers = Math.max(1, result.answers);
  return { ...result, cpuMs: (bot.cpuMs() - before) / answers, perSecond: result.answers / result.seconds };
}

interface Contest<K extends string> {
  bots: Record<K, () => Promise<BenchBot>>;
  /** The same for every bot, except for the commands. */
  ask: (name: K) => LoadPlan;
  /** Of a round. */
  seconds?: number;
}

/** Starts the bots, warms them up, and lets them answer in turn. */
export async function contest<K extends string>(
  world: BenchWorld,
  effort: Effort,
  { ask, ...contest }: Contest<K>,
): Promise<Rounds<K, Answering>> {
  const [rounds] = await contests(world, effort, { ...contest, asks: [ask] });
  if (rounds === undefined) throw new Error('no contest was held');
  return rounds;
}

/** The same bots in several contests, one after the other. */
export async function contests<K extends string>(
  world: BenchWorld,
  effort: Effort,
  {
    bots,
    asks,
    seconds = size(effort, ROUND_SECONDS, 0.5),
  }: Omit<Contest<K>, 'ask'> & { asks: readonly Contest<K>['ask'][] },
): Promise<Rounds<K, Answering>[]> {
  // Keys of a record are its names.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const names = Object.keys(bots) as K[];
  const started = new Map<K, BenchBot>();
  try {
    for (const name of names) started.set(name, await bots[name]());
    const run = (ask: Contest<K>['ask'], name: K) => {
      const bot = started.get(name);
      if (bot === undefined) throw new Error(`${name} was not started`);
      return answering(world, bot, { ...ask(name), count: MOST, seconds });
    };
    const results: Rounds<K, Answering>[] = [];
    for (const ask of asks) {
      // Compiled code, open connections, loaded fonts.
      for (const name of names) {
        const until = performance.now() + size(effort, WARM_UP.atMostMs, 500);
        for (let leftMs = WARM_UP.cpuMs; leftMs > 0 && performance.now() < until;) {
          const { answers, cpuMs } = await run(ask, name);
          leftMs -= Math.max(1, answers) * cpuMs;
        }
      }
      results.push(await alternate(effort.rounds, names, (name) => run(ask, name)));
    }
    return results;
  } finally {
    await Promise.all([...started.values()].map((bot) => bot.stop()));
  }
}

const decimals = (value: number): string => value.toFixed(value < 1 ? 3 : 2);

export const cpuText = (rounds: readonly Answering[]): string =>
  `${decimals(median(rounds.map(({ cpuMs }) => cpuMs)))} ms CPU`;

const rateText = (rounds: readonly Answering[]): string =>
  `${Math.round(median(rounds.map(({ perSecond }) => perSecond)))}/s`;

/** Answers that were none, over all rounds; nothing where all is well. */
function faultsText(name: string, rounds: readonly Answering[]): string[] {
  const sum = (of: (one: Answering) => number) => rounds.reduce((total, one) => total + of(one), 0);
  const unanswered = sum((one) => one.lost);
  const plain = sum((one) => one.plain);
  return [
    ...(unanswered > 0 ? [`${name} left ${unanswered} unanswered`] : []),
    ...(plain > 0 ? [`${name}: ${plain} without an embed`] : []),
  ];
}

/** What stands beside a ratio of CPU time. */
export const besideText = (ours: readonly Answering[], theirs: readonly Answering[]): string =>
  [
    `${rateText(ours)} against ${rateText(theirs)}`,
    ...faultsText('ours', ours),
    ...faultsText('theirs', theirs),
  ].join('; ');
