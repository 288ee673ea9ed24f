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

test('a ranking that shows hundreds of members marks them all in a few writes', async () => {
  const stores = memoryStores({ now: () => 1000 });
  const marks = createMarks(stores.replica().namespace('marks', MarksRecord), () => 1000);
  let calls = 0;
  stores.control.before = async () => void (calls += 1);
  const ids = Array.from({ length: 300 }, (_, at) => String(at));
  await Promise.all(ids.map((id) => marks.add(id)));
  expect(Object.keys(await marks.read())).toHaveLength(300);
  expect(calls).toBeLessThan(10);
});

test('a mark that could not be written is said, and the next one is', async () => {
  const stores = memoryStores({ now: () => 1000 });
  const marks = createMarks(stores.replica().namespace('marks', MarksRecord), () => 1000);
  stores.control.down = true;
  await expect(marks.add('1')).rejects.toThrow('down');
  stores.control.down = false;
  await marks.add('2');
  expect(await marks.read()).toEqual({ '2': 1000 });
});
