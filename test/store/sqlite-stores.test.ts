import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import KeyvSqlite from '@keyv/sqlite';
import { describe, expect, test } from 'vitest';
import { openSqliteDriver, SWEEP_SQL } from '../../src/store/sqlite-driver.ts';
import { openStores } from '../../src/store/open-stores.ts';
import { StoreError } from '../../src/store/errors.ts';
import { recordingLog } from '../support/recording-log.ts';
import { missing } from '../support/programs.ts';
import { until } from '../support/until.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { storeSuite } from './suite.ts';

async function openAt(file: string, now = Date.now) {
  return openStores(`sqlite://${file}`, { log: recordingLog(), now, version: 'test' });
}

/** Runs a statement on a separate connection, as another program would. */
async function statement(file: string, sql: string): Promise<unknown[]> {
  const outsider = new KeyvSqlite({ uri: `sqlite://${file}`, table: 'outsider', busyTimeout: 2000 });
  const rows: unknown[] = await outsider.query(sql);
  await outsider.close();
  return rows;
}

describe('SQLite', () => {
  storeSuite(async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'matchpoint-'));
    let time = 1_800_000_000_000;
    const stores = await openAt(path.join(folder, 'store.sqlite'), () => time);
    return {
      stores,
      advance: (ms) => void (time += ms),
      cleanUp: async () => {
        await stores.close();
        await rm(folder, { recursive: true, force: true });
      },
    };
  });
});

