import { setTimeout as sleep } from 'node:timers/promises';
import KeyvSqlite from '@keyv/sqlite';
import { withinDeadline } from './deadline.ts';
import { NAMESPACE } from './records.ts';
import { reasonOf } from './sqlite-file.ts';
import { StoreError } from './store.ts';

// A statement that waits for another process's lock gives up first, so that its error says what was the matter.
const BUSY_TIMEOUT_MS = 2000;
const CALL_TIMEOUT_MS = 5000;
const BUSY_TRIES = 12;
const BUSY_PAUSE_MS = 20;
const SWEEP_BATCH = 500;

export type SqliteConnection = KeyvSqlite;

/** When a record ends, in SQL; null where it lasts. */
const EXPIRY = `json_extract(value, '$.expires')`;

/**
 * A connection with one table, made where it is missing. Switching to WAL wants the file for itself and, unlike other
 * statements, does not wait for it: of several processes that open a new file at once, the later ones try again.
 */
export async function connectSqlite(file: string, table: string): Promise<SqliteConnection> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await connect(file, table);
    } catch (error) {
      if (attempt === BUSY_TRIES || !/SQLITE_BUSY/.test(String(error))) throw error;
      await sleep(BUSY_PAUSE_MS * attempt);
    }
  }
}

async function connect(file: string, table: string): Promise<SqliteConnection> {
  const adapter = new KeyvSqlite({ uri: `sqlite://${file}`, table, busyTimeout: BUSY_TIMEOUT_MS });
  // A failed connection is told by its first query as well; without a listener it would end the process.
  adapter.on('error', () => undefined);
  try {
    // In the same turn as the constructor: a failed connection that nobody waits for would end the process.
    await adapter.query('PRAGMA journal_mode = WAL');
    await adapter.query('PRAGMA synchronous = NORMAL');
    // What is deleted is overwritten, not only given free.
    await adapter.query('PRAGMA secure_delete = ON');
    // Sweeping must not read a million links that never expire.
    await adapter.query(
      `CREATE INDEX IF NOT EXISTS ${table}_expiry ON ${table}(${EXPIRY}) WHERE ${EXPIRY} IS NOT NULL`,
    );
  } catch (error) {
    await adapter.disconnect().catch(() => undefined);
    throw error;
  }
  return adapter;
}

/** The tables of the file that are namespaces. */
export async function namespacesIn(connection: SqliteConnection): Promise<string[]> {
  const tables: { name: string }[] = await connection.query(
    `SELECT name FROM sqlite_master WHERE type = 'table'`,
  );
  return tables.map(({ name }) => name).filter((name) => NAMESPACE.test(name));
}

/** Deletes some of what has expired by the time that is given. */
export const sweepSql = (table: string): string => `DELETE FROM ${table} WHERE rowid IN
  (SELECT rowid FROM ${table} WHERE ${EXPIRY} IS NOT NULL AND ${EXPIRY} <= ? LIMIT ${SWEEP_BATCH})
  RETURNING 1`;

/** Deletes what has expired in one namespace, in small batches: each holds the only write lock of the file. */
export async function sweep(connection: SqliteConnection, name: string, now: () => number): Promise<void> {
  for (;;) {
    const rows: unknown[] = await within(`store ${name}.sweep`, () =>
      connection.query(sweepSql(name), [now()]),
    );
    if (rows.length < SWEEP_BATCH) return;
  }
}

/** Runs one call within its deadline. Throws `StoreError` alone. */
export async function within<R>(what: string, work: () => Promise<R>): Promise<R> {
  try {
    return await withinDeadline(work(), CALL_TIMEOUT_MS, what);
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    throw new StoreError(`${what}: ${reasonOf(cause)}`, { cause });
  }
}
