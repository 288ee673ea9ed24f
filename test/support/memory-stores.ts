import type { Driver, IsWanted, StoredRow, TextStore } from '../../src/store/driver.ts';
import type { OpenedStores } from '../../src/store/records.ts';
import { createStores } from '../../src/store/stores.ts';
import { StoreError, type UnreadableRecord } from '../../src/store/errors.ts';
import type { Store } from '../../src/store/store.ts';

interface Entry {
  text: string;
  expires: number;
}

/** A store in memory, or on another driver, that can be broken on purpose. Several bots may share one, as replicas share a Redis. */
export function memoryStores({
  now = Date.now,
  driver: given,
}: { now?: () => number; driver?: Driver } = {}) {
  const spaces = new Map<string, Map<string, Entry>>();
  const space = (name: string) => {
    const entries = spaces.get(name) ?? new Map<string, Entry>();
    spaces.set(name, entries);
    return entries;
  };
  const unreadable: UnreadableRecord[] = [];
  const control = {
    down: false,
    /** Lets so many more writes happen; then the store is down, as after a crash in between. */
    writesLeft: Infinity,
    /** Runs before each call, at the place where another process could come in between. */
    before: undefined as ((call: string) => Promise<void>) | undefined,
  };

  function textsOf(name: string): TextStore {
    const entries = space(name);
    const live = (key: string): string | undefined => {
      const entry = entries.get(key);
      return entry && entry.expires > now() ? entry.text : undefined;
    };
    const put = (key: string, text: string, ttlMs = Infinity) =>
      void entries.set(key, { text, expires: now() + ttlMs });
    return {
      get: async (key) => live(key),
      getMany: async (keys) => keys.map(live),
      set: async (key, text, ttlMs) => put(key, text, ttlMs),
      delete: async (key) => void entries.delete(key),
      async take(key) {
        const text = live(key);
        entries.delete(key);
        return text;
      },
      async write(rows, { overwrite }) {
        const accepted = rows.filter(({ key }) => overwrite || live(key) === undefined);
        for (const { key, text, ttlMs } of accepted) put(key, text, ttlMs);
        return new Set(accepted.map(({ key }) => key));
      },
      async swap(key, before, next, ttlMs) {
        if (live(key) !== before) return false;
        if (next === undefined) entries.delete(key);
        else put(key, next, ttlMs);
        return true;
      },
    };
  }

  async function* rows(isWanted: IsWanted): AsyncGenerator<StoredRow[]> {
    for (const [namespace, entries] of [...spaces].filter(([name]) => isWanted(name)))
      yield [...entries]
        .filter(([, { expires }]) => expires > now())
        .map(([key, { text }]) => ({ namespace, key, text }));
  }

  const driver: Driver = {
    namespace: textsOf,
    call: (_what, work) => work(),
    isLive: () => true,
    walk: ({ isWanted }) => rows(isWanted),
    async *find(text, isWanted) {
      for await (const page of rows(isWanted))
        yield page.filter((row) => row.key.includes(text) || row.text.includes(text));
    },
    async erase(gone) {
      const swapped = gone.map(({ namespace, key, text, next }) =>
        textsOf(namespace).swap(key, text, next?.text, next?.ttlMs),
      );
      return (await Promise.all(swapped)).filter((done) => !done).length;
    },
    traces: async () => [],
    rewrite: async () => {},
    version: async () => undefined,
    close: async () => {},
  };

  /** Wraps each method: its call may fail, or be preceded by the work of another process. */
  function controlled<T>(name: string, store: Store<T>): Store<T> {
    const call = async (operation: string, key: string, writes: boolean) => {
      await control.before?.(`${name}.${operation} ${key}`);
      await Promise.resolve();
      if (writes && control.writesLeft <= 0) control.down = true;
      if (control.down) throw new StoreError(`store ${name}.${operation}: down`);
      if (writes) control.writesLeft--;
    };
    return {
      get: async (key) => (await call('get', key, false), store.get(key)),
      set: async (key, ...rest) => (await call('set', key, true), store.set(key, ...rest)),
      delete: async (key) => (await call('delete', key, true), store.delete(key)),
      take: async (key) => (await call('take', key, true), store.take(key)),
      add: async (key, ...rest) => (await call('add', key, true), store.add(key, ...rest)),
      replace: async (key, ...rest) => (await call('replace', key, true), store.replace(key, ...rest)),
    };
  }

  /** What one bot holds. */
  function replica(): OpenedStores {
    const stores = createStores(given ?? driver, {
      log: { warn: () => {} },
      now,
      onUnreadable: (record) => void unreadable.push(record),
    });
    return {
      ...stores,
      namespace: (name, ...how) => controlled(name, stores.namespace(name, ...how)),
      check: async () => {
        if (control.down) throw new StoreError('down');
      },
    };
  }

  return {
    replica,
    control,
    /** What each replica reported. */
    unreadable,
    /** Overwrites a record with any text. */
    damage: (name: string, key: string, text: string) =>
      void space(name).set(key, { text, expires: Infinity }),
    erase: (name: string, key: string): void => void space(name).delete(key),
    /** All that it holds, and back into it. */
    content: () => spaces,
    fill(content: typeof spaces): void {
      spaces.clear();
      for (const [name, entries] of content) spaces.set(name, new Map(entries));
    },
    /** The store's content as it lies there. */
    text: () => JSON.stringify([...spaces].map(([name, entries]) => [name, [...entries]])),
    /** The records of one namespace as they lie there. */
    textOf: (name: string) => [...space(name)].map(([key, { text }]) => `${key} ${text}`).join('\n'),
    keys: (name: string) => [...space(name).keys()].toSorted(),
  };
}
