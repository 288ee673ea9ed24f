import { openSqliteStores, type StoreLog } from './sqlite-stores.ts';
import { StoreError, type Stores } from './store.ts';

interface Tools {
  log: StoreLog;
  now: () => number;
}

/** `sqlite://relative/path` or `sqlite:///absolute/path`. Throws `StoreError` with a sentence for the one who starts it. */
export async function openStores(url: string, tools: Tools): Promise<Stores> {
  const sqlite = /^sqlite:\/\/(?<path>.+)$/s.exec(url)?.groups?.['path'];
  if (sqlite !== undefined) return openSqliteStores({ path: sqlite, ...tools });
  throw new StoreError('STORE_URL names a kind of store that is not known'); // the URL itself may hold a password
}
