import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Driver } from './driver.ts';
import { sealEnvelope } from './envelope.ts';
import { prepareSqliteFile } from './sqlite-file.ts';
import { openSqliteReader } from './sqlite-reader.ts';
import { find, namespacesIn, walk } from './sqlite-scan.ts';
import {
  BUSY_TIMEOUT_MS,
  connectSqlite,
  EXPIRY,
  openSqliteTable,
  within,
  type SqliteConnection,
  type SqliteTable,
} from './sqlite-table.ts';
import type { StoreTools } from './stores.ts';

const SWEEP_EVERY_MS = 10 * 60_000;
const SWEEP_BATCH = 500;
const CHECKPOINT_TRIES = 20;
const CHECKPOINT_WAIT_MS = 100;
const CHECKPOINT_PAUSE_MS = 50;

/** Throws `StoreError` where the file cannot be opened or written, or is no database (then it stays as it is). */
export async function openSqliteDriver(relative: string, { log, now }: StoreTools): Promise<Driver> {
  const file = path.resolve(relative);
  await prepareSqliteFile(file);

  const onError = (error: unknown) =>
    log.warn({ failure: error instanceof Error ? error.message : 'unknown' }, 'the store reports an error');
  // For work on all tables; a namespace makes its own connection when it is first used.
  const connection = await within('store open', () => connectSqlite(file, 'probe'));
  const reader = await within('store open', () => openSqliteReader(file, BUSY_TIMEOUT_MS));
  const tables = new Map<string, SqliteTable>();

  function namespace(name: string): SqliteTable {
    const table = tables.get(name) ?? openSqliteTable({ file, table: name, reader, now, onError });
    tables.set(name, table);
    return table;
  }

  async function closeAll(): Promise<void> {
    await Promise.all([...tables.values()].map((table) => table.close()));
    await reader.close();
    await connection.close(); // the last one removes the log, and so has to be able to write
  }

  try {
    await within('store open', () => namespace('probe').set('checked', sealEnvelope(now(), undefined)));
  } catch (error) {
    await closeAll();
    throw error;
  }

  async function sweepAll(): Promise<void> {
    try {
      for (const name of await namespacesIn(connection)) await sweep(connection, name, now);
    } catch (error) {
      onError(error); // the next round sweeps what this one left
    }
  }
  let sweeping = sweepAll();
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweepAll);
  }, SWEEP_EVERY_MS).unref();

  return {
    namespace,
    call: within,
    isLive: ({ expires }) => expires === undefined || expires > now(),
    walk: (options) => walk(file, options),
    find: (text, isWanted) => find(file, text, isWanted),

    async erase(rows) {
      let missed = 0;
      for (const { namespace: name, key, text, next } of rows)
        if (!(await within('store erase', () => namespace(name).swap(key, text, next?.text)))) missed++;
      await cutLog(file);
      return missed;
    },

    async close() {
      clearInterval(timer);
      await sweeping;
      await closeAll();
    },
  };
}

/**
 * Empties the log of writes, which still holds the old pages. It cannot be cut while somebody reads from it; whoever reads
 * for long, as an export of the store does, is not waited for.
 */
async function cutLog(file: string): Promise<void> {
  const cutter = await within('store erase', () => connectSqlite(file, 'probe'));
  const run = <R>(sql: string): Promise<R[]> => within('store erase', () => cutter.query(sql));
  try {
    await run(`PRAGMA busy_timeout = ${CHECKPOINT_WAIT_MS}`);
    for (let attempt = 0; attempt < CHECKPOINT_TRIES; attempt++) {
      const [state] = await run<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)');
      if (state?.busy === 0) return;
      await sleep(CHECKPOINT_PAUSE_MS);
    }
  } finally {
    await cutter.close();
  }
}

/** Deletes some of what has expired by the time that is given. */
export const sweepSql = (table: string): string => `DELETE FROM ${table} WHERE rowid IN
  (SELECT rowid FROM ${table} WHERE ${EXPIRY} IS NOT NULL AND ${EXPIRY} <= ? LIMIT ${SWEEP_BATCH})
  RETURNING 1`;

/** Deletes what has expired in one namespace, in small batches: each holds the only write lock of the file. */
async function sweep(connection: SqliteConnection, name: string, now: () => number): Promise<void> {
  for (;;) {
    const rows: unknown[] = await within(`store ${name}.sweep`, () =>
      connection.query(sweepSql(name), [now()]),
    );
    if (rows.length < SWEEP_BATCH) return;
  }
}
