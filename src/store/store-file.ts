import { open } from 'node:fs/promises';
import { present } from '../present.ts';
import { NAMESPACE, type StoredRecord } from './records.ts';

export const FIRST_LINE = { matchpoint: 'store', version: 1 } as const;

type FileFault = 'exists' | 'unusable' | 'foreign' | 'newer' | 'damaged' | 'truncated';

/** `detail`: the system's code, or the number of the line. */
export class FileError extends Error {
  override readonly name = 'FileError';
  readonly fault: FileFault;
  readonly detail: string;

  constructor(fault: FileFault, detail = '') {
    super(`the file is ${fault} ${detail}`);
    this.fault = fault;
    this.detail = detail;
  }
}

/**
 * The records of a file, one after the other. Throws `FileError` at a line that is none of ours, and at the end of a file
 * that was cut off: who must not write half of one reads it to its end first.
 */
export async function* readRecords(file: string): AsyncGenerator<StoredRecord> {
  let at = 0;
  let count = 0;
  let ended = false;
  for await (const line of linesOf(file)) {
    at++;
    const parsed = parseLine(line);
    if (at === 1) checkFirst(parsed);
    else if (ended || parsed === undefined) throw new FileError('damaged', String(at));
    else if ('end' in parsed) {
      if (parsed['records'] !== count) throw new FileError('truncated');
      ended = true;
    } else {
      const record = parseRecord(parsed);
      if (record === undefined) throw new FileError('damaged', String(at));
      count++;
      yield record;
    }
  }
  if (at === 0) throw new FileError('foreign');
  if (!ended) throw new FileError('truncated');
}

async function* linesOf(file: string): AsyncGenerator<string> {
  try {
    const handle = await open(file);
    try {
      yield* handle.readLines({ encoding: 'utf8' });
    } finally {
      await handle.close().catch(() => undefined);
    }
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error;
    throw new FileError('unusable', String(error.code));
  }
}

function parseLine(line: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(line);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : undefined;
  } catch {
    return undefined;
  }
}

function checkFirst(line: Record<string, unknown> | undefined): void {
  if (line?.['matchpoint'] !== FIRST_LINE.matchpoint) throw new FileError('foreign');
  if (line['version'] !== FIRST_LINE.version) throw new FileError('newer', String(line['version']));
}

function parseRecord(line: Record<string, unknown>): StoredRecord | undefined {
  const { namespace, key, value, expires } = line;
  // A namespace becomes the name of a table.
  if (typeof namespace !== 'string' || !NAMESPACE.test(namespace) || typeof key !== 'string')
    return undefined;
  if (value === undefined || (expires !== undefined && typeof expires !== 'number')) return undefined;
  return { namespace, key, value, ...present({ expires }) };
}
