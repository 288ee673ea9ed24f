import { expect, it } from 'vitest';
import { isDecided } from '../../src/brackets/ending.ts';
import { readBracket } from '../../src/reading/read-bracket.ts';
import { fields } from '../../src/reading/fields.ts';
import { createReader } from '../../src/reading/reader.ts';
import { inSlices } from '../../src/async/slices.ts';

const match = (id: string, one: string, two: string) => ({
  id,
  status: 'finished',
  player1: { id: one, name: one },
  player2: { id: two, name: two },
  player1_score: 2,
  player2_score: 0,
});

it.each([
  ['Play-in', false],
  ['Qualifier 1', false],
  ['Stage 1', false],
  ['Main event', true],
])('whoever wins the only stage that is listed, "%s", has won: %s', async (name, isEnd) => {
  const body = {
    stages: [
      {
        name,
        rounds: [
          { name: 'Semi-finals', matches: [match('1', 'a', 'b'), match('2', 'c', 'd')] },
          { name: 'Final', matches: [match('3', 'a', 'c')] },
        ],
      },
    ],
  };
  const bracket = await inSlices(readBracket(createReader(fields), body));
  expect(isDecided({ id: 't1', phase: 'running', format: 'Single elimination' }, bracket)).toBe(isEnd);
});
