import { beforeAll, describe, expect, test } from 'vitest';
import { openStores } from '../../src/store/open-stores.ts';
import type { OpenedStores } from '../../src/store/records.ts';
import { expiryOption } from '../../src/store/redis-driver.ts';
import { StoreError } from '../../src/store/errors.ts';
import { recordingLog } from '../support/recording-log.ts';
import { ageRedis, noRedis, startRedis, type TestRedis } from '../support/redis.ts';
import { until } from '../support/until.ts';
import { storeSuite } from './suite.ts';

let redis: TestRedis;

describe.skipIf(noRedis)('Redis', () => {
  beforeAll(async () => {
    redis = await startRedis();
    return () => redis.close();
  });

  storeSuite(async () => {
    const stores = await openStores(redis.url, { log: recordingLog(), now: Date.now, version: 'test' });
    return {
      stores,
      advance: (ms) => ageRedis(redis, ms),
      cleanUp: async () => {
        await stores.close();
        redis.cli('FLUSHALL');
      },
    };
  });

  test('stores each record under prefix, namespace and key, and expires it by its own clock', async () => {
    const stores = await openStores(redis.url, {
      log: recordingLog(),
      now: () => 1_000_000,
      version: 'test',
    });
    await stores.namespace<string>('links').set('5', 'v');
    await stores.namespace<string>('tickets').set('t', 'v', 60_000);
    expect(redis.cli('--json', 'KEYS', '*')).toContain('matchpoint:links:5');
    expect(redis.cli('GET', 'matchpoint:links:5')).toBe('{"value":"v"}');
    expect(redis.cli('TTL', 'matchpoint:links:5')).toBe('-1');
    expect(redis.cli('GET', 'matchpoint:tickets:t')).toBe('{"value":"v","expires":1060000}');
    expect(Number(redis.cli('PTTL', 'matchpoint:tickets:t'))).toBeGreaterThan(30_000);
    await stores.close();
  });

  test('a replica whose clock is far ahead or behind sees another’s lease', async () => {
    const clocks = [0, 3_600_000, -3_600_000];
    const replicas = await Promise.all(
      clocks.map((ahead) =>
        openStores(redis.url, { log: recordingLog(), now: () => Date.now() + ahead, version: 'test' }),
      ),
    );
    const leases = replicas.map((stores) => stores.namespace<string>('leases'));
    const added: (boolean | undefined)[] = [];
    for (const lease of leases) added.push(await lease.add('1', 'mine', 15_000));
    expect(added).toEqual([true, false, false]);
    expect(await leases[1]?.get('1')).toBe('mine');
    await Promise.all(replicas.map((stores) => stores.close()));
  });

  test('a damaged record reads as absent, is reported once, and is not quoted', async () => {
    const log = recordingLog();
    const unreadable: string[] = [];
    const stores = await openStores(redis.url, {
      log,
      now: Date.now,
      version: 'test',
      onUnreadable: ({ namespace }) => void unreadable.push(namespace),
    });
    const store = stores.namespace<string>('alerts');
    redis.cli('SET', 'matchpoint:alerts:bad', 'hunter2 {');
    redis.cli('LPUSH', 'matchpoint:alerts:list', 'x');
    await expect(store.get('list')).rejects.toThrow(new StoreError('store alerts.get: WRONGTYPE'));
    expect(await store.get('bad')).toBeUndefined();
    expect(await store.replace('bad', 'v', 'w')).toBe(false);
    expect(await store.add('bad', 'v')).toBe(true);
    expect(await store.get('bad')).toBe('v');
    expect(unreadable).toEqual(['alerts']);
    expect(log.text()).not.toMatch(/hunter2|bad/);
    await stores.close();
    redis.cli('FLUSHALL');
  });

  test('databases and prefixes are separate', async () => {
    const urls = [redis.url, `${redis.url}/1`, `${redis.url}?prefix=other`, `${redis.url}/1?prefix=other`];
    const all = await Promise.all(
      urls.map((url) => openStores(url, { log: recordingLog(), now: Date.now, version: 'test' })),
    );
    const links = all.map((stores) => stores.namespace<string>('links'));
    for (const [i, store] of links.entries()) await store.set('k', `of ${i}`);
    for (const [i, store] of links.entries()) expect(await store.get('k')).toBe(`of ${i}`);
    expect(redis.cli('-n', '1', 'GET', 'other:links:k')).toBe('{"value":"of 3"}');
    await Promise.all(all.map((stores) => stores.close()));
  });

  test('all namespaces share one connection', async () => {
    const before = redis.cli('CLIENT', 'LIST').split('\n').length;
    const stores = await openStores(redis.url, { log: recordingLog(), now: Date.now, version: 'test' });
    for (const name of ['links', 'owners', 'tickets', 'flows', 'presses'])
      await stores.namespace<number>(name).set('k', 1);
    expect(redis.cli('CLIENT', 'LIST').split('\n').length).toBe(before + 1);
    await stores.close();
    await until('the connection is closed', () => redis.cli('CLIENT', 'LIST').split('\n').length === before);
  });
});

