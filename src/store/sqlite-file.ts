import { existsSync } from 'node:fs';
import { mkdir, open, stat } from 'node:fs/promises';
import path from 'node:path';
import { StoreError } from './errors.ts';

// https://www.sqlite.org/fileformat.html#magic_header_string
const MAGIC = 'SQLite format 3\0';

/**
 * Creates the folder and an empty file if they are missing, and checks the header of an existing file: SQLite itself would
 * write a journal beside another program's file before it notices. Only this user can access folder and file, since they
 * contain (encrypted) tokens.
 */
export async function prepareSqliteFile(file: string): Promise<void> {
  await makeFolder(path.dirname(file));
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

/** Whether there is no such file. One that this user may not look at isn't missing: opening it says why. */
export const isMissing = (file: string): Promise<boolean> =>
  stat(file).then(
    () => false,
    (error: unknown) => ['ENOENT', 'ENOTDIR'].includes(String(systemCode(error))),
  );

/** Creates a folder and those around it; returns the outermost one that it created. Throws `StoreError`. */
export async function makeFolder(folder: string): Promise<string | undefined> {
  return makeFolders(folder).catch((cause: unknown) => {
    throw new StoreError(`the folder ${folder} cannot be made: ${reasonOf(cause)}`, { cause });
  });
}

/** Node's `recursive` option never returns if a parent exists but cannot contain folders, as in /proc, and hides its reason. */
async function makeFolders(folder: string): Promise<string | undefined> {
  const make = () =>
    mkdir(folder, { mode: 0o700 }).then(
      () => folder,
      (error: unknown) => {
        // It existed, or another process created it first.
        if (!existsSync(folder)) throw error;
        return undefined;
      },
    );
  try {
    return await make();
  } catch (error) {
    const parent = path.dirname(folder);
    if (systemCode(error) !== 'ENOENT' || parent === folder) throw error;
    const outermost = await makeFolders(parent);
    const own = await make();
    return outermost ?? own;
  }
}

const systemCode = (error: unknown): unknown =>
  error instanceof Error ? Reflect.get(error, 'code') : undefined;

/** The system's code ("EACCES") if there is one: the message would repeat the path. */
export function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown reason';
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}
