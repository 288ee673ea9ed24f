import { expect, test } from 'vitest';
import { addNames } from '../../src/reading/added-names.ts';
import { expectedFields } from '../../src/reading/expected-fields.ts';
import { fields } from '../../src/reading/fields.ts';
import { isPlain, type Field } from '../../src/reading/keys.ts';
import { createReader } from '../../src/reading/reader.ts';

const RECORDS = [
  ['player', 'player'],
  ['tournament', 'tournament'],
  ['match', 'match'],
  ['ranking', 'rankingEntry'],
] as const;

const plainOf = (record: (typeof RECORDS)[number][1]): string[] =>
  Object.entries<Field<unknown>>(fields[record]).flatMap(([name, field]) => (isPlain(field) ? [name] : []));

test.each(RECORDS)('the doctor expects every plain field of %s', (kind, record) => {
  const groups: readonly (readonly string[])[] = expectedFields[kind].fields;
  expect(groups.flat()).toEqual(expect.arrayContaining(plainOf(record).map((name) => `${record}.${name}`)));
});

test("a platform's own name for a plain field is read by the table alone", () => {
  const added = addNames('{ "tournament": { "prize": ["bounty"] } }');
  if (!('table' in added)) throw new Error(added.fault);
  const reader = createReader(added.table);
  const record = reader.record({ id: 't1', name: 'Sunday Cup', bounty: '500 EUR' }, 'tournament');
  expect(record && reader.pickPlain(record)).toEqual({ name: 'Sunday Cup', prize: '500 EUR' });
});