describe.skipIf(noRedis)('a Redis that wants a login', () => {
  const PASSWORD = 'p/w#1?@%:ü';
  const encoded = encodeURIComponent(PASSWORD);
  let guarded: TestRedis;
  const at = (login: string) => `redis://${login}@127.0.0.1:${guarded.port}/2?prefix=mine`;

  beforeAll(async () => {
    guarded = await startRedis({
      args: [
        '--user',
        'worker',
        'on',
        `>${PASSWORD}`,
        '~mine:*',
        '+@all',
        '--user',
        'default',
        'on',
        '>default-pw',
        '~*',
        '+@all',
      ],
      cliArgs: ['-a', 'default-pw', '-n', '2'],
    });
    return () => guarded.close();
  });

  test.each([
    ['user and password', () => at(`worker:${encoded}`)],
    ['the default user’s password', () => at(':default-pw')],
  ])('is opened with %s', async (_how, url) => {
    const stores = await openStores(url(), { log: recordingLog(), now: Date.now, version: 'test' });
    await stores.check();
    await stores.namespace<string>('links').set('k', 'v');
    expect(guarded.cli('GET', 'mine:links:k')).toBe('{"value":"v"}');
    await stores.close();
  });

  test.each([
    ['a wrong password', () => at('worker:hunter2'), 'WRONGPASS'],
    ['no password', () => `redis://127.0.0.1:${guarded.port}`, 'NOAUTH'],
    [
      'a prefix that the user may not touch',
      () => at(`worker:${encoded}`).replace('mine', 'yours'),
      'NOPERM',
    ],
  ])('names the reason for refusing %s, and neither URL nor password', async (_what, url, code) => {
    const log = recordingLog();
    const stores = await openStores(url(), { log, now: Date.now, version: 'test' });
    const error: unknown = await stores.check().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(StoreError);
    expect(String(error)).toContain(code);
    await stores.close();
    const output = `${log.text()} ${String(error)}`;
    for (const secret of ['hunter2', PASSWORD, encoded, '127.0.0.1', 'worker'])
      expect(output).not.toContain(secret);
  });
});

const calls = (stores: OpenedStores, name: string): Record<string, () => Promise<unknown>> => {
  const store = stores.namespace<string>(name);
  return {
    get: () => store.get('k'),
    set: () => store.set('k', 'v'),
    delete: () => store.delete('k'),
    take: () => store.take('k'),
    add: () => store.add('k', 'v', 1000),
    replace: () => store.replace('k', 'v', 'w'),
    check: () => stores.check(),
  };
};

