import { createReadStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '../durations.ts';
import { connectSqlite, runCall } from './sqlite-connection.ts';

const CHECKPOINT_TRIES = 20;
const CHECKPOINT_WAIT_MS = 100;
const CHECKPOINT_PAUSE_MS = 50;
/** A gigabyte takes seconds. */
const CHUNK_BYTES = 1024 * 1024;
const VACUUM_MS = 5 * MINUTE_MS;

/**
 * Truncates the write-ahead log, which still contains the old pages. That is impossible while a reader uses it; does not wait
 * for long readers, such as an export.
 */
export async function truncateLog(file: string): Promise<void> {
  const connection = await runCall('store erase', () => connectSqlite(file));
  const run = <R>(sql: string): Promise<R[]> => runCall('store erase', () => connection.query(sql));
  try {
    await run(`PRAGMA busy_timeout = ${CHECKPOINT_WAIT_MS}`);
    for (let attempt = 0; attempt < CHECKPOINT_TRIES; attempt++) {
      const [state] = await run<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)');
      if (state?.busy === 0) return;
      await sleep(CHECKPOINT_PAUSE_MS);
    }
  } finally {
    await connection.close();
  }
}

/**
 * The ids of which the file still has bytes. `secure_delete` overwrites deleted rows, but when SQLite moves rows between
 * pages, it leaves copies in a page's unallocated gap: after 4 of 480 erasures the id still stood there. Throws `StoreError`.
 */
export const tracesIn = (file: string, ids: ReadonlySet<string>): Promise<string[]> =>
  runCall('store purge', () => idsIn(file, ids), VACUUM_MS);

/** Throws `StoreError`. */
export async function rewriteFile(file: string): Promise<void> {
  const connection = await runCall('store purge', () => connectSqlite(file));
  try {
    await runCall('store purge', () => connection.query('VACUUM'), VACUUM_MS);
  } finally {
    await connection.close();
  }
  await truncateLog(file);
}

/** Reads each byte once, for any number of ids. */
async function idsIn(file: string, ids: ReadonlySet<string>): Promise<string[]> {
  const lengths = [...new Set([...ids].map((id) => id.length))];
  const longest = Math.max(...lengths);
  const digits = new RegExp(`\\d{${Math.min(...lengths)},}`, 'g');
  const found = new Set<string>();
  let rest = '';
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK_BYTES, encoding: 'latin1' })) {
    const text = rest + String(chunk);
    for (const [run] of text.matchAll(digits))
      for (const length of lengths)
        for (let at = 0; at + length <= run.length; at++) {
          const id = run.slice(at, at + length);
          if (ids.has(id)) found.add(id);
        }
    // An id may lie across two chunks.
    rest = text.slice(-(longest - 1) || text.length);
  }
  return [...found];
}
