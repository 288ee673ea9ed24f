import type { Driver, IsWanted, NewRow } from './driver.ts';
import { parseEnvelope, sealEnvelope } from './envelope.ts';
import type { Stores } from './store.ts';

/** One record of any namespace, as it moves from store to store. */
export interface StoredRecord {
  namespace: string;
  key: string;
  value: unknown;
  /** Epoch milliseconds; without it the record lives until it is deleted. */
  expires?: number;
}

/** As it lies there: `value` is undefined where the text is none of the store's. */
export interface FoundRecord extends StoredRecord {
  text: string;
}

/** Counts of records that were put: of `kept`, the store has another one, which stays. */
export interface PutCount {
  written: number;
  same: number;
  kept: number;
}

export type Records = ReturnType<typeof createRecords>;

export interface OpenedStores extends Stores {
  records: Records;
}

/**
 * What belongs to one process or one place and does not move: a lease would hold up a refresh, and two bots would take one
 * session of the gateway from each other.
 */
const BOUND = new Set(['leases', 'sessions', 'identifies', 'probe', 'doctor']);

/** By a list of those that stay, so that a namespace that is added later is not forgotten. */
export const isMoved = ({ namespace }: Pick<StoredRecord, 'namespace'>): boolean => !BOUND.has(namespace);

/** What a namespace may be called: it is a table's name, and a part of a key. */
export const NAMESPACE = /^[a-z]+$/i;

/** How many records go to the store, or come from it, in one step. */
export const BATCH = 500;

/** A store as a whole: for moving and counting it, and for what a user may read and delete. Throws `StoreError` alone. */
export function createRecords(driver: Driver, now: () => number) {
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
    /**
     * Yields the records that have not expired, in batches, a key hardly ever twice. `atOnce`: as of one moment, where the
     * store can. SQLite can, and its log of writes grows until the end; in Redis, what changes meanwhile is there or is not.
     */
    async *walk({
      atOnce = false,
      isWanted = () => true,
      onDamaged = () => undefined,
    }: WalkOptions = {}): AsyncGenerator<FoundRecord[]> {
      for await (const rows of driver.walk({ atOnce, isWanted }))
        yield rows.flatMap(({ namespace, key, text }) => {
          const envelope = parseEnvelope(text);
          if (envelope === undefined) onDamaged({ namespace, key });
          return envelope !== undefined && driver.isLive(envelope)
            ? [{ namespace, key, text, ...envelope }]
            : [];
        });
    },

    /** Writes where nothing is, or `overwrite`. Each record is one step, so this is safe beside a running bot. */
    async put(records: readonly StoredRecord[], { overwrite = false } = {}): Promise<PutCount> {
      const total: PutCount = { written: 0, same: 0, kept: 0 };
      for (const namespace of new Set(records.map((record) => record.namespace))) {
        const own = records.filter((record) => record.namespace === namespace);
        const count = await putInto(namespace, own, overwrite);
        for (const part of ['written', 'same', 'kept'] as const) total[part] += count[part];
      }
      return total;
    },

    /**
     * Each record whose key or value holds the text, expired ones too. Reads the whole store, in small batches; what moves
     * meanwhile may be there twice.
     */
    async find(text: string, isWanted: IsWanted = () => true): Promise<FoundRecord[]> {
      const found: FoundRecord[] = [];
      for await (const rows of driver.find(text, isWanted))
        found.push(...rows.map((row) => ({ ...row, value: undefined, ...parseEnvelope(row.text) })));
      return found;
    },

    /**
     * Removes found records, or all of them but their `rest`, so that no file of the store holds what went, here or before.
     * What was changed since it was found stays; gives how many.
     */
    erase: (changes: readonly { found: FoundRecord; rest: unknown }[]): Promise<number> =>
      driver.erase(
        changes.map(({ found, rest }) => {
          const next = rest === undefined ? undefined : rowOf({ ...found, value: rest });
          return { namespace: found.namespace, key: found.key, text: found.text, next };
        }),
      ),
  };
}

interface WalkOptions {
  atOnce?: boolean;
  isWanted?: IsWanted;
  /** Gets each record whose text is none of the store's. */
  onDamaged?: (record: Pick<StoredRecord, 'namespace' | 'key'>) => void;
}

const holds = (text: string | undefined, value: unknown): boolean =>
  text !== undefined && JSON.stringify(parseEnvelope(text)?.value) === JSON.stringify(value);
