import type { IsWanted, StoredRow } from './driver.ts';
import { BATCH, NAMESPACE } from './records.ts';
import { connectSqlite, runCall, type SqliteConnection } from './sqlite-table.ts';

/** Rows per search statement: a few milliseconds of work. */
const SLICE = 5000;

/** The namespaces in the file. */
export async function namespacesIn(connection: SqliteConnection): Promise<string[]> {
  const tables: { name: string }[] = await connection.query(
    `SELECT name FROM sqlite_master WHERE type = 'table'`,
  );
  return tables.map(({ name }) => name).filter((name) => NAMESPACE.test(name));
}

/** Uses a separate connection, so that its snapshot does not affect other reads. */
export async function* walk(
  file: string,
  { atOnce, isWanted }: { atOnce: boolean; isWanted: IsWanted },
): AsyncGenerator<StoredRow[]> {
  const reader = await runCall('store walk', () => connectSqlite(file, 'probe'));
  const read = <R>(sql: string, ...parameters: unknown[]): Promise<R[]> =>
    runCall('store walk', () => reader.query(sql, parameters));
  try {
    // In WAL mode, a transaction sees the state at its first read.
    if (atOnce) await read('BEGIN');
    for (const namespace of await runCall('store walk', () => namespacesIn(reader))) {
      if (!isWanted(namespace)) continue;
      // Paged by key, so that writes and deletions in between do not shift the pages.
      for (let after: string[] = []; ;) {
        const where = after.length > 0 ? 'WHERE key > ?' : '';
        const page = await read<Omit<StoredRow, 'namespace'>>(
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

/** Uses a separate connection too. */
export async function* find(file: string, text: string, isWanted: IsWanted): AsyncGenerator<StoredRow[]> {
  const reader = await runCall('store find', () => connectSqlite(file, 'probe'));
  const read = <R>(sql: string, ...parameters: unknown[]): Promise<R[]> =>
    runCall('store find', () => reader.query(sql, parameters));
  try {
    for (const namespace of await runCall('store find', () => namespacesIn(reader))) {
      if (!isWanted(namespace)) continue;
      for (let after = -1; ;) {
        const [slice] = await read<{ last: number | null }>(
          `SELECT max(rowid) AS last FROM
            (SELECT rowid FROM ${namespace} WHERE rowid > ? ORDER BY rowid LIMIT ${SLICE})`,
          after,
        );
        const last = slice?.last ?? undefined;
        if (last === undefined) break;
        const rows = await read<Omit<StoredRow, 'namespace'>>(
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
