import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createRowIndex } from '../../src/store/row-index.ts';
import { createReports } from '../../src/results/reports.ts';
import { sha256 } from '../../src/sha256.ts';
import { openStores } from '../../src/store/open-stores.ts';
import type { OpenedStores } from '../../src/store/records.ts';
import { connectRedis } from '../../src/store/redis-connection.ts';
import { bringToVersion } from '../../src/store/redis-version.ts';
import type { StoreTools } from '../../src/store/stores.ts';
import { parseStoreUrl } from '../../src/store/store-url.ts';
import { MIGRATING, STORE_VERSION, WAITING } from '../../src/store/version.ts';
import { recordingLog } from '../support/recording-log.ts';
import { ageRedis, noRedis, startRedis, type TestRedis } from '../support/redis.ts';
import { until } from '../support/until.ts';
import { expectMoved, reportsOfVersion1 } from './reports-of-version-1.ts';

const RECORD = `{"value":{"version":${STORE_VERSION},"matchpoint":"0.2.0"}}`;
const NEWER = '{"value":{"version":7,"matchpoint":"3.1.0"}}';

describe.skipIf(noRedis)('the version of a store in Redis', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startRedis();
    return () => redis.close();
  });
  afterEach(() => void redis.cli('FLUSHALL'));

  function toolsOf({ versioning }: Pick<StoreTools, 'versioning'> = {}) {
    const log = recordingLog();
    const migrations = () => log.lines.filter(({ message }) => message === 'the store was migrated');
    return { log, now: Date.now, version: '0.2.0', migrations, ...(versioning && { versioning }) };
  }

  async function open(tools = toolsOf()): Promise<OpenedStores> {
    const stores = await openStores(redis.url, tools);
    onTestFinished(() => stores.close());
    return stores;
  }

  const versionRecord = () => redis.cli('GET', 'matchpoint:version');

  async function namesWalked({ records }: OpenedStores): Promise<string[]> {
    const names: string[] = [];
    for await (const batch of records.walk()) names.push(...batch.map(({ namespace }) => namespace));
    return names;
  }

  /** A connection with what `bringToVersion` takes. */
  async function connected() {
    const place = parseStoreUrl(redis.url);
    if (place?.kind !== 'redis') throw new Error('no Redis');
    const connection = await connectRedis(place, recordingLog());
    onTestFinished(connection.close);
    return { ...connection, prefix: place.prefix };
  }

  test('is written to an empty one, and no walk or search meets it', async () => {
    const tools = toolsOf();
    const stores = await open(tools);
    expect(versionRecord()).toBe(RECORD);
    expect(await namesWalked(stores)).toEqual([]);
    expect(await stores.records.find('0.2.0')).toEqual([]);
    await open({ ...tools, version: '0.3.0' });
    expect(versionRecord()).toBe(RECORD);
    expect(tools.migrations()).toEqual([]);
  });

  test('is 0 without a record; a start migrates it, and the log has a line', async () => {
    redis.cli('SET', 'matchpoint:links:5', '{"value":1}');
    redis.cli('SET', 'other:version', NEWER);
    for (const versioning of ['create', 'check'] as const)
      await expect(open(toolsOf({ versioning }))).rejects.toMatchObject({ fault: 'older' });
    expect(versionRecord()).toBe('');
    const tools = toolsOf();
    const stores = await open(tools);
    expect(versionRecord()).toBe(RECORD);
    expect(await stores.namespace('links').get('5')).toBe(1);
    expect(tools.log.lines[0]).toMatchObject({ message: MIGRATING, fields: { records: 1 } });
    expect(tools.migrations()).toMatchObject([
      { fields: { from: 0, to: 1, records: 0 } },
      { fields: { from: 1, to: STORE_VERSION, records: 0 } },
    ]);
    expect(redis.cli('EXISTS', 'matchpoint:migration')).toBe('0');
  });

  test.each([
    ['newer', NEWER],
    ['damaged', '{"value":"x"}'],
  ])('that is %s stops the start', async (fault, record) => {
    redis.cli('SET', 'matchpoint:version', record);
    await expect(open()).rejects.toMatchObject({ fault });
    expect(versionRecord()).toBe(record);
  });

  test('is migrated once by two that start at the same moment', async () => {
    redis.cli('SET', 'matchpoint:links:5', '{"value":1}');
    let runs = 0;
    const migrations = [{ to: STORE_VERSION, run: async () => ++runs }];
    const both = [toolsOf(), toolsOf()];
    await Promise.all(both.map(async (tools) => bringToVersion(await connected(), tools, { migrations })));
    expect(runs).toBe(1);
    expect(both.flatMap((tools) => tools.migrations())).toHaveLength(1);
  });

  test('is migrated by another if the first is killed, from the step that it reached', async () => {
    // Two steps away from the version of today.
    redis.cli('SET', 'matchpoint:version', '{"value":{"version":0,"matchpoint":"0.0.1"}}');
    const ran: string[] = [];
    const step = (to: number, who: string, run: () => Promise<number>) => ({
      to,
      run: () => {
        ran.push(`${who} ${to}`);
        return run();
      },
    });
    const never = new Promise<number>(() => {});
    const succeed = async () => 1;
    const first = [step(1, 'first', succeed), step(2, 'first', () => never)];
    void bringToVersion(await connected(), toolsOf(), { migrations: first }).catch(() => undefined);
    await until('the first is in its second step', () => ran.length === 2);
    const second = [step(1, 'second', succeed), step(2, 'second', succeed)];
    const waiting = bringToVersion(await connected(), toolsOf(), { migrations: second });
    await until('the second waits', () => Number(redis.cli('PTTL', 'matchpoint:migration')) > 0);
    expect(ran).toHaveLength(2);
    ageRedis(redis, 60_000);
    await waiting;
    expect(ran).toEqual(['first 1', 'first 2', 'second 2']);
    expect(versionRecord()).toBe(RECORD);
  });

  test('moves reports to their servers, also where a process was killed in between', async () => {
    const texts = reportsOfVersion1();
    for (const killedAfter of [0, 1, 2, 3, 5, 8, 13]) {
      redis.cli('FLUSHALL');
      redis.cli('SET', 'matchpoint:version', '{"value":{"version":1,"matchpoint":"1.0.0"}}');
      for (const [key, text] of texts) redis.cli('SET', `matchpoint:${key}`, text, 'PX', '1000000');
      const connection = await connected();
      let calls = 0;
      const call = <R>(what: string, work: () => Promise<R>) => {
        if (what === 'store migration' && ++calls > killedAfter) return new Promise<R>(() => {});
        return connection.call(what, work);
      };
      if (killedAfter > 0) {
        void bringToVersion({ ...connection, call }, toolsOf()).catch(() => undefined);
        await until('it was killed', () => calls > killedAfter);
        redis.cli('DEL', 'matchpoint:migration');
      }
      const stores = await open();
      const reports = createReports({
        reports: stores.namespace('reports'),
        due: stores.namespace('due'),
        index: createRowIndex({ stores, now: Date.now }),
        now: Date.now,
      });
      await expectMoved(reports, await namesWalked(stores));
      const moved = `matchpoint:reports:${sha256('700:m1')}`;
      expect(Number(redis.cli('PTTL', moved))).toBeLessThanOrEqual(1_000_000);
      expect(Number(redis.cli('PTTL', moved))).toBeGreaterThan(0);
      await stores.close();
    }
  });

  test('is not waited for without end', async () => {
    redis.cli('SET', 'matchpoint:links:5', '{"value":1}');
    redis.cli('SET', 'matchpoint:migration', 'another');
    const tools = toolsOf();
    const waiting = bringToVersion(await connected(), tools, { waitMs: 600 });
    await expect(waiting).rejects.toMatchObject({ fault: 'busy' });
    expect(tools.log.lines.map(({ message }) => message)).toEqual([WAITING]);
    await expect(open(toolsOf({ versioning: 'check' }))).rejects.toMatchObject({ fault: 'busy' });
    expect(redis.cli('GET', 'matchpoint:migration')).toBe('another');
  });

  test('a process that took longer than its claim leaves the one of the next', async () => {
    redis.cli('SET', 'matchpoint:version', '{"value":{"version":1,"matchpoint":"1.0.0"}}');
    const run = async () => {
      redis.cli('SET', 'matchpoint:migration', 'another');
      return 1;
    };
    await bringToVersion(await connected(), toolsOf(), { migrations: [{ to: STORE_VERSION, run }] });
    expect(redis.cli('GET', 'matchpoint:migration')).toBe('another');
  });

  test('is read by the first call if Redis was down at the start', async () => {
    await redis.kill();
    const tools = toolsOf();
    const stores = await open(tools);
    const links = stores.namespace<number>('links');
    await expect(links.get('5')).rejects.toThrow(/^store links\.get: Redis is out of reach/);
    await redis.start();
    redis.cli('SET', 'matchpoint:version', NEWER);
    await until('it says why', async () => {
      const error: unknown = await links.get('5').catch((caught: unknown) => caught);
      return /3\.1\.0/.test(String(error));
    });
    await expect(links.set('5', 1)).rejects.toMatchObject({ fault: 'newer' });
    const failure = expect.stringContaining('3.1.0') as string;
    expect(tools.log.lines.filter(({ message }) => message === 'the store cannot be used')).toMatchObject([
      { fields: { failure } },
    ]);
    expect(redis.cli('EXISTS', 'matchpoint:links:5')).toBe('0');
    redis.cli('DEL', 'matchpoint:version');
    await links.set('5', 1);
    expect(versionRecord()).toBe(RECORD);
  });
});
