import type { Store, Stores } from './store.ts';

/** One call of the store that is over. The namespace is ours; of keys and values nothing is told. */
export interface StoreCall {
  namespace: string;
  operation: keyof Store<unknown> | 'check';
  ms: number;
  failed: boolean;
}

/** The same stores, whose every call is told when it is over. */
export function timeStores(stores: Stores, onCall: (call: StoreCall) => void): Stores {
  async function timed<R>(
    namespace: string,
    operation: StoreCall['operation'],
    call: Promise<R>,
  ): Promise<R> {
    const startedAt = performance.now();
    let failed = true;
    try {
      const answer = await call;
      failed = false;
      return answer;
    } finally {
      onCall({ namespace, operation, ms: performance.now() - startedAt, failed });
    }
  }

  function timedStore<T>(name: string, store: Store<T>): Store<T> {
    return {
      get: (key) => timed(name, 'get', store.get(key)),
      set: (key, value, ttlMs) => timed(name, 'set', store.set(key, value, ttlMs)),
      delete: (key) => timed(name, 'delete', store.delete(key)),
      take: (key) => timed(name, 'take', store.take(key)),
      add: (key, value, ttlMs) => timed(name, 'add', store.add(key, value, ttlMs)),
      replace: (key, expected, next, ttlMs) =>
        timed(name, 'replace', store.replace(key, expected, next, ttlMs)),
    };
  }

  return {
    namespace: <T>(name: string) => timedStore(name, stores.namespace<T>(name)),
    check: () => timed('probe', 'check', stores.check()),
    close: () => stores.close(),
  };
}
