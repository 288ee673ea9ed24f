import { setTimeout as sleep } from 'node:timers/promises';
import KeyvSqlite from '@keyv/sqlite';
import sqlite3 from 'sqlite3';
import type { Envelope } from './envelope.ts';
import { reasonOf } from './sqlite-file.ts';
import { StoreError } from './errors.ts';
import { withinDeadline } from './store.ts';

/** All records, with `namespace:key` as their key. */
export const TABLE = 'records';

// Shorter than a call's timeout, so that a statement that waits for a lock fails with SQLite's own error.
export const BUSY_TIMEOUT_MS = 2000;
const CALL_TIMEOUT_MS = 5000;
const BUSY_PAUSE_MS = 20;
/** A new file that others open too is free sooner. */
const LONG_WAIT_MS = 1000;

/** SQL for the expiry of a record; null if it has none, or is not JSON: one such row must not fail a whole statement. */
export const expiryOf = (value: string): string =>
  `CASE WHEN json_valid(${value}) THEN json_extract(${value}, '$.expires') END`;

/** Whether a record has not expired by this clock. */
export const isLiveBy =
  (now: () => number) =>
  ({ expires }: Envelope): boolean =>
    expires === undefined || expires > now();

/** Runs one call with a timeout. Throws only `StoreError`. */
export async function runCall<R>(
  what: string,
  work: () => Promise<R>,
  timeoutMs = CALL_TIMEOUT_MS,
): Promise<R> {
  try {
    return await withinDeadline(work(), timeoutMs, what);
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    throw new StoreError(`${what}: ${reasonOf(cause)}`, { cause });
  }
}

export const isBusy = (error: unknown): boolean => /SQLITE_BUSY/.test(String(error));

/** How long to wait for another process, and what to call when the wait gets long. */
export interface BusyWait {
  waitMs?: number | undefined;
  onWait?: () => void;
}

/** Repeats a call of `runCall` while another process holds the file. */
export async function waitWhileBusy<R>(
  work: () => Promise<R>,
  { waitMs = CALL_TIMEOUT_MS, onWait = () => {} }: BusyWait,
): Promise<R> {
  const startedAt = performance.now();
  let isReported = false;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const waitedMs = performance.now() - startedAt;
      if (!isBusy(error) || waitedMs > waitMs) throw error;
      if (!isReported && waitedMs > LONG_WAIT_MS) {
        isReported = true;
        onWait();
      }
      await sleep(BUSY_PAUSE_MS * Math.min(attempt, 10));
    }
  }
}

/**
 * Opens a writing connection, and creates the table if needed. Switching to WAL needs exclusive access and, unlike other
 * statements, does not wait for it: if several processes open a new file at once, the later ones retry for `waitMs`.
 */
export const connectSqlite = (file: string, wait: BusyWait = {}): Promise<KeyvSqlite> =>
  waitWhileBusy(() => runCall('store open', () => tryToConnect(file)), wait);

async function tryToConnect(file: string): Promise<KeyvSqlite> {
  const adapter = new KeyvSqlite({ uri: `sqlite://${file}`, table: TABLE, busyTimeout: BUSY_TIMEOUT_MS });
  // A failed connection also fails its first query; without a listener, the event would end the process.
  adapter.on('error', () => undefined);
  try {
    // In the same tick as the constructor: a failed connection that is not awaited would end the process.
    await adapter.query('PRAGMA journal_mode = WAL');
    await adapter.query('PRAGMA synchronous = NORMAL');
    // Overwrite deleted data.
    await adapter.query('PRAGMA secure_delete = ON');
  } catch (error) {
    await adapter.disconnect().catch(() => undefined);
    throw error;
  }
  return adapter;
}

/** A read-only connection that does not wait for those that write. `source`: a path, or a `file:` address. */
export async function openReadOnly(source: string) {
  const database = await fromCallback<sqlite3.Database>((done) => {
    const opened = new sqlite3.Database(source, sqlite3.OPEN_READONLY | sqlite3.OPEN_URI, (error) =>
      done(error, opened),
    );
  });
  database.configure('busyTimeout', BUSY_TIMEOUT_MS);
  return {
    database,
    query: <R>(sql: string, ...parameters: unknown[]): Promise<R[]> =>
      fromCallback((done) => database.all(sql, parameters, done)),
    close: () => fromCallback<void>((done) => database.close((error) => done(error, undefined))),
  };
}

export const fromCallback = <R>(
  start: (done: (error: Error | null, result: R) => void) => void,
): Promise<R> =>
  new Promise((resolve, reject) => {
    start((error, result) => (error === null ? resolve(result) : reject(error)));
  });
