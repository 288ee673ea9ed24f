import { expect, test } from 'vitest';
import { createMarks, MarksRecord } from '../../src/roles/marks.ts';
import { memoryStores } from '../support/memory-stores.ts';

test('a mark that is made again while it is handled stays, within a millisecond too', async () => {
  const now = () => 1000;
  const marks = createMarks(memoryStores({ now }).replica().namespace('marks', MarksRecord), now);
  await marks.add('1');
  await marks.add('2');
  const seen = await marks.read();
  await marks.add('2');
  await marks.remove(seen);
  expect(Object.keys(await marks.read())).toEqual(['2']);
});
