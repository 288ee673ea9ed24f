import { setTimeout as sleep } from 'node:timers/promises';
import { openEnvelope, parseEnvelope, valueOf } from './envelope.ts';
import { BATCH, type FoundRecord, type PutCount, type Records, type StoredRecord } from './records.ts';
import { connectSqlite, namespacesIn, type SqliteConnection, within } from './sqlite-connection.ts';

const CHECKPOINT_TRIES = 20;
const CHECKPOINT_PAUSE_MS = 50;

interface Row {
  key: string;
  value: string;
}

/** Connections of its own, so that a walk as of one moment holds nobody else to it. */
export function sqliteRecords(file: string, now: () => number): Records {
  const writers = new Map<string, SqliteConnection>();

  async function writer(table: string): Promise<SqliteConnection> {
    const known = writers.get(table);
    if (known !== undefined) return known;
    const open = await connectSqlite(file, table);
    writers.set(table, open);
    // 64 MB: records from Redis come in no order, and what is written back seldom is written back once.
    await open.query('PRAGMA wal_autocheckpoint = 16000');
    return open;
  }

  async function* walk({ atOnce = false } = {}): AsyncGenerator<StoredRecord[]> {
    const reader = await within('store walk', () => connectSqlite(file, 'probe'));
    const rows = <R>(sql: string, ...parameters: unknown[]): Promise<R[]> =>
      within('store walk', () => reader.query(sql, parameters));
    try {
      // What is read from here on is what was there at the first read: a transaction in WAL mode sees nothing newer.
      if (atOnce) await rows('BEGIN');
      for (const name of await within('store walk', () => namespacesIn(reader))) {
        // By key: a page begins behind the last one's end, whatever is written or removed in between.
        for (let after: string | undefined; ;) {
          const where = after === undefined ? '' : 'WHERE key > ?';
          const page = await rows<Row>(
            `SELECT key, value FROM ${name} ${where} ORDER BY key LIMIT ${BATCH}`,
            ...(after === undefined ? [] : [after]),
          );
          yield await within(`store ${name}`, async () => page.flatMap((row) => live(name, row)));
          after = page.at(-1)?.key;
          if (page.length < BATCH) break;
        }
      }
    } finally {
      await reader.close();
    }
  }

  function live(namespace: string, { key, value: text }: Row): StoredRecord[] {
    const envelope = parseEnvelope<unknown>(text);
    return openEnvelope(envelope, now()) === undefined ? [] : [{ namespace, key, ...envelope }];
  }

  /** All of one namespace in one statement, and so in one transaction. */
  async function putInto(table: string, records: readonly StoredRecord[], overwrite: boolean) {
    const db = await writer(table);
    const insert = async (some: readonly StoredRecord[], ending: string, ...more: unknown[]) => {
      const values = some.flatMap(({ key, value, expires }) => [
        key,
        JSON.stringify(expires === undefined ? { value } : { value, expires }),
      ]);
      const sql = `INSERT INTO ${table}(key, value) VALUES ${some.map(() => '(?, ?)').join(', ')}
        ON CONFLICT(key) DO UPDATE SET value = excluded.value ${ending} RETURNING key`;
      const written: { key: string }[] = await db.query(sql, [...values, ...more]);
      return new Set(written.map(({ key }) => key));
    };
    // What has expired is as good as nothing.
    const expired = `WHERE json_extract(${table}.value, '$.expires') <= ?`;
    const written = await insert(records, expired, now());
    const there = records.filter(({ key }) => !written.has(key));
    const marks = there.map(() => '?').join(', ');
    const held: Row[] = await db.query(
      `SELECT key, value FROM ${table} WHERE key IN (${marks})`,
      there.map(({ key }) => key),
    );
    const values = new Map(held.map(({ key, value }) => [key, JSON.stringify(parseEnvelope(value).value)]));
    const others = there.filter(({ key, value }) => values.get(key) !== JSON.stringify(value));
    if (overwrite && others.length > 0) await insert(others, '');
    return {
      written: written.size + (overwrite ? others.length : 0),
      same: there.length - others.length,
      kept: overwrite ? 0 : others.length,
    };
  }

  async function put(records: readonly StoredRecord[], { overwrite = false } = {}): Promise<PutCount> {
    const total = { written: 0, same: 0, kept: 0 };
    for (const table of new Set(records.map(({ namespace }) => namespace))) {
      const own = records.filter(({ namespace }) => namespace === table);
      const count = await within(`store ${table}.put`, () => putInto(table, own, overwrite));
      for (const part of ['written', 'same', 'kept'] as const) total[part] += count[part];
    }
    return total;
  }

  async function find(text: string): Promise<FoundRecord[]> {
    const reader = await within('store find', () => writer('probe'));
    const found: FoundRecord[] = [];
    for (const namespace of await within('store find', () => namespacesIn(reader))) {
      const sql = `SELECT key, value FROM ${namespace} WHERE instr(key, ?1) OR instr(value, ?1)`;
      const rows: Row[] = await within(`store ${namespace}.find`, () => reader.query(sql, [text]));
      found.push(...rows.map(({ key, value }) => ({ namespace, key, value: valueOf(value) })));
    }
    return found;
  }

  async function erase(rows: readonly Pick<FoundRecord, 'namespace' | 'key'>[]): Promise<void> {
    const db = await within('store erase', () => writer('probe'));
    for (const { namespace, key } of rows)
      await within('store erase', () => db.query(`DELETE FROM ${namespace} WHERE key = ?`, [key]));
    // The log of writes still holds the old pages. It cannot be cut while somebody reads from it.
    for (let attempt = 0; attempt < CHECKPOINT_TRIES; attempt++) {
      const [state]: { busy: number }[] = await within('store erase', () =>
        db.query('PRAGMA wal_checkpoint(TRUNCATE)'),
      );
      if (state?.busy === 0) return;
      await sleep(CHECKPOINT_PAUSE_MS);
    }
  }

  return {
    walk,
    put,
    find,
    erase,
    close: async () => {
      await Promise.all([...writers.values()].map((open) => open.close()));
    },
  };
}
