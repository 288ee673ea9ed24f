import sqlite3 from 'sqlite3';

/** Reads a table's value by key; undefined where there is none. */
type ReadValue = (key: string) => Promise<string | undefined>;

export interface SqliteReader {
  /** The table is to be there by the first call. */
  of(table: string): ReadValue;
  close(): Promise<void>;
}

/**
 * A connection that only reads, by statements that stay prepared: `@keyv/sqlite` prepares one for each call, which takes
 * more than half of a read's time.
 */
export async function openSqliteReader(file: string, busyTimeoutMs: number): Promise<SqliteReader> {
  const database = await settled<sqlite3.Database>((done) => {
    const opened = new sqlite3.Database(file, sqlite3.OPEN_READONLY, (error) => done(error, opened));
  });
  database.configure('busyTimeout', busyTimeoutMs);
  const all: sqlite3.Statement[] = [];

  async function prepare(sql: string): Promise<sqlite3.Statement> {
    const statement = await settled<sqlite3.Statement>((done) => {
      const prepared = database.prepare(sql, (error: Error | null) => done(error, prepared));
    });
    all.push(statement);
    return statement;
  }

  return {
    of(table) {
      // A statement runs one call at a time, so there are as many as ever ran at once.
      const idle: sqlite3.Statement[] = [];
      return async (key) => {
        const statement = idle.pop() ?? (await prepare(`SELECT value FROM ${table} WHERE key = ?`));
        try {
          // Not `get`: it stops at the row, and what is read stays locked until the statement's next call.
          const rows = await settled<{ value: string }[]>((done) => statement.all(key, done));
          return rows[0]?.value;
        } finally {
          idle.push(statement);
        }
      };
    },

    async close() {
      for (const statement of all) statement.finalize();
      await settled<void>((done) => database.close((error) => done(error, undefined)));
    },
  };
}

const settled = <R>(start: (done: (error: Error | null, result: R) => void) => void): Promise<R> =>
  new Promise((resolve, reject) => {
    start((error, result) => (error === null ? resolve(result) : reject(error)));
  });
