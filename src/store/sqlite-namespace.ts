import { Keyv } from 'keyv';
import { openEnvelope, parseEnvelope, sealEnvelope } from './envelope.ts';
import { connectSqlite, type SqliteConnection, within } from './sqlite-connection.ts';
import type { Store } from './store.ts';

interface Options {
  file: string;
  name: string;
  now: () => number;
  /** What keyv and its adapter tell beside the failed call itself. */
  onError: (error: unknown) => void;
}

export interface SqliteNamespace<T> extends Store<T> {
  close(): Promise<void>;
}

interface Connection {
  adapter: SqliteConnection;
  keyv: Keyv;
}

/**
 * One table with one adapter of its own: two namespaces on one adapter, or on one table, clear each other's keys.
 * Keyv's key prefix is off, since keyv leaves it away where a key begins like one ("links:5" would be the key "5").
 */
export function openSqliteNamespace<T>({ file, name, now, onError }: Options): SqliteNamespace<T> {
  const table = name;
  let connection: Promise<Connection> | undefined;

  async function connect(): Promise<Connection> {
    const adapter = await connectSqlite(file, table);
    const keyv = new Keyv({
      store: adapter,
      throwOnErrors: true, // without it, a broken table reads as an absent value
      useKeyPrefix: false,
      serialize: ({ value }) => JSON.stringify(value),
      deserialize: <V>(text: string) => {
        const value = openEnvelope(parseEnvelope<V>(text), now());
        return value === undefined ? undefined : { value };
      },
    });
    keyv.on('error', onError);
    return { adapter, keyv };
  }

  /** Connects at the first call, and again after a failed attempt. */
  async function connected(): Promise<Connection> {
    connection ??= connect();
    const attempt = connection;
    try {
      return await attempt;
    } catch (error) {
      if (connection === attempt) connection = undefined;
      throw error;
    }
  }

  const call = <R>(operation: string, work: (on: Connection) => Promise<R>): Promise<R> =>
    within(`store ${name}.${operation}`, async () => work(await connected()));

  const textOf = (value: T, ttlMs?: number) => JSON.stringify(sealEnvelope(value, ttlMs, now()));
  const valueOf = (text: string) => openEnvelope(parseEnvelope<T>(text), now());

  /** Runs a statement that returns the column `value` of the row it touched, if it touched one. */
  async function touch({ adapter }: Connection, sql: string, ...parameters: unknown[]) {
    const rows: { value: string }[] = await adapter.query(sql, parameters);
    return rows[0]?.value;
  }

  return {
    get: (key) => call('get', async ({ keyv }) => keyv.get<T>(key)),

    set: (key, value, ttlMs) =>
      call('set', async ({ keyv }) => {
        await keyv.set(key, sealEnvelope(value, ttlMs, now()));
      }),

    delete: (key) =>
      call('delete', async ({ keyv }) => {
        await keyv.delete(key);
      }),

    // One statement: with keyv's get and delete, two racers both win.
    take: (key) =>
      call('take', async (on) => {
        const text = await touch(on, `DELETE FROM ${table} WHERE key = ? RETURNING value`, key);
        return text === undefined ? undefined : valueOf(text);
      }),

    // One statement, the expired row included: deleting that first would let a second racer delete the first one's row.
    add: (key, value, ttlMs) =>
      call('add', async (on) => {
        const sql = `INSERT INTO ${table}(key, value) VALUES (?, ?)
          ON CONFLICT(key) DO UPDATE SET value = excluded.value WHERE json_extract(${table}.value, '$.expires') <= ?
          RETURNING value`;
        return (await touch(on, sql, key, textOf(value, ttlMs), now())) !== undefined;
      }),

    // The statement that writes compares the whole text as it was read, so what happens in between makes it miss.
    replace: (key, expected, next, ttlMs) =>
      call('replace', async (on) => {
        const text = await touch(on, `SELECT value FROM ${table} WHERE key = ?`, key);
        if (text === undefined) return false;
        const value = valueOf(text);
        if (value === undefined || JSON.stringify(value) !== JSON.stringify(expected)) return false;
        const where = 'WHERE key = ? AND value = ? RETURNING value';
        const touched =
          next === undefined
            ? await touch(on, `DELETE FROM ${table} ${where}`, key, text)
            : await touch(on, `UPDATE ${table} SET value = ? ${where}`, textOf(next, ttlMs), key, text);
        return touched !== undefined;
      }),

    close: async () => {
      const open = await connection?.catch(() => undefined);
      await open?.adapter.close();
    },
  };
}
