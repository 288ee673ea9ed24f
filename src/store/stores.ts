import type { Driver } from './driver.ts';
import { parseEnvelope, sealEnvelope } from './envelope.ts';
import { createRecords, NAMESPACE, type OpenedStores } from './records.ts';
import { StoreError, type Store, type StoreCall, type StoreLog } from './store.ts';

export interface StoreTools {
  log: StoreLog;
  now: () => number;
  /** Gets each call when it has ended. */
  onCall?: (call: StoreCall) => void;
}

/** The stores over one kind of store. */
export function createStores(driver: Driver, { now, onCall }: Omit<StoreTools, 'log'>): OpenedStores {
  async function call<R>(
    namespace: string,
    operation: StoreCall['operation'],
    work: () => Promise<R>,
  ): Promise<R> {
    const startedAt = performance.now();
    let failed = true;
    try {
      const result = await driver.call(`store ${namespace}.${operation}`, work);
      failed = false;
      return result;
    } finally {
      onCall?.({ namespace, operation, ms: performance.now() - startedAt, failed });
    }
  }

  const textOf = (value: unknown, ttlMs?: number) =>
    sealEnvelope(value, ttlMs === undefined ? undefined : now() + ttlMs);

  function namespace<T>(name: string): Store<T> {
    if (!NAMESPACE.test(name)) throw new Error(`a namespace has letters alone: ${name}`);
    const texts = driver.namespace(name);

    function valueOf(text: string | undefined): T | undefined {
      if (text === undefined) return undefined;
      const envelope = parseEnvelope<T>(text);
      return driver.isLive(envelope) ? envelope.value : undefined;
    }

    return {
      get: (key) => call(name, 'get', async () => valueOf(await texts.get(key))),
      set: (key, value, ttlMs) => call(name, 'set', () => texts.set(key, textOf(value, ttlMs), ttlMs)),
      delete: (key) => call(name, 'delete', () => texts.delete(key)),
      take: (key) => call(name, 'take', async () => valueOf(await texts.take(key))),

      add: (key, value, ttlMs) =>
        call(name, 'add', async () => {
          const row = { key, text: textOf(value, ttlMs), ttlMs };
          return (await texts.write([row], { overwrite: false })).has(key);
        }),

      // The text is swapped as it was read, so what happens in between makes it miss.
      replace: (key, expected, next, ttlMs) =>
        call(name, 'replace', async () => {
          const text = await texts.get(key);
          const value = valueOf(text);
          if (text === undefined || value === undefined) return false;
          if (JSON.stringify(value) !== JSON.stringify(expected)) return false;
          return texts.swap(key, text, next === undefined ? undefined : textOf(next, ttlMs), ttlMs);
        }),
    };
  }

  const probe = driver.namespace('probe');
  return {
    namespace,
    // A write, since a store that can only be read (a replica, a full disk) keeps no link.
    check: () =>
      call('probe', 'check', async () => {
        await probe.set('checked', textOf(now()));
        if ((await probe.get('checked')) === undefined)
          throw new StoreError('store probe.check: what was written is gone');
      }),
    records: createRecords(driver, now),
    close: () => driver.close(),
  };
}
