import sqlite3 from 'sqlite3';

export type SqliteReader = Awaited<ReturnType<typeof openSqliteReader>>;

/** How many keys a statement reads: what comes while one runs is read together by the next. */
const SIZES = [1, 4, 16, 64];
const MAX_SIZE = 64;

interface Wanted {
  key: string;
  resolve: (value: string | undefined) => void;
  reject: (error: unknown) => void;
}

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
      const statements = new Map<number, sqlite3.Statement>();
      const waiting: Wanted[] = [];
      let isReading = false;

      async function readBatch(batch: readonly Wanted[]): Promise<void> {
        const size = SIZES.find((one) => one >= batch.length) ?? 1;
        const places = Array.from({ length: size }, () => '?').join();
        const statement =
          statements.get(size) ?? (await prepare(`SELECT key, value FROM ${table} WHERE key IN (${places})`));
        statements.set(size, statement);
        // No key is null, so what is left over finds nothing.
        const keys = Array.from({ length: size }, (_, at) => batch[at]?.key ?? null);
        // `get` would stop at the row and hold its read lock until the statement's next call.
        const rows = await settled<{ key: string; value: string }[]>((done) => statement.all(keys, done));
        const values = new Map(rows.map(({ key, value }) => [key, value]));
        for (const { key, resolve } of batch) resolve(values.get(key));
      }

      /** One statement at a time: the connection runs no two at once, and each call of it has its price. */
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
      await settled<void>((done) => database.close((error) => done(error, undefined)));
    },
  };
}

const settled = <R>(start: (done: (error: Error | null, result: R) => void) => void): Promise<R> =>
  new Promise((resolve, reject) => {
    start((error, result) => (error === null ? resolve(result) : reject(error)));
  });
