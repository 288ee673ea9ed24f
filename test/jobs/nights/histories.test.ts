import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { historyOf, packed, unpacked, type History } from './history.ts';
import { playNight } from './night.ts';
import { verdictOf } from '../../../tools/judge/verdict.ts';

/** `NIGHT_RECORD=1` records the nights of this version. With `FUZZ_RUNS`, all that are recorded go on. */
const { FUZZ_RUNS, NIGHT_RECORD } = process.env;
const FOLDER = path.join(import.meta.dirname, 'histories');
const SEEDS = Array.from({ length: 20 }, (_, at) => 90_001 + at);
const USUALLY = 3;
/** Of all nights of a version. */
const MAX_BYTES = 300_000;
const TIMEOUT_MS = 20 * 60_000;

async function record(): Promise<void> {
  const histories: History[] = [];
  for (const seed of SEEDS) histories.push(historyOf(await playNight(seed, new Set(), { half: 'first' })));
  const bytes = packed(histories);
  expect(bytes.length).toBeLessThan(MAX_BYTES);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(path.join(FOLDER, `${packageJson.version.replace(/-.*$/, '')}.nights`), bytes);
}

describe('the second half of a night whose first half an earlier build played', () => {
  it.runIf(NIGHT_RECORD !== undefined)('is recorded', record, TIMEOUT_MS);

  it.skipIf(NIGHT_RECORD !== undefined).each(readdirSync(FOLDER))(
    'tells nothing false, twice or late, and all there is to tell (%s)',
    async (file) => {
      const histories = unpacked(readFileSync(path.join(FOLDER, file)));
      const wrong: string[] = [];
      for (const past of FUZZ_RUNS === undefined ? histories.slice(0, USUALLY) : histories) {
        const night = await playNight(past.seed, new Set(), { half: { after: past } });
        const { faults } = verdictOf(night);
        if (faults.length > 0) console.log(night.story.join('\n'));
        wrong.push(...faults.map((fault) => `night ${past.seed}: ${fault}`));
      }
      expect(wrong).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
