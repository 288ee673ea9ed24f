import type { Driver, NewRow } from './driver.ts';
import { parseEnvelope, sealEnvelope, type Envelope } from './envelope.ts';
import { StoreError, type Stores } from './store.ts';

/** One record of any namespace, as it moves from store to store. */
export interface StoredRecord {
  namespace: string;
  key: string;
  value: unknown;
  /** Epoch milliseconds; without it the record lives until it is deleted. */
  expires?: number;
}

/** A row as it lies there; `value` is undefined where it is damaged. */
export type FoundRecord = Pick<StoredRecord, 'namespace' | 'key' | 'value'>;

/** What became of records that were put: `kept` are those of which the store has another one, which stays. */
export interface PutCount {
  written: number;
  same: number;
  kept: number;
}

/** A store looked at as a whole: to move or to count it, and for what a user may know and delete. */
export interface Records {
  /**
   * Gives all that lives, each namespace's records or those of all, in batches, whole, a key (nearly) once. Throws
   * `StoreError`, also for a damaged record. `atOnce`: as of one moment, where the store can (SQLite can, and holds back
   * what others write meanwhile from its file until then; Redis cannot: what changes meanwhile is there or is not).
   */
  walk(options?: { atOnce?: boolean }): AsyncIterable<StoredRecord[]>;
  /** Writes where nothing is, or `overwrite`; each record is one step, so this is safe beside a running bot. */
  put(records: readonly StoredRecord[], options?: { overwrite?: boolean }): Promise<PutCount>;
  /** Every row whose key or value holds the text, also what has expired. Reads the whole store: for rare work. */
  find(text: string): Promise<FoundRecord[]>;
  /** Removes rows so that no file of the store holds what was removed, here or before. */
  erase(rows: readonly Pick<FoundRecord, 'namespace' | 'key'>[]): Promise<void>;
}

/** As `openStores` gives it. */
export interface OpenedStores extends Stores {
  records: Records;
}

/**
 * What belongs to one process or one place and does not move: a lease would hold up a refresh, and two bots would resume
 * one session of the gateway and take it from each other.
 */
const BOUND = new Set(['leases', 'sessions', 'identifies', 'probe', 'doctor']);

/** A namespace is moved unless it is named here, so that one that is added later is not forgotten. */
export const isMoved = ({ namespace }: Pick<StoredRecord, 'namespace'>): boolean => !BOUND.has(namespace);

/** What a namespace may be called: it is a table's name, and a part of a key. */
export const NAMESPACE = /^[a-z]+$/i;

/** How many records go to the store, or come from it, in one step. */
export const BATCH = 500;

export function createRecords(driver: Driver, now: () => number): Records {
  const rowOf = ({ key, value, expires }: StoredRecord): NewRow => ({
    key,
    text: sealEnvelope(value, expires),
    ttlMs: expires === undefined ? undefined : expires - now(),
  });

  async function putInto(namespace: string, records: readonly StoredRecord[], overwrite: boolean) {
    const store = driver.namespace(namespace);
    const call = <R>(work: () => Promise<R>) => driver.call(`store ${namespace}.put`, work);
    const added = await call(() => store.write(records.map(rowOf), { overwrite: false }));
    const there = records.filter(({ key }) => !added.has(key));
    const others = await call(async () => {
      const texts = await store.getMany(there.map(({ key }) => key));
      return there.filter(({ value }, i) => !holds(texts[i], value));
    });
    if (overwrite) await call(() => store.write(others.map(rowOf), { overwrite }));
    return {
      written: added.size + (overwrite ? others.length : 0),
      same: there.length - others.length,
      kept: overwrite ? 0 : others.length,
    };
  }

  return {
    async *walk({ atOnce = false } = {}) {
      for await (const rows of driver.walk({ atOnce }))
        yield rows.flatMap(({ namespace, key, text }) => {
          const envelope = parsed(text);
          if (envelope === undefined) throw new StoreError(`store ${namespace}: a damaged record`);
          return driver.isLive(envelope) ? [{ namespace, key, ...envelope }] : [];
        });
    },

    async put(records, { overwrite = false } = {}) {
      const total: PutCount = { written: 0, same: 0, kept: 0 };
      for (const namespace of new Set(records.map((record) => record.namespace))) {
        const own = records.filter((record) => record.namespace === namespace);
        const count = await putInto(namespace, own, overwrite);
        for (const part of ['written', 'same', 'kept'] as const) total[part] += count[part];
      }
      return total;
    },

    async find(text) {
      const rows = await driver.find(text);
      return rows.map((row) => ({ namespace: row.namespace, key: row.key, value: parsed(row.text)?.value }));
    },

    erase: (rows) => driver.erase(rows),
  };
}

const holds = (text: string | undefined, value: unknown): boolean =>
  text !== undefined && JSON.stringify(parseEnvelope(text).value) === JSON.stringify(value);

function parsed(text: string): Envelope<unknown> | undefined {
  try {
    return parseEnvelope(text);
  } catch {
    return undefined;
  }
}
