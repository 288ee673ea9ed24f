import path from 'node:path';
import { NAMESPACE, type OpenedStores } from './records.ts';
import { prepareSqliteFile } from './sqlite-file.ts';
import { openSqliteNamespace, type SqliteNamespace } from './sqlite-namespace.ts';
import { sqliteRecords } from './sqlite-records.ts';
import type { StoreLog } from './store.ts';

const SWEEP_EVERY_MS = 10 * 60_000;

interface Options {
  /** Relative to the working folder, or absolute. */
  path: string;
  log: StoreLog;
  now: () => number;
}

/** Throws `StoreError` where the file cannot be opened, written, or is no database (then it stays as it is). */
export async function openSqliteStores({ path: given, log, now }: Options): Promise<OpenedStores> {
  const file = path.resolve(given);
  await prepareSqliteFile(file);

  const namespaces = new Map<string, SqliteNamespace<unknown>>();
  const onError = (error: unknown) =>
    log.warn({ failure: error instanceof Error ? error.message : 'unknown' }, 'the store reports an error');

  function open<T>(name: string): SqliteNamespace<T> {
    if (!NAMESPACE.test(name)) throw new Error(`a namespace has letters alone: ${name}`);
    if (namespaces.has(name)) throw new Error(`namespace ${name} is opened twice`);
    const namespace = openSqliteNamespace<T>({ file, name, now, onError });
    // The map only sweeps and closes; it never reads or writes a value.
    namespaces.set(name, namespace as SqliteNamespace<unknown>);
    return namespace;
  }

  const sweep = async (namespace: SqliteNamespace<unknown>) => {
    try {
      await namespace.sweep();
    } catch (error) {
      onError(error); // the next round sweeps what this one left
    }
  };
  /** Sweeps of namespaces just opened, waited for before their connection is closed. */
  const sweeping = new Set<Promise<void>>();
  const sweepSoon = (namespace: SqliteNamespace<unknown>) => {
    const done = sweep(namespace).finally(() => sweeping.delete(done));
    sweeping.add(done);
  };

  const probe = open<number>('probe');
  const check = async () => {
    await probe.set('checked', now());
    await probe.get('checked');
  };
  try {
    await check();
  } catch (error) {
    await probe.close();
    throw error;
  }

  const timer = setInterval(() => {
    for (const namespace of namespaces.values()) sweepSoon(namespace);
  }, SWEEP_EVERY_MS);
  timer.unref();

  return {
    namespace: <T>(name: string) => {
      const namespace = open<T>(name);
      sweepSoon(namespace as SqliteNamespace<unknown>); // as above
      return namespace;
    },
    check,
    records: () => sqliteRecords(file, now),
    close: async () => {
      clearInterval(timer);
      await Promise.all(sweeping);
      await Promise.all([...namespaces.values()].map((namespace) => namespace.close()));
    },
  };
}
