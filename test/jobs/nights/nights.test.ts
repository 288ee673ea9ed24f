import { afterAll, describe, expect, it } from 'vitest';
import type { Delay } from '../../../tools/judge/lateness.ts';
import { verdictOf } from '../../../tools/judge/verdict.ts';
import { chooseNights, type MeasuredNight } from './choose.ts';
import { clockOf, SECOND_MS } from './context.ts';
import { playNight, type PlayedNight } from './night.ts';
import { ACTS, CELLS, DISTURBANCES, PRESSES } from './reach.ts';
import { fewest } from './shrink.ts';

const { FUZZ_FROM = '1', FUZZ_RUNS, NIGHT_SEED } = process.env;
/** `NIGHT_SEED=…` plays that night alone and prints it, `FUZZ_RUNS=…` plays so many, from `FUZZ_FROM`. Without them, twenty. */
const seedsFrom = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at);
/** Of 227 nights from 31,000, those that `chooseNights` takes, one of them in a file: half again as many pairs as neighbors meet, in half their time. */
const FIXED = [
  31_022, 31_028, 31_041, 31_075, 31_084, 31_102, 31_118, 31_141, 31_160, 31_164, 31_173, 31_180, 31_183,
  31_185, 31_187, 31_191, 31_197, 31_199, 31_202, 31_220,
];
const RUNS = FUZZ_RUNS === undefined ? FIXED : seedsFrom(Number(FUZZ_FROM), Number(FUZZ_RUNS));
const SEEDS = NIGHT_SEED === undefined ? RUNS : [Number(NIGHT_SEED)];
/** After so many nights, every disturbance has met every act. */
const ALL_PAIRS_RUNS = 10_000;
/** What the fixed seeds have in any case. */
const MET_AT_LEAST: readonly string[] = [
  ...DISTURBANCES,
  ...ACTS,
  ...PRESSES.map((act) => `kill × ${act}`),
  ...CELLS,
];
const PAIRS: readonly string[] = DISTURBANCES.flatMap((kind) => ACTS.map((act) => `${kind} × ${act}`));
const NIGHT_TIMEOUT_MS = 5 * 60_000;

/** What happened, and what the bot said, in order. */
function transcript({ story, world }: PlayedNight): string {
  const said = world.changes.map(({ at, channelId, kind, id, post }) => {
    const { roles = [], users = [] } = post.mentions ?? {};
    const mentions = [...users, ...roles].map((one) => ` @${one}`).join('');
    return `${clockOf(at)}     ${kind} ${channelId} ${id}: ${post.content.replaceAll('\n', ' / ')}${mentions}`;
  });
  const secondOf = (line: string): number => {
    const [minutes = 0, seconds = 0] = (line.split(' ')[0] ?? '').split(':').map(Number);
    return minutes * 60 + seconds;
  };
  return [...story, ...said].toSorted((a, b) => secondOf(a) - secondOf(b)).join('\n');
}

const delays: Delay[] = [];
const measured: MeasuredNight[] = [];
/** How often each act and disturbance happened, and each pair of them met, over all nights. */
const reached = new Map<string, number>();

/** What goes wrong in a failing night with the fewest disturbances, in the order of what happens. */
async function shortStory({ reach, seed }: PlayedNight): Promise<string> {
  const fails = async (spared: ReadonlySet<number>) =>
    verdictOf(await playNight(seed, spared)).faults.length > 0;
  const needed = await fewest(reach.disturbances(), fails);
  const all = Array.from({ length: reach.disturbances() }, (_, at) => at);
  const night = await playNight(seed, new Set(all.filter((one) => !needed.includes(one))));
  const title = `NIGHT_SEED=${seed} fails with ${needed.length} of ${all.length} disturbances:`;
  return [title, ...night.story, ...verdictOf(night).faults.map((fault) => `→ ${fault}`)].join('\n');
}

/** How late things were told, in short. */
function latenessText(what: Delay['what']): string {
  const all = delays.filter((one) => one.what === what).map(({ ms }) => ms / SECOND_MS);
  const sorted = all.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  return `${sorted.length} ${what}s: half within ${at(0.5)} s, p99 ${at(0.99)} s, worst ${at(1)} s`;
}

describe('a night at random', () => {
  afterAll(() => console.log(['result' as const, 'call' as const].map(latenessText).join('\n')));

  it.each(SEEDS)(
    'tells nothing false, twice or late, and all there is to tell (seed %i)',
    async (seed) => {
      const startedAt = process.cpuUsage();
      const night = await playNight(seed);
      const { user, system } = process.cpuUsage(startedAt);
      if (NIGHT_SEED !== undefined) console.log(transcript(night));
      const verdict = verdictOf(night);
      delays.push(...verdict.delays);
      for (const [what, times] of night.reach.counts()) reached.set(what, (reached.get(what) ?? 0) + times);
      const met = new Set([...night.reach.counts().keys()].filter((what) => PAIRS.includes(what)));
      measured.push({ seed, ms: (user + system) / 1000, met });
      if (verdict.faults.length > 0) console.log(await shortStory(night));
      expect(verdict.faults, `NIGHT_SEED=${seed}`).toEqual([]);
    },
    NIGHT_TIMEOUT_MS,
  );

  it.skipIf(NIGHT_SEED !== undefined)('meets what a night is to meet', () => {
    console.log(tableOf(PAIRS));
    if (FUZZ_RUNS !== undefined) console.log(`twenty for every run: ${chooseNights(measured, 20).join()}`);
    const wanted = RUNS.length >= ALL_PAIRS_RUNS ? PAIRS : FUZZ_RUNS === undefined ? MET_AT_LEAST : [];
    expect(wanted.filter((what) => !reached.has(what))).toEqual([]);
  });
});

/** The pairs that were met, by act. */
function tableOf(pairs: readonly string[]): string {
  const met = pairs.filter((pair) => reached.has(pair));
  const lines = ACTS.map((act) => {
    const cells = DISTURBANCES.map((kind) => `${kind} ${reached.get(`${kind} × ${act}`) ?? 0}`);
    return `${act} (${reached.get(act) ?? 0}): ${cells.join(', ')}`;
  });
  return [`${met.length} of ${pairs.length} pairs met`, ...lines].join('\n');
}
