import { describe, expect, it } from 'vitest';
import { createServerList } from '../../src/guilds/server-list.ts';
import { createReminders } from '../../src/members/reminders.ts';
import { createRosters } from '../../src/members/rosters.ts';
import { createBuckets } from '../../src/store/buckets.ts';
import { memoryStores } from '../support/memory-stores.ts';

function setUp() {
  let time = 1_800_000_000_000;
  const stores = memoryStores({ now: () => time });
  const buckets = () =>
    createBuckets<Record<string, number>>({
      store: stores.replica().namespace('counts'),
      empty: {},
      count: 4,
      numberOf: BigInt,
      ttlMs: 1000,
    });
  return { stores, buckets, now: () => time, pass: (ms: number) => (time += ms) };
}

describe('buckets', () => {
  it('spread entries by their ids, and give all of a scope', async () => {
    const { buckets, stores } = setUp();
    const { change, keyOf, readAll } = buckets();
    for (const id of ['1', '5', '2'])
      await change(keyOf(id, 'a:'), (bucket) => ({ ...bucket, [id]: Number(id) }));
    await change(keyOf('3', 'b:'), (bucket) => ({ ...bucket, 3: 3 }));
    expect(stores.keys('counts').toSorted()).toEqual(['a:1', 'a:2', 'b:3']);
    expect(await readAll('a:')).toEqual([{ 1: 1, 5: 5 }, { 2: 2 }]);
    expect(await readAll('b:')).toEqual([{ 3: 3 }]);
  });

  it('keep the changes of two processes at the same time', async () => {
    const { buckets } = setUp();
    const both = [buckets(), buckets()];
    await Promise.all(both.map(({ change }, at) => change('1', (bucket) => ({ ...bucket, [at]: at }))));
    expect(await buckets().readAll()).toEqual([{ 0: 0, 1: 1 }]);
  });

  it('leave no record once they are empty, and none unless something changed', async () => {
    const { buckets, stores } = setUp();
    const { change } = buckets();
    await change('1', (bucket) => bucket);
    await change('1', () => ({}));
    expect(stores.keys('counts')).toEqual([]);
    await change('1', () => ({ a: 1 }));
    await change('1', () => ({}));
    expect(stores.keys('counts')).toEqual([]);
  });

  it('live from their last change', async () => {
    const { buckets, pass } = setUp();
    const { change, readAll } = buckets();
    await change('1', () => ({ a: 1 }));
    pass(600);
    await change('1', (bucket) => bucket);
    expect(await readAll()).toEqual([{ a: 1 }]);
    pass(400);
    expect(await readAll()).toEqual([]);
  });
});

it('every list finds its entries where version 1.0.0 stored them', async () => {
  const { now, stores } = setUp();
  const own = stores.replica();
  await createServerList(own.namespace('servers')).add('300000000000000001');
  await createServerList(own.namespace('servers')).add('7');
  await createReminders(own.namespace('reminders')).set('200000000000000001', true);
  await createRosters({ store: own.namespace('rosters'), now }).put('70', '200000000000000003');
  expect(stores.keys('servers').toSorted()).toEqual(['121', '154']);
  expect(stores.keys('reminders')).toEqual(['1']);
  expect(stores.keys('rosters')).toEqual(['70:3']);
});
