import { setTimeout as sleep } from 'node:timers/promises';
import KeyvSqlite from '@keyv/sqlite';
import { withinDeadline } from './deadline.ts';
import { reasonOf } from './sqlite-file.ts';
import { StoreError } from './store.ts';

// A statement that waits for another process's lock gives up first, so that its error says what was the matter.
const BUSY_TIMEOUT_MS = 2000;
const CALL_TIMEOUT_MS = 5000;
const BUSY_TRIES = 12;
const BUSY_PAUSE_MS = 20;

export type SqliteConnection = KeyvSqlite;

/** When a record ends, in SQL; null where it lasts. */
export const expiry = `json_extract(value, '$.expires')`;

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
      `CREATE INDEX IF NOT EXISTS ${table}_expiry ON ${table}(${expiry}) WHERE ${expiry} IS NOT NULL`,
    );
  } catch (error) {
    await adapter.disconnect().catch(() => undefined);
    throw error;
  }
  return adapter;
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
