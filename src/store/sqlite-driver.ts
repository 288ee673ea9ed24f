import path from 'node:path';
import { createExpiringCache } from '../async/expiring-cache.ts';
import { MINUTE_MS } from '../durations.ts';
import type { Driver, TextStore } from './driver.ts';
import { formatEnvelope } from './envelope.ts';
import { keyvOfTexts } from './keyv-texts.ts';
import {
  connectSqlite,
  expiryOf,
  isBusy,
  isLiveBy,
  runCall,
  TABLE,
  waitWhileBusy,
} from './sqlite-connection.ts';
import { faultOf, sqliteVersion } from './sqlite-faults.ts';
import { prepareSqliteFile } from './sqlite-file.ts';
import { rewriteFile, tracesIn, truncateLog } from './sqlite-purge.ts';
import { openSqliteReader } from './sqlite-reader.ts';
import { find, walk } from './sqlite-scan.ts';
import { bringToVersion, WAIT_MS } from './sqlite-version.ts';
import type { StoreTools } from './stores.ts';
import { StoreVersionError, VERSION_KEY, WAITING } from './version.ts';

const SWEEP_EVERY_MS = 10 * MINUTE_MS;
const SWEEP_BATCH = 500;

const EXPIRY = expiryOf('value');
/** A sweep must not read a million links that never expire. */
const INDEX_SQL = `CREATE INDEX IF NOT EXISTS ${TABLE}_ends ON ${TABLE}(${EXPIRY}) WHERE ${EXPIRY} IS NOT NULL`;
/** Deletes a batch of expired rows. Parameter: the current time. */
export const SWEEP_SQL = `DELETE FROM ${TABLE} WHERE rowid IN
  (SELECT rowid FROM ${TABLE} WHERE ${EXPIRY} IS NOT NULL AND ${EXPIRY} <= ? LIMIT ${SWEEP_BATCH})
  RETURNING 1`;

/** Throws `StoreError` if the file cannot be opened or written, or is not a database (it stays unchanged). */
export async function openSqliteDriver(relative: string, tools: StoreTools): Promise<Driver> {
  const { log, now } = tools;
  const file = path.resolve(relative);
  await prepareSqliteFile(file);
  const sqlite = await sqliteVersion();
  if (faultOf(sqlite) === 'walReset') log.warn({ sqlite }, 'this version of SQLite can damage the store');

  /** Each once a minute: a full disk fails every call. */
  const logged = createExpiringCache<true>({ ttlMs: MINUTE_MS, max: 100, now: () => performance.now() });
  const onError = (error: unknown) => {
    const failure = error instanceof Error ? error.message : 'unknown';
    if (logged.get(failure)) return;
    logged.set(failure, true);
    log.warn({ failure }, 'SQLite store error');
  };
  const { versioning = 'migrate' } = tools;
  const wait = {
    waitMs: versioning === 'migrate' ? WAIT_MS : undefined,
    onWait: () => log.info({}, WAITING),
  };
  const explainBusy = (error: unknown): never => {
    throw isBusy(error) ? new StoreVersionError('busy', 'another process is writing to the store') : error;
  };
  const adapter = await connectSqlite(file, wait).catch(explainBusy);
  const query = <R>(sql: string, ...parameters: unknown[]): Promise<R[]> => adapter.query(sql, parameters);

  async function prepare() {
    await bringToVersion(adapter, tools);
    await waitWhileBusy(() => runCall('store open', () => query(INDEX_SQL)), wait);
    // A file that cannot be written stops the start.
    const probe = () => adapter.set('probe:checked', formatEnvelope(now(), undefined));
    await waitWhileBusy(() => runCall('store open', probe), wait);
    return runCall('store open', () => openSqliteReader(file));
  }
  const reader = await prepare().catch(async (error: unknown) => {
    await adapter.close();
    return explainBusy(error);
  });
  const keyv = keyvOfTexts(Object.assign(adapter, { get: reader.get }), onError);

  function namespace(name: string): TextStore {
    const at = (key: string) => `${name}:${key}`;
    return {
      get: (key) => keyv.get(at(key)),
      getMany: (keys) => keyv.getMany(keys.map(at)),
      set: async (key, text) => void (await keyv.set(at(key), text)),
      delete: async (key) => void (await keyv.delete(at(key))),

      // One statement: with keyv's get and delete, two callers could both get the value.
      async take(key) {
        const sql = `DELETE FROM ${TABLE} WHERE key = ? RETURNING value`;
        return (await query<{ value: string }>(sql, at(key)))[0]?.value;
      },

      // One statement for expired rows too: if they were deleted first, a second caller could delete the first one's row.
      async write(rows, { overwrite }) {
        if (rows.length === 0) return new Set();
        // An import: with a log of 64 MB, pages are written back less often, and it takes two thirds of the time.
        if (rows.length > 1) await query('PRAGMA wal_autocheckpoint = 16000');
        const sql = `INSERT INTO ${TABLE}(key, value) VALUES ${rows.map(() => '(?, ?)').join(', ')}
          ON CONFLICT(key) DO UPDATE SET value = excluded.value
          WHERE ? OR ${expiryOf(`${TABLE}.value`)} <= ? RETURNING key`;
        const values = rows.flatMap(({ key, text }) => [at(key), text]);
        const written = await query<{ key: string }>(sql, ...values, overwrite, now());
        return new Set(written.map(({ key }) => key.slice(at('').length)));
      },

      // The write compares the whole text.
      async swap(key, before, next) {
        const where = 'WHERE key = ? AND value = ? RETURNING key';
        const changed =
          next === undefined
            ? await query(`DELETE FROM ${TABLE} ${where}`, at(key), before)
            : await query(`UPDATE ${TABLE} SET value = ? ${where}`, next, at(key), before);
        return changed.length > 0;
      },
    };
  }

  /** In small batches, because each holds the file's only write lock. */
  async function sweep(): Promise<void> {
    try {
      let swept: unknown[];
      do swept = await runCall('store sweep', () => query(SWEEP_SQL, now()));
      while (swept.length === SWEEP_BATCH);
    } catch (error) {
      onError(error); // the next sweep continues
    }
  }
  let sweeping = sweep();
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep);
  }, SWEEP_EVERY_MS).unref();

  return {
    namespace,
    call: runCall,
    isLive: isLiveBy(now),
    walk: (options) => walk(file, options),
    find: (text, isWanted) => find(file, text, isWanted),

    async erase(rows) {
      let changed = 0;
      for (const { namespace: name, key, text, next } of rows)
        if (!(await runCall('store erase', () => namespace(name).swap(key, text, next?.text)))) changed++;
      await truncateLog(file);
      return changed;
    },

    traces: (ids) => tracesIn(file, ids),
    rewrite: () => rewriteFile(file),
    version: () => reader.get(VERSION_KEY),

    async close() {
      clearInterval(timer);
      await sweeping;
      await reader.close();
      await adapter.close(); // the last connection to close removes the log, so it must be the writing one
    },
  };
}
