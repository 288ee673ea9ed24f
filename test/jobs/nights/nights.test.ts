import { describe, expect, it } from 'vitest';
import { playNight } from './night.ts';
import { faultsOf } from './oracle.ts';

const { FUZZ_RUNS, NIGHT_SEED } = process.env;
/** A hundred nights; `NIGHT_SEED=…` plays that one alone and prints it, `FUZZ_RUNS=…` plays so many. */
const NIGHTS = NIGHT_SEED === undefined ? Number(FUZZ_RUNS ?? 100) : 1;
const FIRST_SEED = Number(NIGHT_SEED ?? 1);
const SEEDS = Array.from({ length: NIGHTS }, (_, at) => FIRST_SEED + at);

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
  it.each(SEEDS)('tells nothing false, nothing twice, and all there is to tell (seed %i)', async (seed) => {
    const night = await playNight(seed);
    if (NIGHT_SEED !== undefined) console.log(transcript(night));
    expect(faultsOf(night), `NIGHT_SEED=${seed}`).toEqual([]);
  });
});
