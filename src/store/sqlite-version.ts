import { setTimeout as sleep } from 'node:timers/promises';
import type KeyvSqlite from '@keyv/sqlite';
import { systemClock } from '../async/clock.ts';
import { MINUTE_MS } from '../durations.ts';
import { LEASE, untilUnused } from './other-bots.ts';
import { NAMESPACE } from './records.ts';
import { moveReports, type MoveTools } from './report-move.ts';
import { BUSY_TIMEOUT_MS, expiryOf, isBusy, runCall, TABLE, waitWhileBusy } from './sqlite-connection.ts';
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
  type Migration,
  type MigrationStep,
} from './version.ts';

/** A million links take a minute. */
export const WAIT_MS = 10 * MINUTE_MS;
const MIGRATION_MS = 2 * WAIT_MS;
const WAIT_PAUSE_MS = 50;

type RunQuery = <R>(sql: string, ...parameters: unknown[]) => Promise<R[]>;

export interface SqliteMigrationTools {
  query: RunQuery;
  now: () => number;
}

/** The tables of version 0, which had one for each namespace. */
async function oldTables(query: RunQuery): Promise<string[]> {
  const tables = await query<{ name: string; columns: string }>(
    `SELECT name, (SELECT group_concat(name) FROM pragma_table_info(tables.name)) AS columns
      FROM sqlite_master AS tables WHERE type = 'table' AND name <> '${TABLE}'`,
  );
  return tables
    .filter(({ name, columns }) => NAMESPACE.test(name) && columns === 'key,value')
    .map(({ name }) => name);
}

/**
 * Stops a process of version 0, which would create the table and work on an empty one: no statement works on a view of a
 * table that does not exist.
 */
const blockTable = (query: RunQuery, name: string) =>
  query(`CREATE VIEW IF NOT EXISTS ${name} AS SELECT key, value FROM moved_to_${TABLE}`);

/** Moves the rows that have not expired into the one table. */
async function moveTables({ query, now }: SqliteMigrationTools): Promise<number> {
  let moved = 0;
  for (const name of await oldTables(query)) {
    await query(
      `INSERT INTO ${TABLE}(key, value) SELECT '${name}:' || key, value FROM ${name}
        WHERE ${expiryOf('value')} IS NULL OR ${expiryOf('value')} > ? ORDER BY key`,
      now(),
    );
    const [change] = await query<{ count: number }>('SELECT changes() AS count');
    moved += change?.count ?? 0;
    await query(`DROP TABLE ${name}`);
    await blockTable(query, name);
  }
  return moved;
}

const PAGE = 500;

/** Within the one transaction of all migrations. */
function moveTools({ query, now }: SqliteMigrationTools): MoveTools {
  const at = (namespace: string, key: string): string => `${namespace}:${key}`;
  return {
    now,
    async *rows(namespace) {
      for (let after = at(namespace, ''), size = PAGE; size === PAGE;) {
        const rows = await query<{ key: string; text: string }>(
          `SELECT key, value AS text FROM ${TABLE} WHERE key > ? AND key < ? ORDER BY key LIMIT ${PAGE}`,
          after,
          `${namespace};`, // `;` follows `:`
        );
        yield rows.map(({ key, text }) => ({ key: key.slice(at(namespace, '').length), text }));
        size = rows.length;
        after = rows.at(-1)?.key ?? after;
      }
    },
    async rename(namespace, from, to) {
      const [old, next] = [at(namespace, from), at(namespace, to)];
      await query(`UPDATE OR IGNORE ${TABLE} SET key = ? WHERE key = ?`, next, old);
      await query(`DELETE FROM ${TABLE} WHERE key = ?`, old);
    },
    remove: async (namespace, key) =>
      void (await query(`DELETE FROM ${TABLE} WHERE key = ?`, at(namespace, key))),
    async get(namespace, key) {
      const rows = await query<{ value: string }>(
        `SELECT value FROM ${TABLE} WHERE key = ?`,
        at(namespace, key),
      );
      return rows[0]?.value;
    },
    set: async (namespace, key, text) => void (await query(SET_SQL, at(namespace, key), text)),
  };
}

const SET_SQL = `INSERT INTO ${TABLE}(key, value) VALUES (?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value`;

export const SQLITE_MIGRATIONS: readonly Migration<SqliteMigrationTools>[] = [
  { to: 1, run: moveTables },
  { to: 2, run: (tools) => moveReports(moveTools(tools)) },
];

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
