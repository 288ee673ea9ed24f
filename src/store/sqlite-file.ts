import { existsSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { StoreError } from './store.ts';

// https://www.sqlite.org/fileformat.html#magic_header_string
const MAGIC = 'SQLite format 3\0';

/**
 * Makes the folder and an empty file where there is none, and looks at the header of a file that is there: SQLite itself
 * begins to write its journal beside the file of another program before it notices. Folder and file are for this user
 * alone, since they hold tokens, though encrypted.
 */
export async function prepareSqliteFile(file: string): Promise<void> {
  const folder = path.dirname(file);
  await makeFolder(folder).catch((cause: unknown) => {
    throw new StoreError(`the folder ${folder} cannot be made: ${reasonOf(cause)}`, { cause });
  });
  try {
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

/** Node's own `recursive` never ends where a parent exists but takes no folders, as below /proc. */
async function makeFolder(folder: string): Promise<void> {
  const make = () =>
    mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
      // It was there, or another process was faster.
      if (!existsSync(folder)) throw error;
    });
  try {
    await make();
  } catch (error) {
    const parent = path.dirname(folder);
    if (codeOf(error) !== 'ENOENT' || parent === folder) throw error;
    await makeFolder(parent);
    await make();
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error ? Reflect.get(error, 'code') : undefined);

/** The system's code ("EACCES") where there is one: short, and without the path a second time. */
export function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown reason';
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}
