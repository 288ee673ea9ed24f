import { LRUCache } from 'lru-cache';
import { atMost } from '../async/at-most.ts';
import { HOUR_MS } from '../durations.ts';
import { sha256 } from '../sha256.ts';
import type { UnreadableRecord } from './errors.ts';
import type { StoreLog } from './store.ts';

/** How many reported records a process remembers, so that it reports each once. */
const REMEMBERED = 10_000;

/** An unreadable record counts again after this time, so that the count no longer grows once it is repaired. */
const COUNT_EVERY_MS = HOUR_MS;

/** The returned function logs a record once and counts it once an hour, and returns it as reported. */
export function createUnreadableReport(
  log: Pick<StoreLog, 'warn'>,
  now: () => number,
  onUnreadable: (record: UnreadableRecord) => void = () => undefined,
): (namespace: string, key: string) => UnreadableRecord {
  /** When each was counted. */
  const reported = new LRUCache<string, number>(atMost(REMEMBERED));
  return (namespace, key) => {
    const record = { namespace, keyHash: sha256(key) };
    const name = `${namespace}:${record.keyHash}`;
    const countedAt = reported.get(name);
    if (countedAt !== undefined && now() - countedAt < COUNT_EVERY_MS) return record;
    reported.set(name, now());
    if (countedAt === undefined) log.warn(record, 'a record of the store cannot be read');
    onUnreadable(record);
    return record;
  };
}
