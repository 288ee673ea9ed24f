import { NAMESPACE } from './records.ts';
import { moveReports, type MoveTools } from './report-move.ts';
import { expiryOf, TABLE } from './sqlite-connection.ts';
import type { Migration } from './version.ts';

export type RunQuery = <R>(sql: string, ...parameters: unknown[]) => Promise<R[]>;

export interface SqliteMigrationTools {
  query: RunQuery;
  now: () => number;
}

/** The tables of version 0, which had one for each namespace. */
export async function oldTables(query: RunQuery): Promise<string[]> {
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
export const blockTable = (query: RunQuery, name: string) =>
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

export const SET_SQL = `INSERT INTO ${TABLE}(key, value) VALUES (?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value`;

export const SQLITE_MIGRATIONS: readonly Migration<SqliteMigrationTools>[] = [
  { to: 1, run: moveTables },
  { to: 2, run: (tools) => moveReports(moveTools(tools)) },
];
