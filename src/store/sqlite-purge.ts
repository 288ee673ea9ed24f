import { createReadStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '../durations.ts';
import { connectSqlite, runCall } from './sqlite-connection.ts';

const CHECKPOINT_TRIES = 20;
const CHECKPOINT_WAIT_MS = 100;
const CHECKPOINT_PAUSE_MS = 50;
/** A gigabyte takes seconds. */
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
 * Rewrites the file if it still contains this text. `secure_delete` overwrites deleted rows, but when SQLite moves rows between
 * pages, it leaves copies in a page's unallocated gap: after 4 of 480 erasures the id still stood there. Throws `StoreError`.
 */
export async function purgeFile(file: string, text: string): Promise<void> {
  if (!(await runCall('store purge', () => contains(file, text), VACUUM_MS))) return;
  const connection = await runCall('store purge', () => connectSqlite(file));
  try {
    await runCall('store purge', () => connection.query('VACUUM'), VACUUM_MS);
  } finally {
    await connection.close();
  }
  await truncateLog(file);
}

async function contains(file: string, text: string): Promise<boolean> {
  const wanted = Buffer.from(text);
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    const bytes = Buffer.concat([rest, chunk]);
    if (bytes.includes(wanted)) return true;
    // The text may lie across two chunks.
    rest = bytes.subarray(Math.max(0, bytes.length - wanted.length + 1));
  }
  return false;
}
