import { afterAll, describe, expect, it } from 'vitest';
import { clockOf, SECOND_MS } from './context.ts';
import { playNight, type PlayedNight } from './night.ts';
import type { Delay } from './oracle/lateness.ts';
import { verdictOf } from './oracle/oracle.ts';

const { FUZZ_FROM = '1', FUZZ_RUNS, NIGHT_SEED } = process.env;
/** `NIGHT_SEED=…` plays that night alone and prints it, `FUZZ_RUNS=…` plays so many, from `FUZZ_FROM`. Without them, twenty. */
const seedsFrom = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at);
const FIXED = seedsFrom(30_001, 20);
const RUNS = FUZZ_RUNS === undefined ? FIXED : seedsFrom(Number(FUZZ_FROM), Number(FUZZ_RUNS));
const SEEDS = NIGHT_SEED === undefined ? RUNS : [Number(NIGHT_SEED)];
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
      const night = await playNight(seed);
      if (NIGHT_SEED !== undefined) console.log(transcript(night));
      const verdict = verdictOf(night);
      delays.push(...verdict.delays);
      expect(verdict.faults, `NIGHT_SEED=${seed}`).toEqual([]);
    },
    NIGHT_TIMEOUT_MS,
  );
});
