import fc from 'fast-check';
import { expect, test } from 'vitest';
import { failureOf } from '../../src/platform/failure.ts';
import { fields } from '../../src/reading/fields.ts';
import { parseJson } from '../../src/reading/parse-json.ts';
import { readBracket } from '../../src/reading/read-bracket.ts';
import { readMe, readPlayerRank, readToken } from '../../src/reading/read-documented.ts';
import { readMatch, readMatches } from '../../src/reading/read-match.ts';
import { readPlayer } from '../../src/reading/read-player.ts';
import { readRanking } from '../../src/reading/read-ranking.ts';
import { readTournament, readTournaments } from '../../src/reading/read-tournament.ts';
import { createReader } from '../../src/reading/reader.ts';
import type { Slices } from '../../src/async/slices.ts';

/** What one answer may weigh. */
const BYTES = 2 * 1024 * 1024;
/**
 * What the loop may be held, by processor time and the best of so many repeats. It is 50 ms on a machine that does nothing
 * else (`npm run fuzz`); caches that other tests share make the same work take up to twice as long.
 */
const ALLOWED_MS = Number(process.env['FUZZ_HOLD_MS'] ?? 100);
const REPEATS = 8;
/** Repeats take their time on a busy machine. */
const LONG = { timeout: 60_000 };
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 25);
const SEED = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000);

function* once(work: () => unknown): Slices<unknown> {
  yield;
  return work();
}

const readers: Record<string, (body: unknown) => Slices<unknown>> = {
  readPlayer: (body) => once(() => readPlayer(createReader(fields), body, 'x')),
  readMe: (body) => once(() => readMe(createReader(fields), body)),
  readPlayerRank: (body) => once(() => readPlayerRank(createReader(fields), body)),
  readTournament: (body) => once(() => readTournament(createReader(fields), body, 'x')),
  readToken: (body) => once(() => readToken(createReader(fields), body, 0)),
  readTournaments: (body) => readTournaments(createReader(fields), body),
  readMatch: (body) => readMatch(createReader(fields), body, 'x'),
  readMatches: (body) => readMatches(createReader(fields), body),
  readBracket: (body) => readBracket(createReader(fields), body),
  readRanking: (body) => readRanking(createReader(fields), body),
  'failureOf a success': (body) => once(() => failureOf({ operation: 'x', status: 200, body })),
  'failureOf a refusal': (body) => once(() => failureOf({ operation: 'x', status: 400, body })),
};

interface Hold {
  ms: number;
  by: string;
}

/** The smaller of clock and processor milliseconds: the processor counts collecting threads too. */
function stopwatch(): () => number {
  const from = performance.now();
  const cpu = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    return Math.min(performance.now() - from, (user + system) / 1000);
  };
}

/** The longest time without a pause; a failure is an end as good as any. */
function longest(by: string, reading: Slices<unknown>, note: (value: unknown) => void): Hold {
  let ms = 0;
  for (;;) {
    const passed = stopwatch();
    try {
      const step = reading.next();
      ms = Math.max(ms, passed());
      if (step.done !== true) continue;
      note(step.value);
    } catch {
      ms = Math.max(ms, passed());
    }
    return { ms, by };
  }
}

/** The best of some repeats; what is far below the limit is measured once. */
function best(hold: () => Hold): Hold {
  let shortest = hold();
  for (let again = 1; again < REPEATS && shortest.ms > ALLOWED_MS / 2; again += 1) {
    const next = hold();
    if (next.ms < shortest.ms) shortest = next;
  }
  return shortest;
}

/** The worst hold of everything that is done with an answer. */
function worstOf(text: string): Hold {
  let body: unknown;
  const failure = () => once(() => failureOf({ operation: 'x', status: 400, body: text }));
  const holds = [
    best(() => longest('parseJson', parseJson(text), (value) => (body = value))),
    ...Object.entries(readers).map(([name, read]) => best(() => longest(name, read(body), () => {}))),
    best(() => longest('text of a failure', failure(), () => {})),
  ];
  return holds.reduce((worst, hold) => (hold.ms > worst.ms ? hold : worst));
}

/** As often as 2 MiB allow. */
const repeated = (part: (n: number) => string, most: number, room = BYTES - 1000): string => {
  const parts: string[] = [];
  let size = 0;
  for (let n = 0; n < most; n += 1) {
    const text = part(n);
    size += text.length + 1;
    if (size > room) break;
    parts.push(text);
  }
  return parts.join(',');
};

const spelling = (key: string, n: number): string =>
  Array.from(key, (letter, at) => ((n >> at) % 2 === 1 ? letter.toUpperCase() : letter)).join('') +
  '_'.repeat(n >> key.length);

