import { setTimeout as sleep } from 'node:timers/promises';
import KeyvSqlite from '@keyv/sqlite';
import type { Keyv } from 'keyv';
import type { TextStore } from './driver.ts';
import { keyvOfTexts } from './keyv-texts.ts';
import { reasonOf } from './sqlite-file.ts';
import type { SqliteReader } from './sqlite-reader.ts';
import { StoreError, withinDeadline } from './store.ts';

// Shorter than a call's timeout, so that a statement that waits for a lock fails with SQLite's own error.
export const BUSY_TIMEOUT_MS = 2000;
const CALL_TIMEOUT_MS = 5000;
const BUSY_TRIES = 12;
const BUSY_PAUSE_MS = 20;

export type SqliteConnection = KeyvSqlite;

/** SQL for the expiry of a record; null if it has none, or is not JSON: one such row must not fail a whole statement. */
const expiryOf = (value: string): string =>
  `CASE WHEN json_valid(${value}) THEN json_extract(${value}, '$.expires') END`;
export const EXPIRY = expiryOf('value');

/** Runs one call with a timeout. Throws only `StoreError`. */
export async function runCall<R>(what: string, work: () => Promise<R>): Promise<R> {
  try {
    return await withinDeadline(work(), CALL_TIMEOUT_MS, what);
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    throw new StoreError(`${what}: ${reasonOf(cause)}`, { cause });
  }
}

/**
 * Opens a connection and creates its table if needed. Switching to WAL needs exclusive access and, unlike other statements,
 * does not wait for it: if several processes open a new file at once, the later ones retry.
 */
export async function connectSqlite(file: string, table: string): Promise<SqliteConnection> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await tryToConnect(file, table);
    } catch (error) {
      if (attempt === BUSY_TRIES || !/SQLITE_BUSY/.test(String(error))) throw error;
      await sleep(BUSY_PAUSE_MS * attempt);
    }
  }
}

async function tryToConnect(file: string, table: string): Promise<SqliteConnection> {
  const adapter = new KeyvSqlite({ uri: `sqlite://${file}`, table, busyTimeout: BUSY_TIMEOUT_MS });
  // A failed connection also fails its first query; without a listener, the event would end the process.
  adapter.on('error', () => undefined);
  try {
    // In the same tick as the constructor: a failed connection that nobody awaits would end the process.
    await adapter.query('PRAGMA journal_mode = WAL');
    await adapter.query('PRAGMA synchronous = NORMAL');
    // Overwrite deleted data.
    await adapter.query('PRAGMA secure_delete = ON');
    // A sweep must not read a million links that never expire.
    await adapter.query(
      `CREATE INDEX IF NOT EXISTS ${table}_ends ON ${table}(${EXPIRY}) WHERE ${EXPIRY} IS NOT NULL`,
    );
    // The index of an older version, which fails on text that is not JSON.
    await adapter.query(`DROP INDEX IF EXISTS ${table}_expiry`);
  } catch (error) {
    await adapter.disconnect().catch(() => undefined);
    throw error;
  }
  return adapter;
}

interface SqliteTableOptions {
  file: string;
  table: string;
  reader: SqliteReader;
  now: () => number;
  /** Called with errors that keyv and its adapter emit besides the failed call. */
  onError: (error: unknown) => void;
}

export interface SqliteTable extends TextStore {
  close(): Promise<void>;
}

interface TableConnection {
  adapter: SqliteConnection;
  keyv: Keyv<string>;
}

/**
 * One table with its own adapter: two namespaces on one adapter or table would clear each other's keys. The reader's `get`
 * replaces the adapter's.
 */
export function openSqliteTable({ file, table, reader, now, onError }: SqliteTableOptions): SqliteTable {
  const get = reader.of(table);
  let connection: Promise<TableConnection> | undefined;

  async function connect(): Promise<TableConnection> {
    const adapter = await connectSqlite(file, table);
    return { adapter, keyv: keyvOfTexts(Object.assign(adapter, { get }), onError) };
  }

  /** Connects on the first call, and again after a failure. */
  function ensureConnected(): Promise<TableConnection> {
    connection ??= connect().catch((error: unknown) => {
      connection = undefined;
      throw error;
    });
    return connection;
  }

  /** Runs a statement with a RETURNING clause. */
  async function runReturning(
    sql: string,
    ...parameters: unknown[]
  ): Promise<{ key: string; value: string }[]> {
    const { adapter } = await ensureConnected();
    return adapter.query(sql, parameters);
  }

  return {
    get: async (key) => (await ensureConnected()).keyv.get(key),
    getMany: async (keys) => (await ensureConnected()).keyv.getMany(keys),
    set: async (key, text) => void (await (await ensureConnected()).keyv.set(key, text)),
    delete: async (key) => void (await (await ensureConnected()).keyv.delete(key)),

    // One statement: with keyv's get and delete, two callers could both get the value.
    async take(key) {
      const [row] = await runReturning(`DELETE FROM ${table} WHERE key = ? RETURNING value`, key);
      return row?.value;
    },

    // One statement for expired rows too: if they were deleted first, a second caller could delete the first one's row.
    async write(rows, { overwrite }) {
      if (rows.length === 0) return new Set();
      // An import: with a log of 64 MB, pages are written back less often, and it takes two thirds of the time.
      if (rows.length > 1) await runReturning('PRAGMA wal_autocheckpoint = 16000');
      const sql = `INSERT INTO ${table}(key, value) VALUES ${rows.map(() => '(?, ?)').join(', ')}
        ON CONFLICT(key) DO UPDATE SET value = excluded.value
        WHERE ? OR ${expiryOf(`${table}.value`)} <= ? RETURNING key`;
      const values = rows.flatMap(({ key, text }) => [key, text]);
      const writtenRows = await runReturning(sql, ...values, overwrite, now());
      return new Set(writtenRows.map(({ key }) => key));
    },

    // The write compares the whole text.
    async swap(key, before, next) {
      const where = 'WHERE key = ? AND value = ? RETURNING key';
      const changedRows =
        next === undefined
          ? await runReturning(`DELETE FROM ${table} ${where}`, key, before)
          : await runReturning(`UPDATE ${table} SET value = ? ${where}`, next, key, before);
      return changedRows.length > 0;
    },

    async close() {
      const open = await connection?.catch(() => undefined);
      await open?.adapter.close();
    },
  };
}
