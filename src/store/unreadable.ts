import { LRUCache } from 'lru-cache';
import { sha256 } from '../sha256.ts';
import type { UnreadableRecord } from './errors.ts';
import type { StoreLog } from './store.ts';

/** How many reported records a process remembers, so that it reports each once. */
const REMEMBERED = 10_000;

/** The returned function reports a record once, and returns it as reported. */
export function createUnreadableReport(
  log: Pick<StoreLog, 'warn'>,
  onUnreadable: (record: UnreadableRecord) => void = () => undefined,
): (namespace: string, key: string) => UnreadableRecord {
  const reported = new LRUCache<string, true>({ max: REMEMBERED });
  return (namespace, key) => {
    const record = { namespace, keyHash: sha256(key) };
    const name = `${namespace}:${record.keyHash}`;
    if (reported.get(name) === true) return record;
    reported.set(name, true);
    log.warn(record, 'a record of the store cannot be read');
    onUnreadable(record);
    return record;
  };
}
