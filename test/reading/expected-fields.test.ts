import { expect, test } from 'vitest';
import { expectedFields } from '../../src/reading/expected-fields.ts';
import { fields } from '../../src/reading/fields.ts';

test('the doctor expects only fields that the table declares', () => {
  const declared = Object.entries(fields).flatMap(([record, names]) =>
    Object.keys(names).map((name) => `${record}.${name}`),
  );
  const expected = Object.values(expectedFields).flatMap((kind) => kind.fields.flat());
  expect(expected.filter((field) => !declared.includes(field))).toEqual([]);
});
