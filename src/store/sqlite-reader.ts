import sqlite3 from 'sqlite3';

export type SqliteReader = Awaited<ReturnType<typeof openSqliteReader>>;

/** Keys per statement. Reads that arrive while one runs share the next. */
const SIZES = [1, 4, 16, 64];
const MAX_SIZE = 64;

interface PendingRead {
  key: string;
  resolve: (value: string | undefined) => void;
  reject: (error: unknown) => void;
}

/**
 * A read-only connection with prepared statements: `@keyv/sqlite` prepares one for each call, which takes half of a read's
 * time.
 */
export async function openSqliteReader(file: string, busyTimeoutMs: number) {
  const database = await fromCallback<sqlite3.Database>((done) => {
    const opened = new sqlite3.Database(file, sqlite3.OPEN_READONLY, (error) => done(error, opened));
  });
  database.configure('busyTimeout', busyTimeoutMs);
  const all: sqlite3.Statement[] = [];

  const prepare = (sql: string): Promise<sqlite3.Statement> =>
    fromCallback((done) => {
      const statement = database.prepare(sql, (error: Error | null) => done(error, statement));
      // Collected at once, because the file stays open until all statements are finalized.
      all.push(statement);
    });

  return {
    /** Returns the function that reads values of a table, which must exist by the first call. */
    of(table: string) {
      const statements = new Map<number, sqlite3.Statement>();
      const waiting: PendingRead[] = [];
      let isReading = false;

      async function readBatch(batch: readonly PendingRead[]): Promise<void> {
        const size = SIZES.find((one) => one >= batch.length) ?? 1;
        const places = Array.from({ length: size }, () => '?').join();
        const statement =
          statements.get(size) ?? (await prepare(`SELECT key, value FROM ${table} WHERE key IN (${places})`));
        statements.set(size, statement);
        // Null matches no key.
        const keys = Array.from({ length: size }, (_, at) => batch[at]?.key ?? null);
        // `get` would keep its read lock until the statement runs again.
        const rows = await fromCallback<{ key: string; value: string }[]>((done) =>
          statement.all(keys, done),
        );
        const values = new Map(rows.map(({ key, value }) => [key, value]));
        for (const { key, resolve } of batch) resolve(values.get(key));
      }

      /** One statement at a time: the connection cannot run two at once, and each call has a cost. */
      async function readAll(): Promise<void> {
        isReading = true;
        while (waiting.length > 0) {
          const batch = waiting.splice(0, MAX_SIZE);
          await readBatch(batch).catch((error: unknown) => {
            for (const { reject } of batch) reject(error);
          });
        }
        isReading = false;
      }

      return (key: string): Promise<string | undefined> =>
        new Promise((resolve, reject) => {
          waiting.push({ key, resolve, reject });
          if (!isReading) void readAll();
        });
    },

    async close(): Promise<void> {
      for (const statement of all) statement.finalize();
      await fromCallback<void>((done) => database.close((error) => done(error, undefined)));
    },
  };
}

const fromCallback = <R>(start: (done: (error: Error | null, result: R) => void) => void): Promise<R> =>
  new Promise((resolve, reject) => {
    start((error, result) => (error === null ? resolve(result) : reject(error)));
  });
