import type { Clock } from '../async/clock.ts';
import { LRUCache } from 'lru-cache';
import { frozen, isObject } from '../json.ts';
import { present } from '../present.ts';
import type { Driver } from './driver.ts';
import { parseEnvelope, formatEnvelope, type Envelope } from './envelope.ts';
import { createRecords, NAMESPACE, type OpenedStores } from './records.ts';
import { checkValue, type Schema } from './schema.ts';
import { StoreError, UnreadableError, type UnreadableRecord } from './errors.ts';
import type { Store, StoreCall, StoreLog } from './store.ts';
import { createUnreadableReport } from './unreadable.ts';
import { parseVersion } from './version.ts';

export interface StoreTools {
  log: StoreLog;
  now: () => number;
  /** Of this package; recorded in a store that it creates or migrates. */
  version: string;
  /**
   * `migrate`, the default, brings a store of an older version to ours, which the bots that use it must be stopped for; the
   * others throw. `check` does not even leave our version in an empty Redis.
   */
  versioning?: 'migrate' | 'create' | 'check';
  /** For the wait for other bots. */
  clock?: Pick<Clock, 'monotonic' | 'sleep'>;
  /** Called after each call. */
  onCall?: (call: StoreCall) => void;
  /** Called once for each unreadable record. */
  onUnreadable?: (record: UnreadableRecord) => void;
}

/** Of the texts whose values a namespace keeps. */
const KNOWN_CHARACTERS = 2_000_000;

/** Builds the namespaces on a driver. */
export function createStores(
  driver: Driver,
  {
    log,
    now,
    onCall,
    onUnreadable,
  }: Pick<StoreTools, 'now' | 'onCall' | 'onUnreadable'> & { log: Pick<StoreLog, 'warn'> },
): OpenedStores {
  const report = createUnreadableReport(log, now, onUnreadable);

  /** Runs one operation, which may make several driver calls. */
  async function operate<R>(
    namespace: string,
    operation: StoreCall['operation'],
    work: (call: <S>(step: () => Promise<S>) => Promise<S>) => Promise<R>,
  ): Promise<R> {
    const startedAt = performance.now();
    const what = `store ${namespace}.${operation}`;
    let failed = false;
    try {
      return await work((step) => driver.call(what, step));
    } catch (error) {
      failed = error instanceof StoreError;
      throw error;
    } finally {
      onCall?.({ namespace, operation, ms: performance.now() - startedAt, failed });
    }
  }

  const textOf = (value: unknown, ttlMs?: number) =>
    formatEnvelope(value, ttlMs === undefined ? undefined : now() + ttlMs);

  function namespace<T>(name: string, schema?: Schema<T>, { strict = false } = {}): Store<T> {
    if (!NAMESPACE.test(name)) throw new Error(`a namespace may contain only letters: ${name}`);
    const texts = driver.namespace(name);

    function check(value: unknown) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without a schema, only values of T are written
      return schema === undefined ? { value: value as T, damaged: false } : checkValue(schema, value);
    }

    /** What each record said when it was read last. While its text is the same, all its readers share one value. */
    const known = new LRUCache<string, Envelope & { text: string; value: T }>({
      maxSize: KNOWN_CHARACTERS,
      sizeCalculation: ({ text }) => text.length,
    });

    /** `unreadable`: the record has not expired and does not fit the schema. */
    function read(key: string, text: string | undefined): { value?: T; unreadable?: true } {
      if (text === undefined) return {};
      const last = known.get(key);
      if (last?.text === text) return driver.isLive(last) ? { value: last.value } : {};
      const envelope = parseEnvelope(text);
      if (envelope !== undefined && !driver.isLive(envelope)) return {};
      const checked = envelope && check(envelope.value);
      if (checked?.damaged !== false) report(name, key);
      if (checked === undefined) return { unreadable: true };
      const value = frozen(checked.value);
      if (!checked.damaged) known.set(key, { ...envelope, text, value });
      return { value };
    }

    function valueOf(key: string, text: string | undefined): T | undefined {
      const { value, unreadable } = read(key, text);
      if (unreadable === true && strict) throw new UnreadableError(report(name, key));
      return value;
    }

    /** In the form that a read returns, so that the order of fields does not matter. */
    const canonical = (value: T): string => JSON.stringify(schema?.safeParse(value).data ?? value);

    /** How values were written last: while one is still so, it is replaced without reading and parsing it, which large records feel. */
    const written = new WeakMap<object, { key: string; text: string; expires: number | undefined }>();

    function noteWritten(key: string, value: T | undefined, text: string | undefined, ttlMs?: number): void {
      if (!isObject(value) || text === undefined) return;
      written.set(value, { key, text, expires: ttlMs === undefined ? undefined : now() + ttlMs });
    }

    function writtenText(key: string, value: T): string | undefined {
      const last = isObject(value) ? written.get(value) : undefined;
      const isLive = last?.key === key && driver.isLive({ value, ...present({ expires: last.expires }) });
      return isLive ? last.text : undefined;
    }

    return {
      get: (key) => operate(name, 'get', async (call) => valueOf(key, await call(() => texts.get(key)))),
      set: (key, value, ttlMs) =>
        operate(name, 'set', (call) => call(() => texts.set(key, textOf(value, ttlMs), ttlMs))),
      delete: (key) =>
        operate(name, 'delete', (call) => {
          known.delete(key);
          return call(() => texts.delete(key));
        }),
      take: (key) =>
        operate(name, 'take', async (call) => {
          const value = valueOf(key, await call(() => texts.take(key)));
          known.delete(key);
          return value;
        }),

      add: (key, value, ttlMs) =>
        operate(name, 'add', async (call) => {
          const row = { key, text: textOf(value, ttlMs), ttlMs };
          if ((await call(() => texts.write([row], { overwrite: false }))).has(key)) {
            noteWritten(key, value, row.text, ttlMs);
            return true;
          }
          // An unreadable record must not block its key forever.
          const existing = await call(() => texts.get(key));
          if (existing === undefined || read(key, existing).unreadable !== true) return false;
          if (strict) throw new UnreadableError(report(name, key));
          return call(() => texts.swap(key, existing, row.text, ttlMs));
        }),

      // Swaps the text that was read, so that a change in between makes it fail.
      replace: (key, expected, next, ttlMs) =>
        operate(name, 'replace', async (call) => {
          const nextText = next === undefined ? undefined : textOf(next, ttlMs);
          const swap = async (before: string): Promise<boolean> => {
            const isSwapped = await call(() => texts.swap(key, before, nextText, ttlMs));
            if (isSwapped) noteWritten(key, next, nextText, ttlMs);
            return isSwapped;
          };
          const own = writtenText(key, expected);
          if (own !== undefined && (await swap(own))) return true;
          const text = await call(() => texts.get(key));
          const value = valueOf(key, text);
          if (text === undefined || value === undefined) return false;
          const isExpected = value === expected || JSON.stringify(value) === canonical(expected);
          return isExpected && swap(text);
        }),
    };
  }

  const probe = driver.namespace('probe');
  return {
    namespace,
    // Writes too: a read-only store (a replica, a full disk) cannot store links.
    check: () =>
      operate('probe', 'check', (call) =>
        call(async () => {
          await probe.set('checked', textOf(now()));
          if ((await probe.get('checked')) === undefined)
            throw new StoreError('store probe.check: what was written is gone');
        }),
      ),
    checkVersion: async () => void parseVersion(await driver.call('store version', () => driver.version())),
    records: createRecords(driver, now),
    close: () => driver.close(),
  };
}