describe('a SQLite file', () => {
  test('is created with its folder for its user only, and persists', async () => {
    const file = path.join(await temporaryFolder(), 'not', 'yet', 'there.sqlite');
    const first = await openAt(file);
    await first.namespace<string>('kept').set('k', 'v');
    await first.close();
    const second = await openAt(file);
    expect(await second.namespace<string>('kept').get('k')).toBe('v');
    await second.close();
    expect((await stat(file)).mode & 0o077).toBe(0);
    expect((await stat(path.dirname(file))).mode & 0o077).toBe(0);
  });

  test('runs in WAL mode', async () => {
    const file = path.join(await temporaryFolder(), 'store.sqlite');
    const stores = await openAt(file);
    expect(await statement(file, 'PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }]);
    await stores.close();
  });

  test.each([
    ['no database', 'this is no database '.repeat(500)],
    ['something short', 'x'],
    ['a database of another make', 'SQLite format 2\0'.padEnd(4096, ' ')],
  ])('that is %s is refused and not changed', async (_what, bytes) => {
    const folder = await temporaryFolder();
    const file = path.join(folder, 'store.sqlite');
    await writeFile(file, bytes);
    await expect(openAt(file)).rejects.toThrow(/is no SQLite database/);
    expect(await readFile(file, 'utf8')).toBe(bytes);
    expect(await readdir(folder)).toEqual(['store.sqlite']);
  });

  test('with a valid header and garbage behind it is refused', async () => {
    const file = path.join(await temporaryFolder(), 'store.sqlite');
    await writeFile(file, 'SQLite format 3\0'.padEnd(8192, 'nonsense '));
    await expect(openAt(file)).rejects.toBeInstanceOf(StoreError);
  });

  test('that is a folder, or is below a file, is refused with a clear message', async () => {
    const folder = await temporaryFolder();
    await mkdir(path.join(folder, 'store.sqlite'));
    await expect(openAt(path.join(folder, 'store.sqlite'))).rejects.toThrow(/cannot be opened: EISDIR/);
    await writeFile(path.join(folder, 'plain'), '');
    await expect(openAt(path.join(folder, 'plain', 'x.sqlite'))).rejects.toThrow(
      /cannot be opened: (EEXIST|ENOTDIR)/,
    );
  });

  test.skipIf(missing('proc'))(
    'below a place that takes no folders is refused, and not tried for ever',
    async () => {
      await expect(openAt('/proc/nowhere/data/store.sqlite')).rejects.toThrow(/cannot be made: ENOENT/);
    },
  );

  test('that fails for a while has one line a minute in the log, however many calls fail', async () => {
    const file = path.join(await temporaryFolder(), 'store.sqlite');
    const log = recordingLog();
    const stores = await openStores(`sqlite://${file}`, { log, now: Date.now, version: 'test' });
    const kept = stores.namespace<string>('kept');
    await statement(file, 'DROP TABLE records');
    for (const key of ['a', 'b', 'c']) await expect(kept.set(key, 'v')).rejects.toBeInstanceOf(StoreError);
    expect(log.lines.map(({ message }) => message)).toEqual(['SQLite store error']);
    await stores.close();
  });

  test('that breaks later makes every method throw, and never reads as absent', async () => {
    const file = path.join(await temporaryFolder(), 'store.sqlite');
    const stores = await openAt(file);
    const store = stores.namespace<string>('links');
    await store.set('k', 'v');
    const unread = stores.namespace<string>('owners');
    await unread.set('k', 'v');
    expect(await store.get('k')).toBe('v');
    await statement(file, 'DROP TABLE records');
    for (const call of [
      () => store.get('k'),
      () => unread.get('k'),
      () => store.set('k', 'v'),
      () => store.delete('k'),
      () => store.take('k'),
      () => store.add('k', 'v'),
      () => store.replace('k', 'v', 'w'),
    ]) {
      await expect(call()).rejects.toBeInstanceOf(StoreError);
    }
    await expect(stores.check()).rejects.toBeInstanceOf(StoreError);
    await stores.close();
  });

  test('can be closed during reads', async () => {
    const stores = await openAt(path.join(await temporaryFolder(), 'store.sqlite'));
    const store = stores.namespace<string>('links');
    await store.set('k', 'v');
    const reads = Promise.allSettled(Array.from({ length: 50 }, () => store.get('k')));
    await stores.close();
    const failures = (await reads).filter((read) => read.status === 'rejected');
    expect(failures.filter(({ reason }) => !(reason instanceof StoreError))).toEqual([]);
  });

  test('with a damaged row serves all other rows, and reports the row once', async () => {
    const file = path.join(await temporaryFolder(), 'store.sqlite');
    await (await openAt(file)).close();
    await statement(file, `INSERT INTO records VALUES ('links:old', '{"value":1,"expires":5}')`);
    for (const [key, text] of [
      ['bad', 'hunter2 {'],
      ['none', '"no envelope"'],
      ['good', '{"value":1}'],
    ])
      await statement(file, `INSERT INTO records VALUES ('owners:${key}', '${text}')`);
    const log = recordingLog();
    const unreadable: object[] = [];
    const open = () =>
      openStores(`sqlite://${file}`, {
        log,
        now: Date.now,
        version: 'test',
        onUnreadable: (record) => void unreadable.push(record),
      });
    const stores = await open();
    const owners = stores.namespace<number>('owners');
    for (let round = 0; round < 3; round++) {
      expect(await owners.get('good')).toBe(1);
      for (const key of ['bad', 'none']) expect(await owners.get(key)).toBeUndefined();
    }
    await stores.close(); // waits for the sweep
    expect(await statement(file, `SELECT key FROM records WHERE key LIKE 'links:%'`)).toEqual([]);
    const again = await open();
    expect(await again.namespace('links').add('new', 1)).toBe(true);
    expect(await again.namespace('owners').add('bad', 2)).toBe(true);
    expect(await again.namespace('owners').get('bad')).toBe(2);
    await again.close();
    const record = { namespace: 'owners', keyHash: expect.stringMatching(/^[\w-]{43}$/) as string };
    expect(unreadable.slice(0, 2)).toEqual([record, record]);
    expect(new Set(unreadable.slice(0, 2).map((one) => JSON.stringify(one))).size).toBe(2);
    expect(log.lines.filter(({ message }) => /cannot be read/.test(message))).toHaveLength(unreadable.length);
    expect(log.text()).not.toMatch(/hunter2|'bad'/);
  });

  test('loses only its expired rows at the start', async () => {
    const file = path.join(await temporaryFolder(), 'store.sqlite');
    let time = 1_800_000_000_000;
    const first = await openAt(file, () => time);
    const store = first.namespace<number>('tickets');
    for (let i = 0; i < 600; i++) await store.set(`short${i}`, i, 1000);
    await store.set('long', 1, 10_000);
    await store.set('ever', 1);
    await first.close();
    time += 1000;
    const second = await openAt(file, () => time);
    await second.close(); // waits for the sweep
    const rows = await statement(file, `SELECT key FROM records WHERE key LIKE 'tickets:%' ORDER BY key`);
    expect(rows).toEqual([{ key: 'tickets:ever' }, { key: 'tickets:long' }]);
  });

  test('is swept through an index, so that lasting records cost nothing', async () => {
    const file = path.join(await temporaryFolder(), 'store.sqlite');
    const stores = await openAt(file);
    await stores.namespace<number>('links').set('k', 1);
    const plan = await statement(file, `EXPLAIN QUERY PLAN ${SWEEP_SQL.replace('?', '5')}`);
    expect(JSON.stringify(plan)).toContain('INDEX records_ends');
    await stores.close();
  });

  test('that is being read while a record is erased still loses it from its log', async () => {
    const file = path.join(await temporaryFolder(), 'store.sqlite');
    const stores = await openAt(file);
    await stores.namespace<string>('links').set('k', 'hunter2');
    const reader = new KeyvSqlite({ uri: `sqlite://${file}`, table: 'outsider' });
    await reader.query('BEGIN');
    await reader.query('SELECT * FROM records');
    const matches = await stores.records.find('hunter2');
    const startedAt = Date.now();
    const erasing = stores.records.erase(matches.map((found) => ({ found, rest: undefined })));
    await until('a first try has failed', () => Date.now() > startedAt + 400);
    await reader.query('COMMIT');
    await reader.close();
    expect(await erasing).toBe(0);
    for (const name of await readdir(path.dirname(file)))
      expect(await readFile(path.join(path.dirname(file), name), 'latin1'), name).not.toContain('hunter2');
    await stores.close();
  });

  test('is rewritten if its bytes still hold what no record does, and else left alone', async () => {
    const file = path.join(await temporaryFolder(), 'store.sqlite');
    const stores = await openAt(file);
    await stores.namespace<string>('links').set('a', 'x'.repeat(5000));
    const bytes = async () => (await readFile(file)).toString('latin1');
    // As SQLite leaves a copy in a page: without secure_delete, a deleted row's bytes stay.
    await statement(file, `INSERT INTO records VALUES ('links:b', '80351110224678912')`);
    await statement(file, `DELETE FROM records WHERE key = 'links:b'`);
    await statement(file, 'PRAGMA wal_checkpoint(TRUNCATE)');
    expect(await bytes()).toContain('80351110224678912');
    const { mtimeMs } = await stat(file);
    await stores.records.purge(['80351110224678913']);
    expect((await stat(file)).mtimeMs).toBe(mtimeMs);
    await stores.records.purge(['80351110224678913', '80351110224678912']);
    expect(await bytes()).not.toContain('80351110224678912');
    expect(await stores.namespace<string>('links').get('a')).toBe('x'.repeat(5000));
    await stores.close();
  });

  test('is searched in slices, so that other calls run in between', async () => {
    const file = path.join(await temporaryFolder(), 'store.sqlite');
    const tools = { log: recordingLog(), now: Date.now, version: 'test' };
    const driver = await openSqliteDriver(file, tools);
    const rows = Array.from({ length: 500 }, (_, n) => ({
      key: `k${n}`,
      text: `{"value":${n}}`,
      ttlMs: undefined,
    }));
    for (let batch = 0; batch < 24; batch++)
      await driver.namespace('members').write(
        rows.map((row) => ({ ...row, key: `${batch} ${row.key}` })),
        { overwrite: false },
      );
    await driver.namespace('others').set('k7', '{"value":7}');
    const batches: number[] = [];
    for await (const rowsOfBatch of driver.find('k7', (name) => name === 'members'))
      batches.push(rowsOfBatch.length);
    expect(batches.length).toBeGreaterThan(2);
    // k7, k70 to k79 in each batch.
    expect(batches.reduce((sum, one) => sum + one)).toBe(24 * 11);
    await driver.close();
  });

  test('can be opened by several at the same moment', async () => {
    const file = path.join(await temporaryFolder(), 'store.sqlite');
    // As many as there are threads for SQLite to wait in: with more, none could release the lock that they wait for.
    const all = await Promise.all(Array.from({ length: 4 }, () => openAt(file)));
    const added = await Promise.all(all.map((stores) => stores.namespace<number>('claims').add('k', 1)));
    expect(added.filter(Boolean)).toHaveLength(1);
    await Promise.all(all.map((stores) => stores.close()));
  });
});

test('a store of an unknown kind is refused without its URL, which may hold a password', async () => {
  const opening = openStores('mysql://user:hunter2@host/db', {
    log: recordingLog(),
    now: Date.now,
    version: 'test',
  });
  await expect(opening).rejects.toBeInstanceOf(StoreError);
  await expect(opening).rejects.not.toThrow(/hunter2/);
});