describe.skipIf(noRedis)('a Redis that goes away', () => {
  beforeAll(async () => {
    redis = await startRedis();
    return () => redis.close();
  });

  /** Makes all calls at once; returns those that did not fail with a `StoreError` within a second (plus slack for a busy machine). */
  async function unfailing(all: Record<string, () => Promise<unknown>>): Promise<string[]> {
    const from = performance.now();
    const wrong = await Promise.all(
      Object.entries(all).map(([name, call]) =>
        call().then(
          () => [name],
          (error: unknown) => (error instanceof StoreError ? [] : [`${name}: ${String(error)}`]),
        ),
      ),
    );
    return performance.now() - from < 2000 ? wrong.flat() : ['too late', ...wrong.flat()];
  }
  const works = (call: () => Promise<unknown>) => () =>
    call().then(
      () => true,
      () => false,
    );

  test('is logged once, fails every call at once, and works again when it is back', async () => {
    const log = recordingLog();
    const stores = await openStores(redis.url, { log, now: Date.now, version: 'test' });
    const all = calls(stores, 'links');
    await all['set']?.();
    const inFlight = Array.from({ length: 500 }, () =>
      Promise.allSettled(Object.values(all).map((call) => call())),
    );
    await redis.kill();
    const failed = (await Promise.all(inFlight)).flat().filter(({ status }) => status === 'rejected');
    expect(failed.filter((one) => !('reason' in one && one.reason instanceof StoreError))).toEqual([]);
    for (let i = 0; i < 20; i++) expect(await unfailing(all)).toEqual([]);
    await redis.start();
    await until('it serves again', works(all['set']!));
    expect(await all['get']?.()).toBe('v');
    expect(log.lines.map(({ message }) => message)).toEqual(['Redis is out of reach', 'Redis answers again']);
    await stores.close();
  });

  test('silently fails each call within a second, and works again when it resumes', async () => {
    const log = recordingLog();
    const stores = await openStores(redis.url, { log, now: Date.now, version: 'test' });
    const all = calls(stores, 'links');
    await all['set']?.();
    redis.hang();
    expect(await unfailing(all)).toEqual([]);
    redis.goOn();
    await until('it serves again', works(all['set']!));
    await stores.close();
  });

  test('silently for long, under constant calls, gets a new connection', async () => {
    const log = recordingLog();
    const stores = await openStores(redis.url, { log, now: Date.now, version: 'test' });
    const all = calls(stores, 'links');
    await all['set']?.();
    redis.hang();
    await until('the connection is given up', async () => {
      await Promise.allSettled([all['get']?.()]);
      return log.lines.length > 0;
    });
    expect(await unfailing(all)).toEqual([]);
    redis.goOn();
    await until('it serves again', works(all['set']!));
    const others = () =>
      redis
        .cli('CLIENT', 'LIST')
        .split('\n')
        .filter((line) => !line.includes('cmd=client'));
    await until('there is one connection', () => others().length === 1);
    expect(log.lines.map(({ message }) => message)).toEqual(['Redis is out of reach', 'Redis answers again']);
    await stores.close();
  });

  test('before the start is connected to once it is up', async () => {
    await redis.kill();
    const from = performance.now();
    const stores = await openStores(redis.url, { log: recordingLog(), now: Date.now, version: 'test' });
    expect(performance.now() - from).toBeLessThan(2000);
    const all = calls(stores, 'links');
    expect(await unfailing(all)).toEqual([]);
    await expect(all['get']?.()).rejects.toThrow(
      /^store links\.get: Redis is out of reach \(ECONNREFUSED\)$/,
    );
    await redis.start();
    await until('it serves', works(all['set']!));
    await stores.close();
  });

  test('does not delay closing, and a later call does not reconnect', async () => {
    const stores = await openStores(redis.url, { log: recordingLog(), now: Date.now, version: 'test' });
    const all = calls(stores, 'links');
    redis.hang();
    const late = unfailing(all);
    const from = performance.now();
    await stores.close();
    expect(performance.now() - from).toBeLessThan(2000);
    expect(await late).toEqual([]);
    redis.goOn();
    await expect(all['get']?.()).rejects.toThrow(/is closed/);
    await stores.close();
  });
});

test('a lifetime of zero or less becomes 1 ms, since Redis refuses 0', () => {
  expect([0, -5, 0.2, 1.5].map((ms) => expiryOption(ms).PX)).toEqual([1, 1, 1, 2]);
  expect(expiryOption(undefined)).toEqual({});
});
