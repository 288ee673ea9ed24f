import type { OpenedStores } from './records.ts';
import { openSqliteStores } from './sqlite-stores.ts';
import { StoreError, type StoreLog } from './store.ts';
import { parseStoreUrl } from './store-url.ts';

interface Tools {
  log: StoreLog;
  now: () => number;
}

/**
 * Opens what STORE_URL names. A file that cannot be used throws `StoreError` with a sentence for the one who starts it; a
 * Redis that is down throws from each call until it is back.
 */
export async function openStores(url: string, tools: Tools): Promise<OpenedStores> {
  const place = parseStoreUrl(url);
  // The URL itself may hold a password.
  if (place === undefined) throw new StoreError('STORE_URL names a kind of store that is not known');
  if (place.kind === 'sqlite') return openSqliteStores({ path: place.path, ...tools });
  // Its client is large, and most bots have no Redis.
  const { openRedisStores } = await import('./redis-stores.ts');
  return openRedisStores(place, tools);
}
