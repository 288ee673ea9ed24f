import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fill, openAt, withRecords } from '../support/filled-store.ts';
import { noRedis, startRedis, type TestRedis } from '../support/redis.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

let redis: TestRedis | undefined;
beforeAll(async () => {
  if (noRedis === undefined) redis = await startRedis();
  return () => redis?.close();
});

const PLACES: [string, boolean, () => Promise<string>][] = [
  ['SQLite', false, async () => `sqlite://${await temporaryFolder()}/store.sqlite`],
  [
    'Redis',
    noRedis !== undefined,
    async () => {
      redis?.cli('FLUSHALL');
      return redis?.url ?? '';
    },
  ],
];

describe.each(PLACES)('the records of a store in %s', (_kind, skipped, makeUrl) => {
  let url: string;
  beforeEach(async () => {
    url = await makeUrl();
  });
  const there = { namespace: 'links', key: 'k', value: { n: 1 } };
  const other = { ...there, value: { n: 2 } };

  test.skipIf(skipped)('are walked once each, in several batches', async () => {
    await fill(url, 1200);
    const walked = await withRecords(url, async (records) => {
      const keys: string[] = [];
      for await (const batch of records.walk())
        keys.push(...batch.map(({ namespace, key }) => `${namespace} ${key}`));
      return keys;
    });
    expect(new Set(walked).size).toBe(walked.length);
    for (const namespace of ['links', 'owners'])
      expect(walked.filter((one) => one.startsWith(`${namespace} `))).toHaveLength(1200);
    expect(walked).toContain("presses odd: 'key' 中");
  });

  test.skipIf(skipped)('can be walked by namespace', async () => {
    await fill(url, 600);
    await withRecords(url, async (records) => {
      const walked: string[] = [];
      for await (const batch of records.walk({ isWanted: (name) => name === 'links' }))
        walked.push(...batch.map(({ namespace }) => namespace));
      expect(walked).toEqual(Array.from({ length: 600 }, () => 'links'));
      for await (const batch of records.walk({ isWanted: () => false })) expect(batch).toEqual([]);
    });
  });

  test.skipIf(skipped)('are put if their keys are free, and do not overwrite others by default', async () => {
    await withRecords(url, async (records) => {
      expect(await records.put([there])).toEqual({ written: 1, same: 0, kept: 0 });
      expect(await records.put([there])).toEqual({ written: 0, same: 1, kept: 0 });
      expect(await records.put([other, { ...other, key: 'l' }])).toEqual({ written: 1, same: 0, kept: 1 });
    });
    const stores = await openAt(url);
    const links = stores.namespace('links');
    expect([await links.get('k'), await links.get('l')]).toEqual([{ n: 1 }, { n: 2 }]);
    await stores.close();
  });

  test.skipIf(skipped)('overwrite others on request', async () => {
    await withRecords(url, async (records) => {
      await records.put([there]);
      expect(await records.put([other], { overwrite: true })).toEqual({ written: 1, same: 0, kept: 0 });
    });
    const stores = await openAt(url);
    expect(await stores.namespace('links').get('k')).toEqual({ n: 2 });
    await stores.close();
  });

  test.skipIf(skipped)('are erased, wholly or in part, if they have not changed since', async () => {
    const stores = await openAt(url);
    const rosters = stores.namespace<Record<string, number>>('rosters');
    const whole = { ana: 1 };
    const shared = { ana: 1, bo: 2 };
    await rosters.set('whole', whole);
    await rosters.set('shared', shared, 60_000);
    await rosters.set('changed', shared);
    await rosters.set('other', { bo: 3 });
    const records = await stores.records.find('ana', (namespace) => namespace === 'rosters');
    expect(records.map(({ key }) => key).toSorted()).toEqual(['changed', 'shared', 'whole']);
    expect(await stores.records.find('ana', (namespace) => namespace === 'links')).toEqual([]);
    expect(await stores.records.find('roster')).toEqual([]);
    await rosters.set('changed', { ana: 5, bo: 2 });
    const changes = records.map((one) => ({
      found: one,
      rest: one.key === 'shared' ? { bo: 2 } : undefined,
    }));
    expect(await stores.records.erase(changes)).toBe(1);
    expect(await rosters.get('whole')).toBeUndefined();
    expect(await rosters.get('shared')).toEqual({ bo: 2 });
    expect(await rosters.get('changed')).toEqual({ ana: 5, bo: 2 });
    expect(await rosters.get('other')).toEqual({ bo: 3 });
    const [rest] = await stores.records
      .find('bo', (namespace) => namespace === 'rosters')
      .then((all) => all.filter(({ key }) => key === 'shared'));
    // The rest keeps its expiry.
    expect(rest?.expires).toBeGreaterThan(Date.now());
    const isRedis = redis !== undefined && url.startsWith('redis');
    const leftMs = isRedis ? Number(redis?.cli('PTTL', 'matchpoint:rosters:shared')) : 1;
    expect(leftMs).toBeGreaterThan(0);
    await stores.close();
  });

  test.skipIf(skipped)('are put with their remaining lifetime, also over expired ones', async () => {
    const stores = await openAt(url);
    const tickets = stores.namespace('tickets');
    await tickets.set('k', 'old', 1);
    const setAt = Date.now();
    // Wait without reading it, which would delete it.
    await until('it has expired', () => Date.now() > setAt + 5);
    const expires = Date.now() + 60_000;
    await withRecords(url, (records) =>
      records.put([{ namespace: 'tickets', key: 'k', value: 'new', expires }]),
    );
    expect(await tickets.get('k')).toBe('new');
    const ticketRecords = await withRecords(url, async (records) => {
      const all = [];
      for await (const batch of records.walk())
        all.push(...batch.map(({ text: _text, ...record }) => record));
      return all.filter(({ namespace }) => namespace === 'tickets');
    });
    expect(ticketRecords).toEqual([{ namespace: 'tickets', key: 'k', value: 'new', expires }]);
    // Redis expires records by its own clock.
    const remainingMs =
      redis === undefined || !url.startsWith('redis')
        ? expires - Date.now()
        : Number(redis.cli('PTTL', 'matchpoint:tickets:k'));
    expect(remainingMs).toBeGreaterThan(50_000);
    expect(remainingMs).toBeLessThanOrEqual(60_000);
    await stores.close();
  });
});
