import { expect, test } from 'vitest';
import { changeRecord } from '../../src/store/change-record.ts';
import { memoryStores } from '../support/memory-stores.ts';

test('each change renews the lifetime of a record', async () => {
  let time = 1_800_000_000_000;
  const store = memoryStores({ now: () => time })
    .replica()
    .namespace<number>('counts');
  const count = () =>
    changeRecord(
      store,
      'k',
      (before = 0) => before + 1,
      () => 1000,
    );
  for (let round = 1; round <= 3; round++) {
    await count();
    time += 600;
    expect(await store.get('k')).toBe(round);
  }
  time += 400;
  expect(await store.get('k')).toBeUndefined();
});
