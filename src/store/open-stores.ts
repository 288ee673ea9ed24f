import type { OpenedStores } from './records.ts';
import { openSqliteDriver } from './sqlite-driver.ts';
import { createStores, type StoreTools } from './stores.ts';
import { StoreError } from './store.ts';
import { parseStoreUrl } from './store-url.ts';

/**
 * Opens what STORE_URL names. A file that cannot be used throws `StoreError` with a sentence for the one who starts it; a
 * Redis that is down throws from each call until it is back.
 */
export async function openStores(url: string, tools: StoreTools): Promise<OpenedStores> {
  const place = parseStoreUrl(url);
  // The URL itself may hold a password.
  if (place === undefined) throw new StoreError('STORE_URL names a kind of store that is not known');
  if (place.kind === 'sqlite') return createStores(await openSqliteDriver(place.path, tools), tools);
  // Its client is large, and most bots have no Redis.
  const { openRedisDriver } = await import('./redis-driver.ts');
  return createStores(await openRedisDriver(place, tools), tools);
}
