import { openReadOnly } from './sqlite-connection.ts';

/**
 * `walReset`: two connections that write and checkpoint at once can damage the file (https://sqlite.org/wal.html#walresetbug).
 * `withdrawn`: SQLite took the release back a week later, for how new functions are compatible; nothing here uses them.
 */
export type SqliteFault = 'walReset' | 'withdrawn';

/** By minor version: the first patch without the fault. All minors before 3.51 that are not listed have it. As of 2026-11-28. */
const WAL_RESET_MENDED: Readonly<Record<number, number>> = { 44: 6, 50: 7, 51: 3 };
const WITHDRAWN: readonly string[] = ['3.52.0'];

/** What is known to be wrong with a version of SQLite, as `sqlite_version()` gives it. */
export function faultOf(version: string): SqliteFault | undefined {
  if (WITHDRAWN.includes(version)) return 'withdrawn';
  const [, minor = 0, patch = 0] = version.split('.').map(Number);
  return minor < 52 && patch < (WAL_RESET_MENDED[minor] ?? Infinity) ? 'walReset' : undefined;
}

/** The version that runs, which need not be the one that the driver was compiled for. */
export async function sqliteVersion(): Promise<string> {
  const { query, close } = await openReadOnly(':memory:');
  try {
    const [row] = await query<{ version: string }>('SELECT sqlite_version() AS version');
    return row?.version ?? '';
  } finally {
    await close();
  }
}
