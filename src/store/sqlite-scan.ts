import type { IsWanted, Row } from './driver.ts';
import { BATCH, NAMESPACE } from './records.ts';
import { connectSqlite, within, type SqliteConnection } from './sqlite-table.ts';

/** How many rows one statement searches: a few milliseconds of work. */
const SLICE = 5000;

/** The tables of the file that are namespaces. */
export async function namespacesIn(connection: SqliteConnection): Promise<string[]> {
  const tables: { name: string }[] = await connection.query(
    `SELECT name FROM sqlite_master WHERE type = 'table'`,
  );
  return tables.map(({ name }) => name).filter((name) => NAMESPACE.test(name));
}

/** Over a connection of its own, so that a walk as of one moment holds nobody else to it. */
export async function* walk(
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
export async function* find(file: string, text: string, isWanted: IsWanted): AsyncGenerator<Row[]> {
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
