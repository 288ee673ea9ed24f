import type { Progress } from './export-file.ts';
import { BATCH, isMoved, type PutCount, type Records, type StoredRecord } from './records.ts';
import { readRecords } from './store-file.ts';

/** `late`: what had expired by now. */
export interface ImportCount extends PutCount {
  late: number;
}

/**
 * Puts the records of a file into a store. The file is read twice: nothing is written from one that is damaged or was cut
 * off. What is there already stays, unless `overwrite`; so an import that was interrupted may simply be repeated. Throws
 * `FileError`, `StoreError`.
 */
export async function importRecords(
  records: Records,
  file: string,
  options: { overwrite: boolean; now: () => number; progress: Progress },
): Promise<ImportCount> {
  for await (const _record of readRecords(file));
  const total: ImportCount = { written: 0, same: 0, kept: 0, late: 0 };
  let batch: StoredRecord[] = [];
  const put = async () => {
    const count = await records.put(batch, { overwrite: options.overwrite });
    batch = [];
    for (const part of ['written', 'same', 'kept'] as const) total[part] += count[part];
    options.progress(total.written + total.same + total.kept + total.late);
  };
  for await (const record of readRecords(file)) {
    if (record.expires !== undefined && record.expires <= options.now()) total.late++;
    else if (isMoved(record)) batch.push(record);
    if (batch.length === BATCH) await put();
  }
  await put();
  return total;
}
