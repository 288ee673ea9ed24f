import type { Driver } from './driver.ts';
import { parseEnvelope, sealEnvelope } from './envelope.ts';
import { createRecords, NAMESPACE, type OpenedStores } from './records.ts';
import { checkValue, type Schema } from './schema.ts';
import {
  StoreError,
  UnreadableError,
  type Store,
  type StoreCall,
  type StoreLog,
  type UnreadableRecord,
} from './store.ts';
import { createUnreadableReport } from './unreadable.ts';

export interface StoreTools {
  log: StoreLog;
  now: () => number;
  /** Gets each call when it has ended. */
  onCall?: (call: StoreCall) => void;
  /** Gets each record that cannot be read, once. */
  onUnreadable?: (record: UnreadableRecord) => void;
}

/** The stores over one kind of store. */
export function createStores(
  driver: Driver,
  { log, now, onCall, onUnreadable }: Omit<StoreTools, 'log'> & { log: Pick<StoreLog, 'warn'> },
): OpenedStores {
  const report = createUnreadableReport(log, onUnreadable);

  /** Runs one operation, which may take several calls of the driver. */
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
    sealEnvelope(value, ttlMs === undefined ? undefined : now() + ttlMs);

  function namespace<T>(name: string, schema?: Schema<T>, { strict = false } = {}): Store<T> {
    if (!NAMESPACE.test(name)) throw new Error(`a namespace has letters alone: ${name}`);
    const texts = driver.namespace(name);

    function check(value: unknown) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without a schema, a namespace holds nothing but its own T
      return schema === undefined ? { value: value as T, damaged: false } : checkValue(schema, value);
    }

    /** `unreadable`: it lives, and is none of this namespace's. */
    function read(key: string, text: string | undefined): { value?: T; unreadable?: true } {
      if (text === undefined) return {};
      const envelope = parseEnvelope(text);
      if (envelope !== undefined && !driver.isLive(envelope)) return {};
      const checked = envelope && check(envelope.value);
      if (checked?.damaged !== false) report(name, key);
      return checked === undefined ? { unreadable: true } : { value: checked.value };
    }

    function valueOf(key: string, text: string | undefined): T | undefined {
      const { value, unreadable } = read(key, text);
      if (unreadable === true && strict) throw new UnreadableError(report(name, key));
      return value;
    }

    /** As it is read: the order of its fields makes no difference. */
    const canonical = (value: T): string => JSON.stringify(schema?.safeParse(value).data ?? value);

    return {
      get: (key) => operate(name, 'get', async (call) => valueOf(key, await call(() => texts.get(key)))),
      set: (key, value, ttlMs) =>
        operate(name, 'set', (call) => call(() => texts.set(key, textOf(value, ttlMs), ttlMs))),
      delete: (key) => operate(name, 'delete', (call) => call(() => texts.delete(key))),
      take: (key) => operate(name, 'take', async (call) => valueOf(key, await call(() => texts.take(key)))),

      add: (key, value, ttlMs) =>
        operate(name, 'add', async (call) => {
          const row = { key, text: textOf(value, ttlMs), ttlMs };
          if ((await call(() => texts.write([row], { overwrite: false }))).has(key)) return true;
          // What cannot be read must not hold its key for ever.
          const there = await call(() => texts.get(key));
          if (there === undefined || read(key, there).unreadable !== true) return false;
          if (strict) throw new UnreadableError(report(name, key));
          return call(() => texts.swap(key, there, row.text, ttlMs));
        }),

      // The text is swapped as it was read, so what happens in between makes it miss.
      replace: (key, expected, next, ttlMs) =>
        operate(name, 'replace', async (call) => {
          const text = await call(() => texts.get(key));
          const value = valueOf(key, text);
          if (text === undefined || value === undefined) return false;
          if (JSON.stringify(value) !== canonical(expected)) return false;
          const written = next === undefined ? undefined : textOf(next, ttlMs);
          return call(() => texts.swap(key, text, written, ttlMs));
        }),
    };
  }

  const probe = driver.namespace('probe');
  return {
    namespace,
    // A write, since a store that can only be read (a replica, a full disk) keeps no link.
    check: () =>
      operate('probe', 'check', (call) =>
        call(async () => {
          await probe.set('checked', textOf(now()));
          if ((await probe.get('checked')) === undefined)
            throw new StoreError('store probe.check: what was written is gone');
        }),
      ),
    records: createRecords(driver, now),
    close: () => driver.close(),
  };
}
