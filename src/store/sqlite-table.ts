import { setTimeout as sleep } from 'node:timers/promises';
import KeyvSqlite from '@keyv/sqlite';
import type { Keyv } from 'keyv';
import type { TextStore } from './driver.ts';
import { keyvOfTexts } from './keyv-texts.ts';
import { reasonOf } from './sqlite-file.ts';
import type { SqliteReader } from './sqlite-reader.ts';
import { StoreError, withinDeadline } from './store.ts';

// Less than a call: a statement that waits for another process's lock fails first, and so its error gives the reason.
export const BUSY_TIMEOUT_MS = 2000;
const CALL_TIMEOUT_MS = 5000;
const BUSY_TRIES = 12;
const BUSY_PAUSE_MS = 20;

export type SqliteConnection = KeyvSqlite;

/** When a record ends, in SQL; null where it lasts, and where it is no JSON: one such row must not fail what is about all. */
const expiryOf = (value: string): string =>
  `CASE WHEN json_valid(${value}) THEN json_extract(${value}, '$.expires') END`;
export const EXPIRY = expiryOf('value');

/** Runs one call within its deadline. Throws `StoreError` alone. */
export async function within<R>(what: string, work: () => Promise<R>): Promise<R> {
  try {
    return await withinDeadline(work(), CALL_TIMEOUT_MS, what);
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    throw new StoreError(`${what}: ${reasonOf(cause)}`, { cause });
  }
}

/**
 * A connection with one table, made where it is missing. Switching to WAL needs the file for itself and, unlike other
 * statements, does not wait for it: of several processes that open a new file at once, the later ones try again.
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
  // A failed connection fails its first query too; without a listener its event would end the process.
  adapter.on('error', () => undefined);
  try {
    // In the same turn as the constructor: a failed connection that nothing awaits would end the process.
    await adapter.query('PRAGMA journal_mode = WAL');
    await adapter.query('PRAGMA synchronous = NORMAL');
    // Overwrite what is deleted.
    await adapter.query('PRAGMA secure_delete = ON');
    // Sweeping must not read a million links that never expire.
    await adapter.query(
      `CREATE INDEX IF NOT EXISTS ${table}_ends ON ${table}(${EXPIRY}) WHERE ${EXPIRY} IS NOT NULL`,
    );
    // An older version's, which took nothing but JSON.
    await adapter.query(`DROP INDEX IF EXISTS ${table}_expiry`);
  } catch (error) {
    await adapter.disconnect().catch(() => undefined);
    throw error;
  }
  return adapter;
}

interface Options {
  file: string;
  table: string;
  reader: SqliteReader;
  now: () => number;
  /** Gets what keyv and its adapter report beside the failed call. */
  onError: (error: unknown) => void;
}

export interface SqliteTable extends TextStore {
  close(): Promise<void>;
}

interface Connection {
  adapter: SqliteConnection;
  keyv: Keyv<string>;
}

/**
 * One table with one adapter of its own: two namespaces on one adapter, or on one table, clear each other's keys. The
 * adapter's `get` gives way to the reader's.
 */
export function openSqliteTable({ file, table, reader, now, onError }: Options): SqliteTable {
  const get = reader.of(table);
  let connection: Promise<Connection> | undefined;

  async function connect(): Promise<Connection> {
    const adapter = await connectSqlite(file, table);
    return { adapter, keyv: keyvOfTexts(Object.assign(adapter, { get }), onError) };
  }

  /** Connects at the first call, and again after a failed attempt. */
  function connected(): Promise<Connection> {
    connection ??= connect().catch((error: unknown) => {
      connection = undefined;
      throw error;
    });
    return connection;
  }

  /** Runs a statement that returns columns of the rows it touched. */
  async function touch(sql: string, ...parameters: unknown[]): Promise<{ key: string; value: string }[]> {
    const { adapter } = await connected();
    return adapter.query(sql, parameters);
  }

  return {
    get: async (key) => (await connected()).keyv.get(key),
    getMany: async (keys) => (await connected()).keyv.getMany(keys),
    set: async (key, text) => void (await (await connected()).keyv.set(key, text)),
    delete: async (key) => void (await (await connected()).keyv.delete(key)),

    // One statement: with keyv's get and delete, two racers both win.
    async take(key) {
      const [row] = await touch(`DELETE FROM ${table} WHERE key = ? RETURNING value`, key);
      return row?.value;
    },

    // One statement, expired rows included: deleting those first would let a second racer delete the first one's row.
    async write(rows, { overwrite }) {
      if (rows.length === 0) return new Set();
      // An import, in no order: a log of 64 MB writes each page back less often, and takes two thirds of the time.
      if (rows.length > 1) await touch('PRAGMA wal_autocheckpoint = 16000');
      const sql = `INSERT INTO ${table}(key, value) VALUES ${rows.map(() => '(?, ?)').join(', ')}
        ON CONFLICT(key) DO UPDATE SET value = excluded.value
        WHERE ? OR ${expiryOf(`${table}.value`)} <= ? RETURNING key`;
      const values = rows.flatMap(({ key, text }) => [key, text]);
      const written = await touch(sql, ...values, overwrite, now());
      return new Set(written.map(({ key }) => key));
    },

    // The statement that writes compares the whole text.
    async swap(key, before, next) {
      const where = 'WHERE key = ? AND value = ? RETURNING key';
      const touched =
        next === undefined
          ? await touch(`DELETE FROM ${table} ${where}`, key, before)
          : await touch(`UPDATE ${table} SET value = ? ${where}`, next, key, before);
      return touched.length > 0;
    },

    async close() {
      const open = await connection?.catch(() => undefined);
      await open?.adapter.close();
    },
  };
}
