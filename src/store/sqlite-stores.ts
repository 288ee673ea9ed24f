import path from 'node:path';
import { NAMESPACE, type OpenedStores } from './records.ts';
import { connectSqlite, namespacesIn, sweep, within } from './sqlite-connection.ts';
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

  const namespaces = new Map<string, Pick<SqliteNamespace<unknown>, 'close'>>();
  const onError = (error: unknown) =>
    log.warn({ failure: error instanceof Error ? error.message : 'unknown' }, 'the store reports an error');

  function open<T>(name: string): SqliteNamespace<T> {
    if (!NAMESPACE.test(name)) throw new Error(`a namespace has letters alone: ${name}`);
    if (namespaces.has(name)) throw new Error(`namespace ${name} is opened twice`);
    const namespace = openSqliteNamespace<T>({ file, name, now, onError });
    namespaces.set(name, namespace);
    return namespace;
  }

  // For sweeping alone: a namespace makes its own connection, when it is first used.
  const sweeper = await within('store open', () => connectSqlite(file, 'probe'));
  const close = async () => {
    await sweeper.close();
    await Promise.all([...namespaces.values()].map((namespace) => namespace.close()));
  };
  const probe = open<number>('probe');
  const check = async () => {
    await probe.set('checked', now());
    await probe.get('checked');
  };
  try {
    await check();
  } catch (error) {
    await close();
    throw error;
  }

  async function sweepAll(): Promise<void> {
    try {
      for (const name of await namespacesIn(sweeper)) await sweep(sweeper, name, now);
    } catch (error) {
      onError(error); // the next round sweeps what this one left
    }
  }
  let sweeping = sweepAll();
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweepAll);
  }, SWEEP_EVERY_MS).unref();

  return {
    namespace: open,
    check,
    records: () => sqliteRecords(file, now),
    close: async () => {
      clearInterval(timer);
      await sweeping;
      await close();
    },
  };
}
