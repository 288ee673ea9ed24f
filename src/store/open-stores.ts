import type { OpenedStores } from './records.ts';
import { createStores, type StoreTools } from './stores.ts';
import { StoreError } from './errors.ts';
import { parseStoreUrl } from './store-url.ts';

/**
 * Opens the store of STORE_URL. A file that cannot be used throws `StoreError` with a message for the operator; while a
 * Redis is down, each call throws.
 */
export async function openStores(url: string, tools: StoreTools): Promise<OpenedStores> {
  const place = parseStoreUrl(url);
  // The URL may contain a password.
  if (place === undefined) throw new StoreError('STORE_URL names an unknown kind of store');
  // Imported on demand: both are large, and a bot uses one of them.
  if (place.kind === 'redis') {
    const { openRedisDriver } = await import('./redis-driver.ts');
    return createStores(await openRedisDriver(place, tools), tools);
  }
  const { openSqliteDriver } = await import('./sqlite-driver.ts');
  return createStores(await openSqliteDriver(place.path, tools), tools);
}
