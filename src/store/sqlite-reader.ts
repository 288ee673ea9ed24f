import type sqlite3 from 'sqlite3';
import { fromCallback, openReadOnly, TABLE } from './sqlite-connection.ts';

/** The keys are one parameter, a list in JSON: to bind each on its own takes as long as the look-up. */
const SQL = `SELECT key, value FROM ${TABLE} WHERE key IN (SELECT value FROM json_each(?))`;

interface PendingRead {
  key: string;
  resolve: (value: string | undefined) => void;
  reject: (error: unknown) => void;
}

/**
 * Reads on a separate connection, with a prepared statement: `@keyv/sqlite` prepares one for each call, which takes half of
 * a read's time.
 */
export async function openSqliteReader(file: string) {
  const { database, close } = await openReadOnly(file);
  const statement = await fromCallback<sqlite3.Statement>((done) => {
    const preparing = database.prepare(SQL, (error: Error | null) => done(error, preparing));
  });
  const waiting: PendingRead[] = [];
  let isReading = false;

  async function readBatch(batch: readonly PendingRead[]): Promise<void> {
    const keys = JSON.stringify(batch.map(({ key }) => key));
    // `get` would keep its read lock until the statement runs again.
    const rows = await fromCallback<{ key: string; value: string }[]>((done) => statement.all(keys, done));
    const values = new Map(rows.map(({ key, value }) => [key, value]));
    for (const { key, resolve } of batch) resolve(values.get(key));
  }

  /** One statement at a time: the connection cannot run two at once, and each call has a cost. Reads that arrive meanwhile share the next. */
  async function readAll(): Promise<void> {
    isReading = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0);
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
      statement.finalize();
      await close();
    },
  };
}
