import { StoreError, type Store, type Stores } from '../../src/store/store.ts';

interface Entry {
  text: string;
  expires: number;
}

/** A store in memory that can be broken on purpose. Several bots may share one, as replicas share a Redis. */
export function memoryStores({ now = Date.now }: { now?: () => number } = {}) {
  const spaces = new Map<string, Map<string, Entry>>();
  const space = (name: string) => {
    const found = spaces.get(name) ?? new Map<string, Entry>();
    spaces.set(name, found);
    return found;
  };
  const control = {
    down: false,
    /** Lets so many more writes happen; then the store is down, as after a crash in between. */
    writesLeft: Infinity,
    /** Runs before each call, at the place where another process could come in between. */
    before: async (_call: string): Promise<void> => {},
  };

  function open<T>(name: string): Store<T> {
    const entries = space(name);
    const live = (key: string): Entry | undefined => {
      const entry = entries.get(key);
      return entry && entry.expires > now() ? entry : undefined;
    };
    const value = (entry: Entry | undefined) => entry && (JSON.parse(entry.text) as T);
    const put = (key: string, next: T, ttlMs = Infinity) =>
      void entries.set(key, { text: JSON.stringify(next), expires: now() + ttlMs });
    const call = async (operation: string, key: string, writes: boolean) => {
      await control.before(`${name}.${operation} ${key}`);
      await Promise.resolve();
      if (writes && control.writesLeft <= 0) control.down = true;
      if (control.down) throw new StoreError(`store ${name}.${operation}: down`);
      if (writes) control.writesLeft--;
    };
    return {
      async get(key) {
        await call('get', key, false);
        return value(live(key));
      },
      async set(key, next, ttlMs) {
        await call('set', key, true);
        put(key, next, ttlMs);
      },
      async delete(key) {
        await call('delete', key, true);
        entries.delete(key);
      },
      async take(key) {
        await call('take', key, true);
        const entry = live(key);
        entries.delete(key);
        return value(entry);
      },
      async add(key, next, ttlMs) {
        await call('add', key, true);
        if (live(key)) return false;
        put(key, next, ttlMs);
        return true;
      },
      async replace(key, expected, next, ttlMs) {
        await call('replace', key, true);
        if (live(key)?.text !== JSON.stringify(expected)) return false;
        if (next === undefined) entries.delete(key);
        else put(key, next, ttlMs);
        return true;
      },
    };
  }

  /** What one bot holds. */
  function replica(): Stores {
    return {
      namespace: <T>(name: string) => {
        if (!/^[a-z]+$/i.test(name)) throw new Error('a namespace has letters alone');
        return open<T>(name);
      },
      check: async () => {
        if (control.down) throw new StoreError('down');
      },
      close: async () => {},
    };
  }

  return {
    replica,
    control,
    /** The store's content as it lies there. */
    text: () => JSON.stringify([...spaces].map(([name, entries]) => [name, [...entries]])),
    keys: (name: string) => [...space(name).keys()].toSorted(),
  };
}
