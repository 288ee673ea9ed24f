import { randomUUID } from 'node:crypto';
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { isMoved, type Records } from './records.ts';
import { FIRST_LINE, FileError } from './store-file.ts';

/** Told now and then: how many records are done. */
export type Progress = (done: number) => void;

/**
 * Writes all records that move to a file of lines of JSON, for its user alone: a first line that says what it is, a record
 * a line, a last line that counts them. It has its name only once it is whole. Needs no key: what is sealed stays so.
 * Throws `FileError` (a file that is there already is left as it is), and `StoreError`.
 */
export async function exportRecords(records: Records, file: string, progress: Progress): Promise<number> {
  if (await stat(file).catch(() => undefined)) throw new FileError('exists');
  // Of its own: two exports at once must not finish each other's.
  const unfinished = `${file}.${randomUUID()}.part`;
  let count = 0;
  const handle = await openFresh(unfinished);
  try {
    await handle.appendFile(`${JSON.stringify(FIRST_LINE)}\n`);
    for await (const batch of records.walk({ atOnce: true })) {
      const lines = batch.filter(isMoved).map((record) => `${JSON.stringify(record)}\n`);
      await handle.appendFile(lines.join(''));
      progress((count += lines.length));
    }
    await handle.appendFile(`${JSON.stringify({ end: true, records: count })}\n`);
    await handle.sync();
    await handle.close();
    await rename(unfinished, file);
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(unfinished, { force: true });
    throw asFileError(error);
  }
  return count;
}

async function openFresh(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600);
  } catch (error) {
    throw asFileError(error);
  }
}

/** The system's own errors are about the file; all others pass. */
function asFileError(error: unknown): unknown {
  const isOfSystem = error instanceof Error && 'syscall' in error && 'code' in error;
  return isOfSystem ? new FileError('unusable', String(error.code)) : error;
}
