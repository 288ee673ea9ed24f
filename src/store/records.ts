import type { Driver, IsWanted, NewRow } from './driver.ts';
import { parseEnvelope, formatEnvelope } from './envelope.ts';
import type { Stores } from './store.ts';

/** One record of any namespace, independent of the kind of store. */
export interface StoredRecord {
  namespace: string;
  key: string;
  value: unknown;
  /** Epoch milliseconds; absent means that the record does not expire. */
  expires?: number;
}

/** A record with its stored text; `value` is `undefined` if the text cannot be parsed. */
export interface FoundRecord extends StoredRecord {
  text: string;
}

/** `same`: the store already had this value. `kept`: it had another value, which it kept. */
export interface PutCount {
  written: number;
  same: number;
  kept: number;
}

export type Records = ReturnType<typeof createRecords>;

export interface OpenedStores extends Stores {
  records: Records;
  /** Throws `StoreVersionError` if another version of Matchpoint has updated the store meanwhile, and `StoreError`. */
  checkVersion(): Promise<void>;
}

/**
 * Namespaces that belong to one process or place and do not move: a copied lease would block a refresh, and two bots would
 * compete for one gateway session.
 */
const LOCAL_NAMESPACES = new Set(['leases', 'sessions', 'identifies', 'probe', 'doctor']);

/** A deny list, so that new namespaces are moved by default. */
export const isMoved = ({ namespace }: Pick<StoredRecord, 'namespace'>): boolean =>
  !LOCAL_NAMESPACES.has(namespace);

/** A namespace is part of SQL statements and keys. */
export const NAMESPACE = /^[a-z]+$/i;

/** Records per read or write. */
export const BATCH = 500;

/**
 * Yields the records that have not expired, in batches; a key may rarely appear twice. `atOnce`: a snapshot where the
 * store supports it. SQLite does, and its write-ahead log grows until the end; Redis does not.
 */
export const walkRecords = (driver: Pick<Driver, 'walk' | 'isLive'>) =>
  async function* ({
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
  };

/** Access to all records, for moving and counting them, and for a user's own data. Throws only `StoreError`. */
export function createRecords(driver: Driver, now: () => number) {
  const rowOf = ({ key, value, expires }: StoredRecord): NewRow => ({
    key,
    text: formatEnvelope(value, expires),
    ttlMs: expires === undefined ? undefined : expires - now(),
  });

  async function putInto(namespace: string, records: readonly StoredRecord[], overwrite: boolean) {
    const store = driver.namespace(namespace);
    const call = <R>(work: () => Promise<R>) => driver.call(`store ${namespace}.put`, work);
    const added = await call(() => store.write(records.map(rowOf), { overwrite: false }));
    const existing = records.filter(({ key }) => !added.has(key));
    const conflicting = await call(async () => {
      const texts = await store.getMany(existing.map(({ key }) => key));
      return existing.filter(({ value }, i) => !hasValue(texts[i], value));
    });
    if (overwrite) await call(() => store.write(conflicting.map(rowOf), { overwrite }));
    return {
      written: added.size + (overwrite ? conflicting.length : 0),
      same: existing.length - conflicting.length,
      kept: overwrite ? 0 : conflicting.length,
    };
  }

  return {
    walk: walkRecords(driver),

    /** Writes records whose keys are free, or all with `overwrite`. Each write is atomic: safe while the bot runs. */
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
     * All records whose key or value contains the text, expired ones included. Reads the whole store in small batches; a
     * record that changes meanwhile may appear twice.
     */
    async find(text: string, isWanted: IsWanted = () => true): Promise<FoundRecord[]> {
      const records: FoundRecord[] = [];
      for await (const rows of driver.find(text, isWanted))
        records.push(...rows.map((row) => ({ ...row, value: undefined, ...parseEnvelope(row.text) })));
      return records;
    },

    /** The records under these keys. */
    async at(namespace: string, keys: readonly string[]): Promise<FoundRecord[]> {
      const texts = await driver.call(`store ${namespace}.at`, () =>
        driver.namespace(namespace).getMany([...keys]),
      );
      return keys.flatMap((key, at) => {
        const text = texts[at];
        return text === undefined ? [] : [{ namespace, key, text, value: undefined, ...parseEnvelope(text) }];
      });
    },

    /**
     * Deletes records, or replaces them by their `rest`, so that no file of the store contains the removed data. Leaves
     * records that have changed since they were found, and returns how many.
     */
    erase: (changes: readonly { found: FoundRecord; rest: unknown }[]): Promise<number> =>
      driver.erase(
        changes.map(({ found, rest }) => {
          const next = rest === undefined ? undefined : rowOf({ ...found, value: rest });
          return { namespace: found.namespace, key: found.key, text: found.text, next };
        }),
      ),

    /** After erasures: no file of the store contains these ids (digits), unless a record of others still does. */
    async purge(ids: readonly string[]): Promise<void> {
      for (const id of ids.length === 0 ? [] : await driver.traces(new Set(ids))) {
        // A member who chose an id that others' records contain must not be able to have the file rewritten at will.
        let isHeld = false;
        for await (const rows of driver.find(id, () => true)) isHeld ||= rows.length > 0;
        if (!isHeld) return driver.rewrite();
      }
    },
  };
}

interface WalkOptions {
  atOnce?: boolean;
  isWanted?: IsWanted;
  /** Called for each record whose text cannot be parsed. */
  onDamaged?: (record: Pick<StoredRecord, 'namespace' | 'key'>) => void;
}

const hasValue = (text: string | undefined, value: unknown): boolean =>
  text !== undefined && JSON.stringify(parseEnvelope(text)?.value) === JSON.stringify(value);