// Each of these once held the loop for between 0.07 and 37 seconds.
const worstBodies: Record<string, string> = {
  'spellings of an envelope': `{${repeated((n) => `"${spelling('data', n)}":{"data":{"id":1,"name":"x"}}`, 4000)}}`,
  'spellings of a record': `{${repeated((n) => `"${spelling('tournament', n)}":{"id":${n}}`, 4000)}}`,
  'a string without an end': `{"a":"${'\\"'.repeat(BYTES / 2 - 10)}`,
  'a long number and a string without an end': `{"a":12345678901234567,"b":"${'\\"'.repeat(BYTES / 2 - 30)}`,
  'matches that wait for all others': `[${repeated(
    (n) => `{"id":${n},"previous_matches":[${Array.from({ length: 700 }, (_, id) => id).join(',')}]}`,
    700,
  )}]`,
  'empty objects in a list of players': `{"participants":[${repeated(() => '{}', 400_000)}]}`,
  'tags in a message': `{"message":"${'<a'.repeat(40_000)}"}`,
  'short strings': `[${repeated((n) => `"\\n${n}"`, 249_000)}]`,
  'objects with short strings': `[${repeated((n) => `{"a":"\\n${n}","b":"\\n${n + 1e6}"}`, 59_000)}]`,
  'as many objects with short strings as are read': `[${repeated(
    (n) => `{"a":"\\n${n}","b":"\\n${n + 1e6}"}`,
    30_000,
  )}]`,
  'a winner and spaces': `[${repeated(() => `{"id":1,"player1":{"source":"winner${' '.repeat(800)}x"}}`, 900)}]`,
};

test.each(Object.entries(worstBodies))('%s', LONG, (_, text) => {
  const worst = worstOf(text);
  expect(worst.ms, worst.by).toBeLessThan(ALLOWED_MS);
});

const keys = [
  ...new Set([
    ...Object.values(fields).flatMap((record) =>
      Object.values<{ names: readonly string[] }>(record).flatMap(({ names }) => names),
    ),
    ...'attributes relationships included edges node winners losers groups brackets player1 player2 score1'.split(
      ' ',
    ),
  ]),
].filter((key) => !/[.*]/.test(key));
const everyKey = `{${repeated((n) => `"${keys[n % keys.length]}":{}`, keys.length)}}`;

test.each([
  ['every name under a side', `{"user2":${everyKey}}`],
  ['long keys', `{"user2":{"label":{${repeated((n) => `"${spelling('1', n)}":[]`, 5000)}}}}`],
])('%s', LONG, (_, text) => {
  const worst = worstOf(text);
  expect(worst.ms, worst.by).toBeLessThan(ALLOWED_MS);
});

const key = fc.constantFrom(...keys);
const texts = [' ', '<a', 'a', '1', '-', '1,', 'u_1', 'winner ', '\\\\', '\\"', '1-0,', '-:', 'é'];

/** A value, repeated in one of the dimensions until it weighs 2 MiB or has as many parts as were drawn. */
const { part } = fc.letrec<{ part: string }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('1', '"x"', 'null', '{}', '[]', 'true', '"2027-01-01"', '12345678901234567'),
    fc
      .tuple(fc.constantFrom(...texts), fc.integer({ min: 1, max: 2000 }))
      .map(([text, times]) => `"${text.repeat(times)}"`),
    fc.dictionary(key, tie('part'), { maxKeys: 8 }).map(
      (object) =>
        `{${Object.entries(object)
          .map(([name, value]) => `${JSON.stringify(name)}:${value}`)
          .join(',')}}`,
    ),
    fc.array(tie('part'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
  ),
}));
const growth = fc.constantFrom('list', 'spellings', 'names', 'ids', 'nesting', 'text');
const most = fc.constantFrom(3, 50, 700, 5000, 60_000, 1_000_000);
const grown = fc
  .tuple(growth, key, part, most, fc.constantFrom(...texts))
  .map(([how, name, inner, times, text]) => {
    switch (how) {
      case 'list':
        return `[${repeated(() => inner, times)}]`;
      case 'spellings':
        return `{${repeated((n) => `"${spelling(name, n)}":${inner}`, Math.min(times, 5000))}}`;
      case 'names':
        return `{${repeated((n) => `"${keys[n % keys.length]}":${inner}`, times)}}`;
      case 'ids':
        return `{${repeated((n) => `"${n}":${inner}`, times)}}`;
      case 'nesting': {
        const depth = Math.min(times, Math.floor((BYTES - inner.length) / (name.length + 6)));
        return `${`{"${name}":`.repeat(depth)}${inner}${'}'.repeat(depth)}`;
      }
      case 'text':
        return `"${text.repeat(Math.min(times, Math.floor(BYTES / text.length) - 2))}"`;
    }
  });
const body = fc
  .tuple(grown, fc.array(fc.tuple(key, part), { maxLength: 3 }), fc.array(key, { maxLength: 3 }))
  .map(([large, beside, path]) => {
    const around = beside.map(([name, value]) => `"${name}":${value},`).join('');
    return path.reduceRight((text, name, at) => `{${at === 0 ? around : ''}"${name}":${text}}`, large);
  });

test(
  `no response blocks the event loop (seed ${SEED}, ${RUNS} runs)`,
  { timeout: 60_000 + RUNS * 2000 },
  () => {
    let worst: Hold & { text: string } = { ms: 0, by: '', text: '' };
    fc.assert(
      fc.property(body, (text) => {
        const hold = worstOf(text.slice(0, BYTES));
        if (hold.ms > worst.ms) worst = { ...hold, text: text.slice(0, 150) };
        expect(hold.ms, hold.by).toBeLessThan(ALLOWED_MS);
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
    if (RUNS > 25) console.log(`worst: ${worst.ms.toFixed(0)} ms by ${worst.by}: ${worst.text}`);
  },
);
