import sqlite3 from 'sqlite3';

export type SqliteReader = Awaited<ReturnType<typeof openSqliteReader>>;

/**
 * A connection that only reads, by statements that stay prepared: `@keyv/sqlite` prepares one for each call, which takes
 * half of a read's time.
 */
export async function openSqliteReader(file: string, busyTimeoutMs: number) {
  const database = await settled<sqlite3.Database>((done) => {
    const opened = new sqlite3.Database(file, sqlite3.OPEN_READONLY, (error) => done(error, opened));
  });
  database.configure('busyTimeout', busyTimeoutMs);
  const all: sqlite3.Statement[] = [];

  const prepare = (sql: string): Promise<sqlite3.Statement> =>
    settled((done) => {
      const statement = database.prepare(sql, (error: Error | null) => done(error, statement));
      // At once: a file is not closed while one of its statements is open.
      all.push(statement);
    });

  return {
    /** How the values of a table are read, which has to exist by the first call. */
    of(table: string) {
      // A statement runs one call at a time, so each table has as many as ever ran at once.
      const idle: sqlite3.Statement[] = [];
      return async (key: string): Promise<string | undefined> => {
        const statement = idle.pop() ?? (await prepare(`SELECT value FROM ${table} WHERE key = ?`));
        try {
          // `get` would stop at the row and hold its read lock until the statement's next call.
          const rows = await settled<{ value: string }[]>((done) => statement.all(key, done));
          return rows[0]?.value;
        } finally {
          idle.push(statement);
        }
      };
    },

    async close(): Promise<void> {
      for (const statement of all) statement.finalize();
      await settled<void>((done) => database.close((error) => done(error, undefined)));
    },
  };
}

const settled = <R>(start: (done: (error: Error | null, result: R) => void) => void): Promise<R> =>
  new Promise((resolve, reject) => {
    start((error, result) => (error === null ? resolve(result) : reject(error)));
  });
