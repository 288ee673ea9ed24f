import path from 'node:path';
import KeyvSqlite from '@keyv/sqlite';
import { createClient } from '@keyv/redis';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { NAMESPACES } from '../../src/app/namespaces.ts';
import { watchVersion } from '../../src/app/watch-version.ts';
import { createLease, LeaseOwner } from '../../src/jobs/owner/lease.ts';
import { openStores } from '../../src/store/open-stores.ts';
import { IN_USE, LEASE, LOOKING } from '../../src/store/other-bots.ts';
import type { StoreTools } from '../../src/store/stores.ts';
import { MIGRATING, STORE_VERSION, StoreVersionError } from '../../src/store/version.ts';
import { noRedis, startRedis } from '../support/redis.ts';
import { recordingLog } from '../support/recording-log.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const version = (format: number, by: string) => ({ version: format, matchpoint: by });

/** A clock that others act on: `onSleep` runs at each pause. */
function createTime(onSleep: (now: number) => Promise<void>) {
  let now = 0;
  const sleep = async (ms: number) => {
    now += ms;
    await onSleep(now);
  };
  return { monotonic: () => now, sleep };
}

const kinds = {
  sqlite: async () => `sqlite://${path.join(await temporaryFolder(), 'store.sqlite')}`,
  redis: async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.close());
    return redis.url;
  },
};

describe.each(['sqlite', 'redis'] as const)('an update of the format in %s', (kind) => {
  const lacks = kind === 'redis' && noRedis;

  async function open(url: string, tools: Partial<StoreTools> = {}) {
    const log = recordingLog();
    const stores = await openStores(url, { log, now: Date.now, version: '1.0.0', ...tools });
    let closing: Promise<void> | undefined;
    const close = () => (closing ??= stores.close());
    onTestFinished(close);
    return { ...stores, close, log };
  }

  /** A store of the format before, with a bot that uses it and one that is ready to take over. */
  async function oldStore() {
    const url = await kinds[kind]();
    const stores = await open(url);
    await stores.records.put([{ namespace: 'links', key: '5', value: 1 }]);
    const owners = stores.namespace(LEASE.namespace, LeaseOwner);
    const setVersion = async (format: number, by: string) => {
      const text = JSON.stringify({ value: version(format, by) });
      if (kind === 'sqlite') {
        const file = new KeyvSqlite({ uri: url, table: 'records', busyTimeout: 2000 });
        await file.query(`UPDATE records SET value = ? WHERE key = 'version'`, text);
        await file.close();
      } else {
        const client = createClient({ url });
        await client.connect();
        await client.set('matchpoint:version', text);
        await client.close();
      }
    };
    return { url, stores, owners, setVersion };
  }

  const messages = (log: ReturnType<typeof recordingLog>) => log.lines.map(({ message }) => message);

  test.skipIf(lacks)('waits while an old bot or its successor renews the lease, and says so', async () => {
    const { url, owners, setVersion } = await oldStore();
    let time = 0;
    const monotonic = () => time;
    const [first, second] = ['first', 'second'].map((id) => createLease({ owners, id, monotonic }));
    await first?.renew();
    await setVersion(STORE_VERSION - 1, '1.0.0');
    const log = recordingLog();
    let tooEarly = false;
    const clock = createTime(async (now) => {
      time = now;
      // The first ends in good order, the second is killed.
      if (now === 20_000) await first?.release();
      if (now % 4000 === 0 && now < 20_000) await first?.renew();
      if (now % 4000 === 0 && now < 60_000) await second?.renew();
      if (now < 60_000) tooEarly ||= messages(log).includes(MIGRATING);
    });
    await open(url, { log, clock });
    expect(tooEarly).toBe(false);
    expect(time).toBeGreaterThan(75_000);
    expect(messages(log).slice(0, 3)).toEqual([LOOKING, IN_USE, MIGRATING]);
  });

  test.skipIf(lacks)('begins at once where no bot ever was, and soon after one that ended', async () => {
    for (const [was, waits] of [
      [false, 0],
      [true, 6000],
    ] as const) {
      const { url, owners, setVersion } = await oldStore();
      const lease = createLease({ owners, id: 'a', monotonic: () => 0 });
      if (was) await lease.renew();
      await lease.release();
      await setVersion(STORE_VERSION - 1, '1.0.0');
      const clock = createTime(async () => undefined);
      await open(url, { clock });
      expect(clock.monotonic()).toBe(waits);
    }
  });

  test.skipIf(lacks)('waits no more once another bot has made it', async () => {
    const { url, owners, setVersion } = await oldStore();
    const lease = createLease({ owners, id: 'a', monotonic: () => 0 });
    await lease.renew();
    await setVersion(STORE_VERSION - 1, '1.0.0');
    const log = recordingLog();
    const clock = createTime(async () => {
      await lease.renew();
      if (clock.monotonic() === 5000) await setVersion(STORE_VERSION, '1.1.0');
    });
    await open(url, { log, clock });
    expect(messages(log)).not.toContain(MIGRATING);
  });

  test.skipIf(lacks)('by a newer version ends a running bot', async () => {
    const { stores, setVersion } = await oldStore();
    await stores.checkVersion();
    await setVersion(STORE_VERSION + 1, '3.1.0');
    await expect(stores.checkVersion()).rejects.toMatchObject({
      fault: 'newer',
      found: { matchpoint: '3.1.0' },
    });
  });
});

test('a SQLite file that no other process has open is not waited for, though its bot was killed', async () => {
  const url = await kinds.sqlite();
  const tools = { log: recordingLog(), now: Date.now, version: '1.0.0' };
  const stores = await openStores(url, tools);
  await createLease({
    owners: stores.namespace(LEASE.namespace, LeaseOwner),
    id: 'a',
    monotonic: () => 0,
  }).renew();
  await stores.close();
  const file = new KeyvSqlite({ uri: url, table: 'records' });
  await file.query(
    `UPDATE records SET value = ? WHERE key = 'version'`,
    JSON.stringify({ value: version(STORE_VERSION - 1, '1.0.0') }),
  );
  await file.close();
  const clock = createTime(async () => undefined);
  const log = recordingLog();
  await (await openStores(url, { ...tools, log, clock })).close();
  expect(clock.monotonic()).toBe(0);
  expect(log.lines[0]?.message).toBe(MIGRATING);
});

test('the record that is checked is the one that a bot renews', () => {
  expect(NAMESPACES[LEASE.namespace]?.schema).toBe(LeaseOwner);
});

test('the watch of the store ends a bot only for a newer format', async () => {
  let fault: Error | undefined;
  const told: StoreVersionError[] = [];
  const time = { wait: 0 };
  const checkVersion = async () => {
    time.wait++;
    if (fault) throw fault;
  };
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const watch = watchVersion({ checkVersion }, (error) => void told.push(error));
  watch.start();
  await vi.advanceTimersByTimeAsync(60_000);
  fault = new Error('down');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([]);
  fault = new StoreVersionError('newer', 'newer');
  await vi.advanceTimersByTimeAsync(180_000);
  expect(told).toEqual([fault]);
  expect(time.wait).toBe(3);
  await watch.stop();
});
