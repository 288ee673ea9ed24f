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
  try {
    await makeFolder(path.dirname(file));
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
  const make = () => mkdir(folder, { mode: 0o700 });
  const code = await make().then(() => undefined, codeOf);
  if (code === 'ENOENT' && path.dirname(folder) !== folder) {
    await makeFolder(path.dirname(folder));
    await make().catch((error: unknown) => {
      // Another process was faster.
      if (codeOf(error) !== 'EEXIST') throw error;
    });
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error ? Reflect.get(error, 'code') : undefined);

/** The system's code ("EACCES") where there is one: short, and without the path a second time. */
export function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown reason';
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}
