import { randomUUID } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { z } from 'zod';
import { isObject, jsonOf, type JsonObject } from '../json.ts';
import { dueLists, reportPlace } from './report-move.ts';
import { BATCH, isMoved, NAMESPACE, type PutCount, type Records, type StoredRecord } from './records.ts';

const FIRST_LINE = { matchpoint: 'store', version: 2 } as const;

// Only a number: the version is printed on the operator's terminal.
const FirstLine = z.object({ matchpoint: z.literal(FIRST_LINE.matchpoint), version: z.int().min(1) });

const RecordLine = z.object({
  namespace: z.string().regex(NAMESPACE), // it becomes a table name
  key: z.string(),
  value: z.unknown().refine((value) => value !== undefined),
  expires: z.number().exactOptional(),
});

type FileFault = 'exists' | 'unusable' | 'foreign' | 'newer' | 'damaged' | 'truncated';

/** `detail`: the system's error code, or the line number. */
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

/** Turns system errors into `FileError`; returns other errors unchanged. */
function asFileError(error: unknown): unknown {
  const isOfSystem = error instanceof Error && 'syscall' in error && 'code' in error;
  return isOfSystem ? new FileError('unusable', String(error.code)) : error;
}

/**
 * Writes all records that move to a file that only this user can read: a header line, one JSON line per record, and a last
 * line with their count. The file is renamed into place once it is complete. Sealed text stays sealed, so this needs no
 * key. Skips and counts `damaged` records. Throws `FileError` (an existing file is not changed) and `StoreError`.
 */
export async function exportRecords(
  records: Pick<Records, 'walk'>,
  file: string,
  /** Called with the number of records done so far. */
  progress: (done: number) => void,
): Promise<{ written: number; damaged: number }> {
  if (await stat(file).catch(() => undefined)) throw new FileError('exists');
  // A unique name, so that two exports at once do not share a file.
  const unfinished = `${file}.${randomUUID()}.part`;
  let count = 0;
  let damaged = 0;
  try {
    const handle = await open(unfinished, 'wx', 0o600);
    try {
      await handle.appendFile(`${JSON.stringify(FIRST_LINE)}\n`);
      for await (const batch of records.walk({ atOnce: true, onDamaged: () => void damaged++ })) {
        const lines = batch
          .filter(isMoved)
          .map(({ text: _text, ...record }) => `${JSON.stringify(record)}\n`);
        await handle.appendFile(lines.join(''));
        progress((count += lines.length));
      }
      await handle.appendFile(`${JSON.stringify({ end: true, records: count })}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw asFileError(error);
  }
  return { written: count, damaged };
}

/**
 * Writes the records of a file to a store. Reads the file twice, so that nothing of a damaged or truncated one is written.
 * Existing records stay unless `overwrite`, so an interrupted import can be repeated. `expired` counts records that have
 * expired since the export. Throws `FileError` and `StoreError`.
 */
export async function importRecords(
  records: Records,
  file: string,
  options: { overwrite: boolean; now: () => number; progress: (done: number) => void },
): Promise<PutCount & { expired: number }> {
  for await (const _record of readRecords(file));
  const total = { written: 0, same: 0, kept: 0, expired: 0 };
  let batch: StoredRecord[] = [];
  const put = async () => {
    const count = await records.put(batch, { overwrite: options.overwrite });
    batch = [];
    for (const part of ['written', 'same', 'kept'] as const) total[part] += count[part];
    options.progress(total.written + total.same + total.kept + total.expired);
  };
  const due = new Set<string>();
  for await (const { record: found, version } of readRecords(file)) {
    const record = version === 1 ? ofVersion2(found, due) : found;
    if (record === undefined) continue;
    if (record.expires !== undefined && record.expires <= options.now()) total.expired++;
    else if (isMoved(record)) batch.push(record);
    if (batch.length === BATCH) await put();
  }
  for (const [key, names] of dueLists(due))
    if (names.length > 0) batch.push({ namespace: 'due', key, value: names.map((name) => [name, 0]) });
  await put();
  return total;
}

/** A record of version 1 as it is in version 2; `undefined` for one that goes. `due`: collects the reports that are due. */
function ofVersion2(record: StoredRecord, due: Set<string>): StoredRecord | undefined {
  if (record.namespace === 'due') return undefined;
  if (record.namespace !== 'reports') return record;
  const place = reportPlace(record.value);
  if (place?.isDue === true) due.add(place.name);
  return place && { ...record, key: place.key };
}

/** Throws `FileError` at an invalid line, and at the end of a truncated file. */
async function* readRecords(file: string): AsyncGenerator<{ record: StoredRecord; version: number }> {
  let at = 0;
  let version = 0;
  let count = 0;
  let ended = false;
  for await (const line of linesOf(file)) {
    at++;
    const parsed = parseLine(line);
    if (at === 1) version = versionIn(parsed);
    else if (ended || parsed === undefined) throw new FileError('damaged', String(at));
    else if ('end' in parsed) {
      if (parsed['records'] !== count) throw new FileError('truncated');
      ended = true;
    } else {
      const record = RecordLine.safeParse(parsed).data;
      if (record === undefined) throw new FileError('damaged', String(at));
      count++;
      yield { record, version };
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
    throw asFileError(error);
  }
}

function parseLine(line: string): JsonObject | undefined {
  const parsed = jsonOf(line);
  return isObject(parsed) ? parsed : undefined;
}

function versionIn(line: JsonObject | undefined): number {
  const version = FirstLine.safeParse(line).data?.version;
  if (version === undefined) throw new FileError('foreign');
  if (version > FIRST_LINE.version) throw new FileError('newer', String(version));
  return version;
}
