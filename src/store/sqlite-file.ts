import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { StoreError } from './store.ts';

// https://www.sqlite.org/fileformat.html#magic_header_string
const MAGIC = 'SQLite format 3\0';

/**
 * Makes the folder and an empty file where there is none, and looks at the header of a file that is there. SQLite itself
 * would find out only after it has begun to write its journal beside somebody else's file.
 * Folder and file are for this user alone: tokens lie there, if encrypted.
 */
export async function prepareSqliteFile(file: string): Promise<void> {
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    const handle = await open(file, 'a+', 0o600);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
      if (bytesRead === 0) return;
      if (buffer.subarray(0, bytesRead).toString('latin1') === MAGIC) return;
    } finally {
      await handle.close();
    }
  } catch (cause) {
    throw new StoreError(`the SQLite file ${file} cannot be opened: ${reasonOf(cause)}`, { cause });
  }
  throw new StoreError(`${file} is no SQLite database; it was left as it is`);
}

/** The system's code ("EACCES") where there is one: short, and without the path a second time. */
export function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown reason';
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}
