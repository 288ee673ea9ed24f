import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PlatformError } from '../../src/platform/error.ts';
import { failureOf } from '../../src/platform/failure.ts';
import { fields } from '../../src/reading/fields.ts';
import { readMe, readPlayerRank, readToken } from '../../src/reading/read-documented.ts';
import { ShapeError } from '../../src/reading/shape-error.ts';
import { readPlayer } from '../../src/reading/read-player.ts';
import {
  parseJson,
  readBracket,
  readMatch,
  readMatches,
  readRanking,
  readTournament,
  readTournaments,
  reader,
} from './reading.ts';

const readers: Record<string, (body: unknown) => unknown> = {
  readPlayer: (body) => readPlayer(reader, body, 'x'),
  readMe: (body) => readMe(reader, body),
  readPlayerRank: (body) => readPlayerRank(reader, body),
  readTournament: (body) => readTournament(reader, body, 'x'),
  readTournaments: (body) => readTournaments(reader, body),
  readMatch: (body) => readMatch(reader, body, 'x'),
  readMatches: (body) => readMatches(reader, body),
  readBracket: (body) => readBracket(reader, body),
  readRanking: (body) => readRanking(reader, body),
  readToken: (body) => readToken(reader, body, 0),
};

// Keys that mean something, so that arbitrary answers get past the first look.
const fieldNames = Object.values(fields).flatMap((record) =>
  Object.values(record).flatMap(({ names }) => names),
);
const words = [
  'data',
  'results',
  'rounds',
  'matches',
  'match',
  'nodes',
  'edges',
  'attributes',
  'relationships',
  'included',
  'winners',
  'losers',
  'groups',
  '__proto__',
  'constructor',
  'toString',
  'player1',
  'player2',
  'player1_score',
  'score1',
  ...fieldNames,
];
const key = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...words) }, fc.string());
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 6 },
    fc.oneof(
      fc.string(),
      fc.integer(),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.constantFrom('3-1', '2027-01-01', 'TBD', 'bye', '1', 'winner'),
    ),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(key, tie('tree'), { maxKeys: 6 }),
  ),
}));

/** What a reader did that it must not: any failure but a `ShapeError`. */
function misdeed(read: (body: unknown) => unknown, body: unknown): unknown {
  try {
    read(body);
  } catch (error) {
    if (!(error instanceof ShapeError)) return error;
  }
  return undefined;
}

describe.each(Object.entries(readers))('%s', (_, read) => {
  test('throws only ShapeError for any input', () => {
    fc.assert(
      fc.property(tree, (body) => {
        expect(misdeed(read, body)).toBeUndefined();
      }),
      { numRuns: 250 },
    );
  });

  test('survives deep nesting', () => {
    const body: unknown = JSON.parse(`${'{"data":['.repeat(20_000)}${']}'.repeat(20_000)}`);
    expect(misdeed(read, body)).toBeUndefined();
  });
});

test('detects failures in any body', () => {
  fc.assert(
    fc.property(tree, fc.integer({ min: 300, max: 599 }), (body, status) => {
      failureOf({ operation: 'x', status: 200, body });
      expect(failureOf({ operation: 'x', status, body })).toBeInstanceOf(PlatformError);
    }),
  );
});

test('parses JSON like JSON.parse', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      // But for long numbers, see below.
      fc.pre(!/\d{16}/.test(text));
      expect(parseJson(text)).toEqual(JSON.parse(text));
    }),
  );
});

test.each([
  [
    '{"id":76561198006675368,"name":"12345678901234567890"}',
    { id: '76561198006675368', name: '12345678901234567890' },
  ],
  [
    '{"a":"x\\"12345678901234567890","b":-12345678901234567890}',
    { a: 'x"12345678901234567890', b: '-12345678901234567890' },
  ],
  [
    '[12345678901234567890.5,1.2345678901234567e10,1e10]',
    [Number('12345678901234567890.5'), Number('1.2345678901234567e10'), 1e10],
  ],
  ['12345678901234567', '12345678901234567'],
  ['{"a":\n12345678901234567,"b":"12345678901234567"}', { a: '12345678901234567', b: '12345678901234567' }],
])('%s', (text, value) => {
  expect(parseJson(text)).toEqual(value);
});
