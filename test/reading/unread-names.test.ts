import { expect, it } from 'vitest';
import { addNames } from '../../src/reading/added-names.ts';
import { readPlayer } from '../../src/reading/read-player.ts';
import { createReader } from '../../src/reading/reader.ts';
import { example, rowsOf } from './best-records.ts';
import { reader, readMatch, readRanking, readTournaments } from './reading.ts';
import { UNREAD_NAMES, UNREAD_PAIRS } from './unread-names.ts';

type UnreadRow = (typeof UNREAD_NAMES)[number];
type Reader = ReturnType<typeof createReader>;

function readerWith(names: object): Reader {
  const added = addNames(JSON.stringify(names));
  if (!('table' in added)) throw new Error(added.fault);
  return createReader(added.table);
}

/** The records as they are read, by their field's name. */
const readers: Record<UnreadRow['record'], (reader: Reader, body: object) => unknown> = {
  tournament: (reader, body) => readTournaments(reader, [body])[0],
  match: (reader, body) => readMatch(reader, body, 'asked'),
  rankingEntry: (reader, body) => readRanking(reader, [body])[0],
  player: (reader, body) => readPlayer(reader, body, 'u_12'),
};
const readAs = ({ record, field }: UnreadRow, by: Reader, body: object): unknown => {
  const value: unknown = Object(readers[record](by, body))[field];
  return value === 'asked' ? undefined : value;
};

it.each(UNREAD_NAMES)('$record $field: no name of the page is read unasked, each once it is added', (row) => {
  const { record, field, names, like } = row;
  const name = rowsOf(record).find((one) => one.field === field)?.name ?? '';
  const { [name]: usual, ...rest } = example(record);
  const value = like ?? usual;
  const expected = readAs(row, reader, { ...rest, [name]: value });
  expect(expected).toBeDefined();
  for (const other of names) {
    const body = { ...rest, [other]: value };
    expect(readAs(row, reader, body), other).not.toEqual(expected);
    expect(readAs(row, readerWith({ [record]: { [field]: [other] } }), body), other).toEqual(expected);
  }
});

it('the sides by each pair of the page are known once it is added', () => {
  for (const [first, second] of UNREAD_PAIRS) {
    const body = { id: 'm', [first]: { id: 'u_12', name: 'Ana' }, [second]: { id: 'u_15', name: 'Bruno' } };
    expect(readMatch(reader, body, 'm').sides).toEqual([{}, {}]);
    const taught = readerWith({ pair: { first: [first], second: [second] } });
    expect(readMatch(taught, body, 'm').sides).toMatchObject([
      { player: { id: 'u_12' } },
      { player: { id: 'u_15' } },
    ]);
  }
});
