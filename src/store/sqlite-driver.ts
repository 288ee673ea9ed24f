import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Driver } from './driver.ts';
import { formatEnvelope } from './envelope.ts';
import { prepareSqliteFile } from './sqlite-file.ts';
import { openSqliteReader } from './sqlite-reader.ts';
import { find, namespacesIn, walk } from './sqlite-scan.ts';
import {
  BUSY_TIMEOUT_MS,
  connectSqlite,
  EXPIRY,
  openSqliteTable,
  runCall,
  type SqliteConnection,
  type SqliteTable,
} from './sqlite-table.ts';
import type { StoreTools } from './stores.ts';

const SWEEP_EVERY_MS = 10 * 60_000;
const SWEEP_BATCH = 500;
const CHECKPOINT_TRIES = 20;
const CHECKPOINT_WAIT_MS = 100;
const CHECKPOINT_PAUSE_MS = 50;

/** Throws `StoreError` if the file cannot be opened or written, or is not a database (it stays unchanged). */
export async function openSqliteDriver(relative: string, { log, now }: StoreTools): Promise<Driver> {
  const file = path.resolve(relative);
  await prepareSqliteFile(file);

  const onError = (error: unknown) =>
    log.warn({ failure: error instanceof Error ? error.message : 'unknown' }, 'SQLite store error');
  // For work on all tables; each namespace opens its own connection on first use.
  const connection = await runCall('store open', () => connectSqlite(file, 'probe'));
  const reader = await runCall('store open', () => openSqliteReader(file, BUSY_TIMEOUT_MS));
  const tables = new Map<string, SqliteTable>();

  function namespace(name: string): SqliteTable {
    const table = tables.get(name) ?? openSqliteTable({ file, table: name, reader, now, onError });
    tables.set(name, table);
    return table;
  }

  async function closeAll(): Promise<void> {
    await Promise.all([...tables.values()].map((table) => table.close()));
    await reader.close();
    await connection.close(); // the last connection to close removes the log, so it must be a writing one
  }

  try {
    await runCall('store open', () => namespace('probe').set('checked', formatEnvelope(now(), undefined)));
  } catch (error) {
    await closeAll();
    throw error;
  }

  async function sweepAll(): Promise<void> {
    try {
      for (const name of await namespacesIn(connection)) await sweep(connection, name, now);
    } catch (error) {
      onError(error); // the next sweep continues
    }
  }
  let sweeping = sweepAll();
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweepAll);
  }, SWEEP_EVERY_MS).unref();

  return {
    namespace,
    call: runCall,
    isLive: ({ expires }) => expires === undefined || expires > now(),
    walk: (options) => walk(file, options),
    find: (text, isWanted) => find(file, text, isWanted),

    async erase(rows) {
      let changed = 0;
      for (const { namespace: name, key, text, next } of rows)
        if (!(await runCall('store erase', () => namespace(name).swap(key, text, next?.text)))) changed++;
      await truncateLog(file);
      return changed;
    },

    async close() {
      clearInterval(timer);
      await sweeping;
      await closeAll();
    },
  };
}

/**
 * Truncates the write-ahead log, which still contains the old pages. That is impossible while a reader uses it; does not wait
 * for long readers, such as an export.
 */
async function truncateLog(file: string): Promise<void> {
  const connection = await runCall('store erase', () => connectSqlite(file, 'probe'));
  const run = <R>(sql: string): Promise<R[]> => runCall('store erase', () => connection.query(sql));
  try {
    await run(`PRAGMA busy_timeout = ${CHECKPOINT_WAIT_MS}`);
    for (let attempt = 0; attempt < CHECKPOINT_TRIES; attempt++) {
      const [state] = await run<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)');
      if (state?.busy === 0) return;
      await sleep(CHECKPOINT_PAUSE_MS);
    }
  } finally {
    await connection.close();
  }
}

/** Deletes a batch of expired rows. Parameter: the current time. */
export const sweepSql = (table: string): string => `DELETE FROM ${table} WHERE rowid IN
  (SELECT rowid FROM ${table} WHERE ${EXPIRY} IS NOT NULL AND ${EXPIRY} <= ? LIMIT ${SWEEP_BATCH})
  RETURNING 1`;

/** Deletes the expired rows of one namespace in small batches, because each holds the file's only write lock. */
async function sweep(connection: SqliteConnection, name: string, now: () => number): Promise<void> {
  for (;;) {
    const rows: unknown[] = await runCall(`store ${name}.sweep`, () =>
      connection.query(sweepSql(name), [now()]),
    );
    if (rows.length < SWEEP_BATCH) return;
  }
}
