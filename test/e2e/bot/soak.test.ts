import { expect, test } from 'vitest';
import { reportOf } from '../../../playground/soak/report.ts';
import { soak } from '../../../playground/soak/run.ts';
import { soakSteadily } from '../../../playground/soak/steady.ts';

const SEED = 20_261_121;
const SECONDS = 30;
/** Linking alone takes a third of it. */
const STEADY_SECONDS = 60;

test(
  'of half a minute of faults, kills and restarts every interaction and every write is accounted for',
  async () => {
    // Bot, stand-ins and other tests share a machine that may be busy: what is slow there is not lost.
    const soaked = await soak({
      mode: 'gateway',
      seconds: SECONDS,
      seed: SEED,
      crowd: 10,
      acknowledgeMs: 10_000,
    });
    console.log(`--seed ${SEED}\n${reportOf(soaked)}`);
    expect(soaked.faults).toEqual([]);
    // An account of nothing would add up, too.
    const { outages, writes, ends, injected } = soaked;
    expect(Math.min(outages.kills.length, outages.stops.length)).toBeGreaterThan(0);
    expect(Math.min(writes.get('done') ?? 0, ends.get('answered') ?? 0, injected.size)).toBeGreaterThan(2);
  },
  (SECONDS + 90) * 1000,
);

test(
  'steady use of a minute, in both servers, ends without a fault and with a curve',
  async () => {
    const lines: string[] = [];
    const steady = await soakSteadily({
      mode: 'gateway',
      seconds: STEADY_SECONDS,
      seed: SEED,
      crowd: 6,
      restMs: { least: 200, most: 1000 },
      write: (line) => void lines.push(line),
    });
    expect(steady.faults).toEqual([]);
    expect(steady.interactions).toBeGreaterThan(20);
    expect(steady.curves).toHaveLength(1);
    expect(lines[0]).toMatch(/^0 s: [\d.]+ MiB private$/);
  },
  (STEADY_SECONDS + 90) * 1000,
);
