import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, stat } from 'node:fs/promises';
import path from 'node:path';
import KeyvSqlite from '@keyv/sqlite';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { OpenedStores, StoredRecord } from '../../src/store/records.ts';
import { createRowIndex } from '../../src/store/row-index.ts';
import { createReports } from '../../src/results/reports.ts';
import { openStores } from '../../src/store/open-stores.ts';
import { connectSqlite } from '../../src/store/sqlite-connection.ts';
import { SQLITE_MIGRATIONS } from '../../src/store/sqlite-moves.ts';
import { bringToVersion } from '../../src/store/sqlite-version.ts';
import type { StoreTools } from '../../src/store/stores.ts';
import { MIGRATING, STORE_VERSION, StoreVersionError, WAITING } from '../../src/store/version.ts';
import { recordingLog } from '../support/recording-log.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { expectMoved, reportsOfVersion1 } from './reports-of-version-1.ts';
import { compileRacer, type Racers } from './racers.ts';

const MIGRATED = 'the store was migrated';

function toolsOf({ now = Date.now, versioning }: Partial<Pick<StoreTools, 'now' | 'versioning'>> = {}) {
  const log = recordingLog();
  const migrations = () =>
    log.lines.filter(({ message }) => message === MIGRATED).map(({ fields }) => fields);
  return { log, now, version: '0.2.0', migrations, ...(versioning && { versioning }) };
}

async function open(file: string, tools = toolsOf()): Promise<OpenedStores> {
  const stores = await openStores(`sqlite://${file}`, tools);
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= stores.close());
  onTestFinished(close);
  return { ...stores, close };
}

/** Runs statements as another program would. The connection makes the table, as version 0 made one for each namespace. */
async function statements(file: string, table: string, ...texts: string[]): Promise<unknown[]> {
  const outsider = new KeyvSqlite({ uri: `sqlite://${file}`, table, busyTimeout: 2000 });
  outsider.on('error', () => undefined);
  try {
    let rows: unknown[] = [];
    for (const text of texts) rows = await outsider.query(text);
    return rows;
  } finally {
    await outsider.close();
  }
}

const newFile = async () => path.join(await temporaryFolder(), 'store.sqlite');

/** A file of version 0. The time is 1,000. */
async function oldFile(): Promise<string> {
  const file = await newFile();
  await statements(
    file,
    'links',
    `CREATE INDEX links_expiry ON links(json_extract(value, '$.expires'))`,
    `INSERT INTO links VALUES ('5', '{"value":{"playerId":"p5"}}'), ('links:5', '{"value":1}')`,
  );
  await statements(file, 'feeds', `INSERT INTO feeds VALUES ('70:a;b', '{"value":"ü","expires":1001}')`);
  await statements(file, 'codes', `INSERT INTO codes VALUES ('c', '{"value":1,"expires":1000}')`);
  await statements(file, 'owners', `INSERT INTO owners VALUES ('bad', 'hunter2 {')`);
  await statements(file, 'alerts', 'SELECT 1');
  return file;
}

async function recordsOf({ records }: OpenedStores): Promise<Omit<StoredRecord, 'value'>[]> {
  const all = [];
  for await (const batch of records.walk())
    all.push(...batch.map(({ text: _text, value: _value, ...record }) => record));
  return all.filter(({ namespace }) => namespace !== 'probe');
}

const versionOf = (file: string) =>
  statements(file, 'records', `SELECT value FROM records WHERE key = 'version'`);
const tablesOf = async (file: string) =>
  (await statements(file, 'records', `SELECT name FROM sqlite_master WHERE type = 'table'`)) as unknown;

test('the migrations lead to the version of today without a gap', () => {
  expect(SQLITE_MIGRATIONS.map(({ to }) => to)).toEqual(
    Array.from({ length: STORE_VERSION }, (_, i) => i + 1),
  );
});

describe('a new SQLite file', () => {
  test('gets the version of today, which no walk or search meets and the next start leaves', async () => {
    const file = await newFile();
    const tools = toolsOf();
    await (await open(file, tools)).close();
    const stores = await open(file, { ...tools, version: '0.3.0' });
    expect(await versionOf(file)).toEqual([
      { value: `{"value":{"version":${STORE_VERSION},"matchpoint":"0.2.0"}}` },
    ]);
    expect(await recordsOf(stores)).toEqual([]);
    expect(await stores.records.find('0.2.0')).toEqual([]);
    expect(tools.migrations()).toEqual([]);
  });
});

