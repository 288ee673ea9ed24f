import type { IsWanted, StoredRow } from './driver.ts';
import { BATCH } from './records.ts';
import { openReadOnly, runCall, TABLE } from './sqlite-connection.ts';
import { VERSION_KEY } from './version.ts';

/** Rows per search statement: a few milliseconds of work. */
const SLICE = 5000;

const IS_RECORD = `key <> '${VERSION_KEY}'`;

interface TextRow {
  key: string;
  text: string;
}
type ReadRows = <R>(sql: string, ...parameters: unknown[]) => Promise<R[]>;

/** Splits `namespace:key`; the key may contain anything. */
function storedRow({ key, text }: TextRow): StoredRow {
  const end = key.indexOf(':');
  return { namespace: key.slice(0, end), key: key.slice(end + 1), text };
}

/** Scans on a separate connection, so that its snapshot does not affect other reads. */
async function* scan(
  file: string,
  what: string,
  pages: (read: ReadRows) => AsyncGenerator<StoredRow[]>,
): AsyncGenerator<StoredRow[]> {
  const { query, close } = await runCall(what, () => openReadOnly(file));
  try {
    yield* pages((sql, ...parameters) => runCall(what, () => query(sql, ...parameters)));
  } finally {
    await close();
  }
}

export const walk = (
  file: string,
  { atOnce, isWanted }: { atOnce: boolean; isWanted: IsWanted },
): AsyncGenerator<StoredRow[]> =>
  scan(file, 'store walk', async function* (read) {
    // In WAL mode, a transaction sees the state at its first read.
    if (atOnce) await read('BEGIN');
    // Paged by key, so that writes and deletions in between do not shift the pages.
    for (let after = '', size = BATCH; size === BATCH;) {
      const rows = await read<TextRow>(
        `SELECT key, value AS text FROM ${TABLE} WHERE key > ? AND ${IS_RECORD} ORDER BY key LIMIT ${BATCH}`,
        after,
      );
      const page = rows.map(storedRow);
      yield page.filter(({ namespace }) => isWanted(namespace));
      size = page.length;
      const last = page.at(-1);
      // The rest of a namespace that is not wanted is left out: `;` follows `:`.
      if (last) after = `${last.namespace}${isWanted(last.namespace) ? `:${last.key}` : ';'}`;
    }
  });

export const find = (file: string, text: string, isWanted: IsWanted): AsyncGenerator<StoredRow[]> =>
  scan(file, 'store find', async function* (read) {
    for (let after = -1; ;) {
      const [slice] = await read<{ last: number | null }>(
        `SELECT max(rowid) AS last FROM
          (SELECT rowid FROM ${TABLE} WHERE rowid > ? ORDER BY rowid LIMIT ${SLICE})`,
        after,
      );
      const last = slice?.last ?? undefined;
      if (last === undefined) break;
      const rows = await read<TextRow>(
        `SELECT key, value AS text FROM ${TABLE}
          WHERE rowid > ?1 AND rowid <= ?2 AND ${IS_RECORD} AND (instr(key, ?3) OR instr(value, ?3))`,
        after,
        last,
        text,
      );
      // A namespace may contain the text, too.
      yield rows
        .map(storedRow)
        .filter((row) => isWanted(row.namespace) && (row.key.includes(text) || row.text.includes(text)));
      after = last;
    }
  });
