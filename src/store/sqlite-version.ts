import { setTimeout as sleep } from 'node:timers/promises';
import type KeyvSqlite from '@keyv/sqlite';
import { systemClock } from '../async/clock.ts';
import { MINUTE_MS } from '../durations.ts';
import { LEASE, untilUnused } from './other-bots.ts';
import { blockTable, oldTables, SET_SQL, SQLITE_MIGRATIONS, type RunQuery } from './sqlite-moves.ts';
import { BUSY_TIMEOUT_MS, isBusy, runCall, TABLE, waitWhileBusy } from './sqlite-connection.ts';
import type { StoreTools } from './stores.ts';
import {
  formatVersion,
  migrate,
  parseVersion,
  STORE_VERSION,
  StoreVersionError,
  MIGRATING,
  VERSION_KEY,
  WAITING,
  type MigrationStep,
} from './version.ts';

/** A million links take a minute. */
export const WAIT_MS = 10 * MINUTE_MS;
const MIGRATION_MS = 2 * WAIT_MS;
const WAIT_PAUSE_MS = 50;

/**
 * Brings a file to our version, in one transaction: another process waits for it, and a kill leaves the file as it was. Throws
 * `StoreVersionError` for a newer file, and for an older one unless it may migrate.
 */
export async function bringToVersion(
  adapter: KeyvSqlite,
  { log, now, version, versioning = 'migrate', clock = systemClock }: StoreTools,
  migrations = SQLITE_MIGRATIONS,
): Promise<void> {
  const query = <R>(sql: string, ...parameters: unknown[]): Promise<R[]> => adapter.query(sql, parameters);

  /** The version, also of a file without a version record; `undefined` if the file is empty. */
  async function find(): Promise<number | undefined> {
    const rows = await query<{ value: string }>(`SELECT value FROM ${TABLE} WHERE key = ?`, VERSION_KEY);
    const found = parseVersion(rows[0]?.value);
    if (found !== undefined) return found;
    const records = await query(`SELECT 1 FROM ${TABLE} LIMIT 1`);
    return records.length > 0 || (await oldTables(query)).length > 0 ? 0 : undefined;
  }

  async function count(): Promise<number> {
    let records = 0;
    for (const table of [TABLE, ...(await oldTables(query))]) {
      const [row] = await query<{ count: number }>(`SELECT count(*) AS count FROM ${table}`);
      records += row?.count ?? 0;
    }
    return records;
  }

  /** Whether another process holds the file, as it does while it migrates. */
  async function isHeld(): Promise<boolean> {
    try {
      await query('BEGIN IMMEDIATE');
    } catch (error) {
      if (isBusy(error)) return true;
      throw error;
    }
    await query('ROLLBACK');
    return false;
  }

  /** The text of a record of the lease; version 0 has it in a separate table. */
  async function readLease(key: 'owner' | 'last'): Promise<string | undefined> {
    const { namespace } = LEASE;
    const isOld = (await oldTables(query)).includes(namespace);
    const [row] = isOld
      ? await query<{ value: string }>(`SELECT value FROM ${namespace} WHERE key = ?`, LEASE[key])
      : await query<{ value: string }>(
          `SELECT value FROM ${TABLE} WHERE key = ?`,
          `${namespace}:${LEASE[key]}`,
        );
    return row?.value;
  }

  /** Whether no other connection has the file open: only then can it leave its write-ahead log. */
  async function isAlone(): Promise<boolean> {
    try {
      await runCall('store open', () => query('PRAGMA journal_mode = DELETE'));
      return true;
    } catch (error) {
      if (!isBusy(error)) throw error;
      return false;
    } finally {
      await waitWhileBusy(() => runCall('store open', () => query('PRAGMA journal_mode = WAL')), {});
    }
  }

  const write = () => query(SET_SQL, VERSION_KEY, formatVersion(STORE_VERSION, version));

  async function migrateFile(): Promise<MigrationStep[]> {
    const steps: MigrationStep[] = [];
    await begin(query, () => log.info({}, WAITING));
    try {
      // Another process may have done it meanwhile.
      const from = (await find()) ?? STORE_VERSION;
      if (from < STORE_VERSION) log.info({ records: await count() }, MIGRATING);
      for await (const step of migrate(from, migrations, { query, now })) steps.push(step);
      if (steps.length > 0) await write();
      await query('COMMIT');
    } catch (error) {
      await query('ROLLBACK').catch(() => undefined);
      throw error;
    }
    // Its log has every page by now.
    if (steps.length > 0) await query('PRAGMA wal_checkpoint(TRUNCATE)');
    return steps;
  }

  const from = await runCall('store open', find);
  if (from === STORE_VERSION) return;
  if (from === undefined) {
    await runCall('store open', () => blockTable(query, 'probe')); // version 0 opened it first
    await runCall('store open', write);
    return;
  }
  if (versioning !== 'migrate')
    throw (await runCall('store open', isHeld))
      ? new StoreVersionError('busy', 'another process is updating the store')
      : new StoreVersionError('older', 'an older version of Matchpoint wrote the store');
  if (!(await isAlone()))
    await untilUnused({
      read: (key) => runCall('store open', () => readLease(key)),
      isNeeded: async () => ((await runCall('store open', find)) ?? STORE_VERSION) < STORE_VERSION,
      log,
      clock,
    });
  const steps = await runCall('store migration', migrateFile, MIGRATION_MS);
  for (const step of steps) log.info(step, 'the store was migrated');
}

/** Waits while another process migrates the file. */
async function begin(query: RunQuery, onWait: () => void): Promise<void> {
  const until = performance.now() + WAIT_MS;
  let isTold = false;
  // SQLite's own wait would take a thread that the one who migrates may need.
  await query('PRAGMA busy_timeout = 0');
  for (;;) {
    try {
      await query('BEGIN IMMEDIATE');
      break;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() > until)
        throw new StoreVersionError('busy', 'another process is writing to the store');
      if (!isTold) onWait();
      isTold = true;
      await sleep(WAIT_PAUSE_MS);
    }
  }
  await query(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
}