describe('a SQLite file of version 0', () => {
  test('is moved into one table, and the log has a line', async () => {
    const file = await oldFile();
    const tools = toolsOf({ now: () => 1000 });
    const stores = await open(file, tools);
    expect(await stores.namespace('links').get('5')).toEqual({ playerId: 'p5' });
    expect(await stores.namespace('links').get('links:5')).toBe(1);
    expect(await stores.namespace('feeds').get('70:a;b')).toBe('ü');
    expect(await recordsOf(stores)).toEqual([
      { namespace: 'feeds', key: '70:a;b', expires: 1001 },
      { namespace: 'links', key: '5' },
      { namespace: 'links', key: 'links:5' },
    ]);
    expect(tools.migrations()).toEqual([
      { from: 0, to: 1, records: 4, ms: expect.any(Number) as number },
      { from: 1, to: 2, records: 0, ms: expect.any(Number) as number },
    ]);
    expect(await tablesOf(file)).toEqual([{ name: 'records' }]);
    // The expired code has not moved; what cannot be read has.
    expect(await statements(file, 'records', `SELECT key FROM records WHERE key GLOB '[co]*'`)).toEqual([
      { key: 'owners:bad' },
    ]);
    expect(await versionOf(file)).toHaveLength(1);
  });

  test('is not touched by tools that may not migrate', async () => {
    const file = await oldFile();
    for (const versioning of ['create', 'check'] as const)
      await expect(open(file, toolsOf({ versioning }))).rejects.toMatchObject({ fault: 'older' });
    expect(await statements(file, 'links', 'SELECT count(*) AS n FROM links')).toEqual([{ n: 2 }]);
    expect(await versionOf(file)).toEqual([]);
  });

  test('does not become empty tables again for a process of that version', async () => {
    const file = await oldFile();
    const running = new KeyvSqlite({ uri: `sqlite://${file}`, table: 'links' });
    await running.query('SELECT 1');
    await open(file, toolsOf({ now: () => 1000 }));
    // One that runs on, one that opens the table only now, and one that starts.
    await expect(running.get('5')).rejects.toThrow(/moved_to_records/);
    await expect(running.set('5', 'x')).rejects.toThrow(/moved_to_records/);
    for (const table of ['links', 'feeds', 'codes', 'alerts']) {
      await expect(statements(file, table, `SELECT value FROM ${table}`)).rejects.toThrow(/moved_to_records/);
      await expect(statements(file, table, `INSERT INTO ${table} VALUES ('k', 'v')`)).rejects.toThrow(
        /SQLITE_ERROR/,
      );
      await expect(statements(file, table, `CREATE INDEX i ON ${table}(value)`)).rejects.toThrow(/view/);
    }
    await running.close();
  });

  test('is not what a process of that version makes of a new file', async () => {
    const file = await newFile();
    await open(file);
    const starting = statements(file, 'probe', 'CREATE INDEX IF NOT EXISTS probe_ends ON probe(value)');
    await expect(starting).rejects.toThrow(/view/);
  });

  test('stays as it is if a migration fails, and the next start migrates it', async () => {
    const file = await oldFile();
    const adapter = await connectSqlite(file);
    const fails = { to: STORE_VERSION + 1, run: () => Promise.reject(new Error('disk full')) };
    const tools = toolsOf({ now: () => 1000 });
    await expect(bringToVersion(adapter, tools, [...SQLITE_MIGRATIONS, fails])).rejects.toThrow(/disk full/);
    await adapter.close();
    expect(tools.migrations()).toEqual([]);
    expect(await statements(file, 'links', 'SELECT count(*) AS n FROM links')).toEqual([{ n: 2 }]);
    expect(await statements(file, 'records', 'SELECT * FROM records')).toEqual([]);
    expect(await recordsOf(await open(file, toolsOf({ now: () => 1000 })))).toHaveLength(3);
  });

  test('is migrated once by several that start at the same moment', async () => {
    const file = await oldFile();
    const all = Array.from({ length: 6 }, () => toolsOf({ now: () => 1000 }));
    const opened = await Promise.all(all.map((tools) => open(file, tools)));
    for (const stores of opened) expect(await recordsOf(stores)).toHaveLength(3);
    expect(all.flatMap((tools) => tools.migrations())).toHaveLength(STORE_VERSION);
  });

  test('is waited for while another process migrates it', async () => {
    const file = await oldFile();
    const other = new KeyvSqlite({ uri: `sqlite://${file}`, table: 'records' });
    // As a bot opens it: then only the write is waited for.
    await other.query('PRAGMA journal_mode = WAL');
    await other.query('BEGIN IMMEDIATE');
    const tools = toolsOf({ now: () => 1000 });
    const opening = open(file, tools);
    await until('it says that it waits', () => tools.log.lines.length > 0);
    expect(tools.log.lines.map(({ message }) => message)).toEqual([WAITING]);
    await expect(open(file, toolsOf({ versioning: 'check' }))).rejects.toMatchObject({ fault: 'busy' });
    await other.query('COMMIT');
    await other.close();
    expect(await recordsOf(await opening)).toHaveLength(3);
    expect(tools.log.lines.slice(1)).toMatchObject([
      { message: MIGRATING, fields: { records: 5 } },
      { message: MIGRATED },
      { message: MIGRATED },
    ]);
  });

  test('of this version is waited for, too, while another process writes to it', async () => {
    const file = await newFile();
    await (await open(file)).close();
    const other = new KeyvSqlite({ uri: `sqlite://${file}`, table: 'records' });
    await other.query('BEGIN IMMEDIATE');
    const tools = toolsOf();
    const opening = open(file, tools);
    await until('it says that it waits', () => tools.log.lines.length > 0);
    expect(tools.log.lines.map(({ message }) => message)).toEqual([WAITING]);
    await expect(open(file, toolsOf({ versioning: 'check' }))).rejects.toMatchObject({ fault: 'busy' });
    await other.query('COMMIT');
    await other.close();
    await opening;
  });

  test('is waited for while another process holds the whole file', async () => {
    const file = await newFile();
    const other = new KeyvSqlite({ uri: `sqlite://${file}`, table: 'links' });
    await other.query('BEGIN EXCLUSIVE');
    await expect(connectSqlite(file, { waitMs: 0 })).rejects.toThrow(/SQLITE_BUSY/);
    let told = 0;
    const connecting = connectSqlite(file, { waitMs: 60_000, onWait: () => (told += 1) });
    await until('it says that it waits', () => told > 0);
    await other.query('COMMIT');
    await other.close();
    await (await connecting).close();
    expect(told).toBe(1);
  });
});

