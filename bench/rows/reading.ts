import { SHAPE_NAMES, type ShapeName } from '../../tools/platform-stand-in/shapes/choose.ts';
import { startPlatform } from '../../tools/platform-stand-in/server.ts';
import { fields } from '../../src/reading/fields.ts';
import { readBracket } from '../../src/reading/read-bracket.ts';
import { readMatches } from '../../src/reading/read-match.ts';
import { createReader } from '../../src/reading/reader.ts';
import { atOnce } from '../../src/async/slices.ts';
import { alternate, medianRatio } from '../measure/rounds.ts';
import { median } from '../measure/spread.ts';
import type { Result } from '../result.ts';
import { size, type BenchRow } from './row.ts';

/** Times that each text is read in one round. */
const TIMES = 40;

interface Recorded {
  shape: ShapeName;
  bracket: string;
  matches: string;
}

/** The largest bracket and the longest history of the platform's stand-in, in each of its shapes. */
async function record(): Promise<Recorded[]> {
  const platform = await startPlatform();
  try {
    const longest = async (paths: readonly string[]): Promise<string> => {
      const headers = { authorization: `Bearer ${platform.apiKey}` };
      const texts = await Promise.all(
        paths.map(async (path) => (await fetch(platform.baseUrl + path, { headers })).text()),
      );
      return texts.toSorted((a, b) => b.length - a.length)[0] ?? '';
    };
    const recorded: Recorded[] = [];
    for (const shape of SHAPE_NAMES) {
      platform.setShape(shape);
      recorded.push({
        shape,
        bracket: await longest(
          [...platform.world.tournaments.keys()].map((id) => `/v1/tournaments/${id}/bracket`),
        ),
        matches: await longest(
          [...platform.world.players.keys()].slice(0, 8).map((id) => `/v1/users/${id}/matches`),
        ),
      });
    }
    return recorded;
  } finally {
    await platform.close();
  }
}

/** CPU ms: the processor is shared, and nothing here waits for anything. */
function cpuMs(work: () => void): number {
  const from = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}

/** What understanding the platform's answers costs, against parsing the same texts as JSON alone. */
export const reading: BenchRow = {
  name: 'reading',
  async run(_world, effort) {
    const recorded = await record();
    const reader = createReader(fields);
    const times = size(effort, TIMES, 2);
    const readers = {
      bracket: (body: unknown) =>
        atOnce(readBracket(reader, { operation: 'bench', status: 200, body })).rounds.flatMap(
          ({ matches }) => matches,
        ),
      matches: (body: unknown) => atOnce(readMatches(reader, { operation: 'bench', status: 200, body })),
    };
    const results: Result[] = [];
    for (const kind of ['bracket', 'matches'] as const) {
      const parse = (): unknown[] => recorded.map((texts): unknown => JSON.parse(texts[kind]));
      const counts = parse().map((body) => readers[kind](body).length);
      const all = counts.reduce((sum, count) => sum + count, 0);
      const round = (name: 'parsing' | 'reading') =>
        cpuMs(() => {
          for (let time = 0; time < times; time++) {
            for (const body of parse()) {
              if (name === 'reading') readers[kind](body);
            }
          }
        }) / times;
      // The first rounds compile the code.
      round('reading');
      const ms = await alternate(effort.rounds, ['parsing', 'reading'] as const, async (name) => round(name));
      // Each body is parsed again: what was read once is read faster, and no bot reads an answer twice.
      const alone = ms.reading.map((both, at) => both - (ms.parsing[at] ?? 0));
      results.push({
        what: `reading ${all} matches, ${kind === 'bracket' ? 'brackets' : 'histories'} in ${recorded.length} shapes: CPU`,
        against: 'JSON.parse of the same texts',
        ours: `${median(alone).toFixed(1)} ms`,
        theirs: `${median(ms.parsing).toFixed(2)} ms`,
        figure: medianRatio(alone, ms.parsing, (one) => one),
        goal: { atMost: 25 },
        beside: `${(median(alone) / all).toFixed(3)} ms a match`,
      });
    }
    return results;
  },
};
