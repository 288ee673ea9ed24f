import { describe, expect, test } from 'vitest';
import { createShapes } from '../../../src/platform/reading/shapes.ts';
import { createReader } from '../../../src/platform/reading/reader.ts';
import { fields } from '../../../src/platform/reading/fields.ts';
import { foldKey } from '../../../src/platform/reading/keys.ts';
import { readMatch } from '../../../src/platform/reading/read-match.ts';
import { answer } from './reading.ts';

const names = (keys: readonly { name: string }[]) => keys.map(({ name }) => name);

test('objects with the same keys in the same order share a shape, and no others do', () => {
  const shapeOf = createShapes(foldKey);
  const shape = shapeOf({ match_id: 1, Round: 2 });
  expect(shapeOf({ match_id: 'other', Round: null })).toBe(shape);
  const others = [
    { Round: 2, match_id: 1 },
    { match_id: 1 },
    { match_id: 1, Round: 2, x: 3 },
    { match_idRound: 1 },
  ];
  for (const other of others) expect(shapeOf(other)).not.toBe(shape);
});

test('a shape is found anew after more keys than are kept', () => {
  const shapeOf = createShapes(foldKey);
  const record = { match_id: 1, 'Starts-At': 2 };
  const before = shapeOf({ ...record });
  for (let id = 0; id < 5000; id++) shapeOf({ [`id${id}`]: id });
  const after = shapeOf({ ...record });
  // Forgotten, or ids as keys would fill the memory.
  expect(after).not.toBe(before);
  expect(names(after.keys)).toEqual(['matchid', 'startsat']);
});

test('objects with very many keys are not kept by their keys, and told all the same', () => {
  const shapeOf = createShapes(foldKey);
  const byId = Object.fromEntries(Array.from({ length: 200 }, (_, id) => [`P_${id}`, id]));
  expect(shapeOf({ ...byId })).not.toBe(shapeOf({ ...byId }));
  expect(shapeOf(byId)).toBe(shapeOf(byId));
  expect(names(shapeOf(byId).keys)).toContain('p199');
});

describe('records of one shape', () => {
  // The first of them decides what is worked out for all: each has to be read by its own values.
  const records = [
    { id: null, ID: 'b', status: 'open', state: null, player1: null, player1_name: 'Ana', player2: 'Bo' },
    { id: 'a', ID: null, status: null, state: 'open', player1: 'Cy', player1_name: null, player2: null },
  ];

  test.each([
    ['in their order', records],
    ['in the other order', records.toReversed()],
  ])('are each read as if alone, %s', (_, inOrder) => {
    const together = createReader(fields);
    for (const record of inOrder) {
      const alone = readMatch(createReader(fields), answer(record), 'x');
      expect(readMatch(together, answer(record), 'x')).toEqual(alone);
    }
    const [first, second] = records.map((record) => readMatch(together, answer(record), 'x'));
    expect(first).toMatchObject({
      id: 'b',
      sides: [{ player: { name: 'Ana' } }, { player: { name: 'Bo' } }],
    });
    expect(second).toMatchObject({ id: 'a', sides: [{ player: { name: 'Cy' } }, {}] });
  });
});