describe('a SQLite file of version 1', () => {
  async function fileOfVersion1(): Promise<string> {
    const file = await newFile();
    await (await open(file)).close();
    for (const [key, text] of reportsOfVersion1())
      await statements(file, 'records', `INSERT INTO records VALUES ('${key}', '${text}')`);
    const record = '{"value":{"version":1,"matchpoint":"1.0.0"}}';
    await statements(file, 'records', `UPDATE records SET value = '${record}' WHERE key = 'version'`);
    return file;
  }

  test('has its reports where their servers look for them', async () => {
    const file = await fileOfVersion1();
    const tools = toolsOf();
    const stores = await open(file, tools);
    const names = (await recordsOf(stores)).map(({ namespace }) => namespace);
    await expectMoved(
      createReports({
        reports: stores.namespace('reports'),
        due: stores.namespace('due'),
        index: createRowIndex({ stores, now: Date.now }),
        now: Date.now,
      }),
      names,
    );
    expect(tools.migrations()).toMatchObject([{ from: 1, to: 2, records: 5 }]);
  });

  test('is moved once by several that start at the same moment', async () => {
    const file = await fileOfVersion1();
    const all = Array.from({ length: 4 }, () => toolsOf());
    await Promise.all(all.map((tools) => open(file, tools)));
    expect(all.flatMap((tools) => tools.migrations())).toMatchObject([{ records: 5 }]);
  });
});

describe('a process that is killed while it migrates', () => {
  let racers: Racers;
  beforeAll(async () => {
    racers = await compileRacer();
    return () => racers.remove();
  }, 60_000);

  test('loses nothing', async () => {
    const rows = 60_000;
    const file = await newFile();
    const counter = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})`;
    for (const table of ['links', 'owners'])
      await statements(
        file,
        table,
        `${counter} INSERT INTO ${table} SELECT 'k' || i, '{"value":"' || hex(randomblob(100)) || '"}' FROM n`,
      );
    const program = path.join(racers.folder, 'test/store/racer.js');
    const child = spawn(process.execPath, [program, `sqlite://${file}`, 'take'], { stdio: 'ignore' });
    const exited = once(child, 'exit');
    const logSize = () =>
      stat(`${file}-wal`).then(
        ({ size }) => size,
        () => 0,
      );
    await until('it has written much of it', async () => (await logSize()) > 5_000_000);
    child.kill('SIGKILL');
    await exited;
    expect(await versionOf(file)).toEqual([]);
    expect(await statements(file, 'links', 'SELECT count(*) AS n FROM links')).toEqual([{ n: rows }]);

    const tools = toolsOf();
    await open(file, tools);
    expect(tools.migrations()).toMatchObject([{ records: 2 * rows }, { records: 0 }]);
    const counts = await statements(
      file,
      'records',
      `SELECT count(*) AS n FROM records WHERE key LIKE 'links:%' OR key LIKE 'owners:%'`,
    );
    expect(counts).toEqual([{ n: 2 * rows }]);
  });
});

describe('a SQLite file with another version record', () => {
  async function fileWith(record: string) {
    const file = await newFile();
    const stores = await open(file, toolsOf({ now: () => 1000 }));
    await stores.namespace('links').set('5', 'v', 10);
    await stores.close();
    await statements(file, 'records', `UPDATE records SET value = '${record}' WHERE key = 'version'`);
    return file;
  }

  test.each([
    ['newer', '{"value":{"version":7,"matchpoint":"3.1.0","more":1}}', /Matchpoint 3\.1\.0 .*format 7.* 2$/],
    ['damaged', '{"value":{"version":1}}', /version record cannot be read/],
    ['damaged', 'x', /version record cannot be read/],
  ])('that is %s is refused and not changed', async (fault, record, message) => {
    const file = await fileWith(record);
    const copy = await newFile();
    await copyFile(file, copy);
    const error: unknown = await open(file).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(StoreVersionError);
    expect(error).toMatchObject({ fault, message: expect.stringMatching(message) as string });
    // The expired record has not been swept.
    const content = 'SELECT key, value FROM records ORDER BY key';
    expect(await statements(file, 'records', content)).toEqual(await statements(copy, 'records', content));
  });
});
