import type sqlite3 from 'sqlite3';
import { fromCallback, openReadOnly, TABLE } from './sqlite-connection.ts';

/** Keys per statement. Reads that arrive while one runs share the next. */
const SIZES = [1, 4, 16, 64];
const MAX_SIZE = 64;

interface PendingRead {
  key: string;
  resolve: (value: string | undefined) => void;
  reject: (error: unknown) => void;
}

/**
 * Reads on a separate connection, with prepared statements: `@keyv/sqlite` prepares one for each call, which takes half of
 * a read's time.
 */
export async function openSqliteReader(file: string) {
  const { database, close } = await openReadOnly(file);
  const statements = new Map<number, sqlite3.Statement>();
  /** Those that are being prepared, too: the file stays open until all are finalized. */
  const all: sqlite3.Statement[] = [];
  const waiting: PendingRead[] = [];
  let isReading = false;

  async function statementFor(size: number): Promise<sqlite3.Statement> {
    const prepared = statements.get(size);
    if (prepared !== undefined) return prepared;
    const places = Array.from({ length: size }, () => '?').join();
    const sql = `SELECT key, value FROM ${TABLE} WHERE key IN (${places})`;
    const statement = await fromCallback<sqlite3.Statement>((done) => {
      const preparing = database.prepare(sql, (error: Error | null) => done(error, preparing));
      all.push(preparing);
    });
    statements.set(size, statement);
    return statement;
  }

  async function readBatch(batch: readonly PendingRead[]): Promise<void> {
    const size = SIZES.find((one) => one >= batch.length) ?? 1;
    const statement = await statementFor(size);
    // Null matches no key.
    const keys = Array.from({ length: size }, (_, at) => batch[at]?.key ?? null);
    // `get` would keep its read lock until the statement runs again.
    const rows = await fromCallback<{ key: string; value: string }[]>((done) => statement.all(keys, done));
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

  return {
    get: (key: string): Promise<string | undefined> =>
      new Promise((resolve, reject) => {
        waiting.push({ key, resolve, reject });
        if (!isReading) void readAll();
      }),

    async close(): Promise<void> {
      for (const statement of all) statement.finalize();
      await close();
    },
  };
}
