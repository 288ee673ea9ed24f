import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Driver, IsWanted, Row } from './driver.ts';
import { sealEnvelope } from './envelope.ts';
import { BATCH, NAMESPACE } from './records.ts';
import { prepareSqliteFile } from './sqlite-file.ts';
import { openSqliteReader } from './sqlite-reader.ts';
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
/** How many rows one statement searches: a few milliseconds of work. */
const SLICE = 5000;
const CHECKPOINT_TRIES = 20;
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
      const run = <R>(sql: string, ...parameters: unknown[]): Promise<R[]> =>
        within('store erase', () => connection.query(sql, parameters));
      let missed = 0;
      for (const { namespace: name, key, text, next } of rows)
        if (!(await within('store erase', () => namespace(name).swap(key, text, next?.text)))) missed++;
      // The log of writes still holds the old pages. It cannot be cut while somebody reads from it.
      for (let attempt = 0; attempt < CHECKPOINT_TRIES; attempt++) {
        const [state] = await run<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)');
        if (state?.busy === 0) break;
        await sleep(CHECKPOINT_PAUSE_MS);
      }
      return missed;
    },

    async close() {
      clearInterval(timer);
      await sweeping;
      await closeAll();
    },
  };
}

/** Over a connection of its own, so that a walk as of one moment holds nobody else to it. */
async function* walk(
  file: string,
  { atOnce, isWanted }: { atOnce: boolean; isWanted: IsWanted },
): AsyncGenerator<Row[]> {
  const reader = await within('store walk', () => connectSqlite(file, 'probe'));
  const read = <R>(sql: string, ...parameters: unknown[]): Promise<R[]> =>
    within('store walk', () => reader.query(sql, parameters));
  try {
    // What is read from here on is what was there at the first read: a transaction in WAL mode sees nothing newer.
    if (atOnce) await read('BEGIN');
    for (const namespace of await within('store walk', () => namespacesIn(reader))) {
      if (!isWanted(namespace)) continue;
      // By key: a page begins behind the last one's end, whatever is written or removed in between.
      for (let after: string[] = []; ;) {
        const where = after.length > 0 ? 'WHERE key > ?' : '';
        const page = await read<Omit<Row, 'namespace'>>(
          `SELECT key, value AS text FROM ${namespace} ${where} ORDER BY key LIMIT ${BATCH}`,
          ...after,
        );
        yield page.map((row) => ({ namespace, ...row }));
        after = page.slice(-1).map(({ key }) => key);
        if (page.length < BATCH) break;
      }
    }
  } finally {
    await reader.close();
  }
}

/** Over a connection of its own too: nobody waits for more than one slice. */
async function* find(file: string, text: string, isWanted: IsWanted): AsyncGenerator<Row[]> {
  const reader = await within('store find', () => connectSqlite(file, 'probe'));
  const read = <R>(sql: string, ...parameters: unknown[]): Promise<R[]> =>
    within('store find', () => reader.query(sql, parameters));
  try {
    for (const namespace of await within('store find', () => namespacesIn(reader))) {
      if (!isWanted(namespace)) continue;
      for (let after = -1; ;) {
        const [slice] = await read<{ last: number | null }>(
          `SELECT max(rowid) AS last FROM
            (SELECT rowid FROM ${namespace} WHERE rowid > ? ORDER BY rowid LIMIT ${SLICE})`,
          after,
        );
        const last = slice?.last ?? undefined;
        if (last === undefined) break;
        const rows = await read<Omit<Row, 'namespace'>>(
          `SELECT key, value AS text FROM ${namespace}
            WHERE rowid > ?1 AND rowid <= ?2 AND (instr(key, ?3) OR instr(value, ?3))`,
          after,
          last,
          text,
        );
        yield rows.map((row) => ({ namespace, ...row }));
        after = last;
      }
    }
  } finally {
    await reader.close();
  }
}

/** The tables of the file that are namespaces. */
async function namespacesIn(connection: SqliteConnection): Promise<string[]> {
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
async function sweep(connection: SqliteConnection, name: string, now: () => number): Promise<void> {
  for (;;) {
    const rows: unknown[] = await within(`store ${name}.sweep`, () =>
      connection.query(sweepSql(name), [now()]),
    );
    if (rows.length < SWEEP_BATCH) return;
  }
}
