import { describe, expect, it } from 'vitest';
import { playNight } from './night.ts';
import { faultsOf } from './oracle.ts';

const { FUZZ_RUNS, NIGHT_SEED } = process.env;
/** A hundred nights; `NIGHT_SEED=…` plays that one alone and prints it, `FUZZ_RUNS=…` plays so many. */
const NIGHTS = NIGHT_SEED === undefined ? Number(FUZZ_RUNS ?? 100) : 1;
const FIRST_SEED = Number(NIGHT_SEED ?? 1);
const NIGHTS_A_TEST = 1;

const seedsFrom = (first: number): number[] =>
  Array.from({ length: Math.min(NIGHTS_A_TEST, FIRST_SEED + NIGHTS - first) }, (_, at) => first + at);

async function wrongIn(seed: number): Promise<string[]> {
  const night = await playNight(seed);
  const faults = faultsOf(night);
  if (NIGHT_SEED !== undefined) console.log(transcript(night));
  return faults.map((fault) => `NIGHT_SEED=${seed}: ${fault}`);
}

function transcript({ story, world, snapshots }: Awaited<ReturnType<typeof playNight>>): string {
  const start = snapshots[0]?.at ?? 0;
  const said = world.changes.map(({ at, channelId, kind, id, post }) => {
    const seconds = Math.round((at - start) / 1000);
    const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    return `${clock}     ${kind} ${channelId} ${id}: ${post.content.replaceAll('\n', ' / ')}`;
  });
  const minuteOf = (line: string): number => {
    const [minutes, seconds] = (line.split(' ')[0] ?? '').split(':').map(Number);
    return (minutes ?? 0) * 60 + (seconds ?? 0);
  };
  return [...story, ...said].toSorted((a, b) => minuteOf(a) - minuteOf(b)).join('\n');
}

describe('a night at random', () => {
  const chunks = Array.from(
    { length: Math.ceil(NIGHTS / NIGHTS_A_TEST) },
    (_, at) => FIRST_SEED + at * NIGHTS_A_TEST,
  );
  it.each(chunks)(
    'tells nothing false, nothing twice, and all there is to tell (seeds from %i)',
    async (first) => {
      const faults: string[] = [];
      for (const seed of seedsFrom(first)) faults.push(...(await wrongIn(seed)));
      expect(faults).toEqual([]);
    },
  );
});
