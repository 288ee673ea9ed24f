import { randomBytes } from 'node:crypto';
import { openStores } from '../../store/open-stores.ts';
import { StoreError, type Store } from '../../store/store.ts';
import type { Finding } from './finding.ts';
import type { Kit } from './kit.ts';
import { trialPlace } from './trial-place.ts';

/** Long enough for every step; what a doctor that was killed leaves behind is swept. */
const TTL_MS = 60_000;

/** Writes, reads, takes and deletes under a key of its own, in a namespace of its own. */
export async function checkStore({ config, say, now }: Kit<'store'>): Promise<Finding[]> {
  // Where there is no file yet, one beside it is tried and removed: the bot's own must not belong to whoever runs this.
  const url = config.storeUrl.reveal();
  const trial = await trialPlace(url).catch((error: unknown) => error);
  if (trial instanceof Error) return [say.fault('storeClosed', { reason: reasonOf(trial) })];
  const place = isTrial(trial) ? trial : undefined;
  try {
    const stores = await openStores(place?.url ?? url, { log: { info: () => {}, warn: () => {} }, now });
    try {
      const lost = await firstLost(stores.namespace<string>('doctor'));
      if (lost !== undefined) return [say.fault('storeForgets', { step: lost })];
    } finally {
      await stores.close();
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return [say.fault('storeClosed', { reason: reasonOf(error) })];
  } finally {
    await place?.remove();
  }
  return [say.ok(place ? 'storeNew' : 'storeHolds')];
}

function isTrial(value: unknown): value is { url: string; remove(): Promise<void> } {
  return typeof value === 'object' && value !== null && 'remove' in value;
}

/** The first step that did not do what it should, by the name of the store's method. */
async function firstLost(store: Store<string>): Promise<string | undefined> {
  const key = randomBytes(16).toString('hex');
  const mark = randomBytes(16).toString('hex');
  try {
    await store.set(key, mark, TTL_MS);
    if ((await store.get(key)) !== mark) return 'get';
    if ((await store.take(key)) !== mark || (await store.get(key)) !== undefined) return 'take';
    if (!(await store.add(key, mark, TTL_MS)) || (await store.add(key, mark, TTL_MS))) return 'add';
    await store.delete(key);
    return (await store.get(key)) === undefined ? undefined : 'delete';
  } finally {
    await store.delete(key);
  }
}

function reasonOf(error: Error): string {
  if (error instanceof StoreError) return error.message;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
