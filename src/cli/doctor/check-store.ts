import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { countReadable } from '../../accounts/count-readable.ts';
import { createVault } from '../../accounts/vault.ts';
import { vaultKeys } from '../../settings/values.ts';
import type { OpenedStores } from '../../store/records.ts';
import { openStores } from '../../store/open-stores.ts';
import { parseStoreUrl } from '../../store/store-url.ts';
import { StoreError, type Store } from '../../store/store.ts';
import { userId } from '../settings.ts';
import type { Finding } from './finding.ts';
import type { Kit } from './kit.ts';

/** Long enough for every step; what a doctor that was killed leaves behind is swept. */
const TTL_MS = 60_000;

/** Writes, reads, takes and deletes under a key of its own, in a namespace of its own. */
export async function checkStore(kit: Kit<'store'>): Promise<Finding[]> {
  const { config, say, now } = kit;
  const url = config.storeUrl.reveal();
  let place: TrialPlace | undefined;
  try {
    place = await trialPlace(url);
    const stores = await openStores(place?.url ?? url, { log: { info: () => {}, warn: () => {} }, now });
    try {
      const lost = await firstLost(stores.namespace('doctor', z.string()));
      if (lost !== undefined) return [say.fault('storeForgets', { step: lost })];
      return place ? [say.ok('storeNew')] : [say.ok('storeHolds'), ...(await checkKeys(kit, stores))];
    } finally {
      await stores.close();
    }
  } catch (error) {
    const closed = (reason: string) => [say.fault('storeClosed', { reason, uid: userId() })];
    if (error instanceof StoreError) return closed(error.message);
    // A folder that cannot be made.
    if (error instanceof Error && 'code' in error && 'path' in error)
      return closed(`${String(error.code)}, ${String(error.path)}`);
    throw error;
  } finally {
    await place?.remove();
  }
}

const LINKS_MAX = 100_000;

/** Whether the keys read what is stored. */
async function checkKeys(
  { config, say, signal }: Kit<'store'>,
  { records }: Pick<OpenedStores, 'records'>,
): Promise<Finding[]> {
  if (config.encryptionKeys === undefined) return [];
  const vault = createVault(vaultKeys(config.encryptionKeys));
  const { tried, unreadable } = await countReadable({ records, vault }, { limit: LINKS_MAX, signal });
  if (unreadable === 0) return tried === 0 ? [] : [say.ok('keysRead', { count: tried })];
  const grade = unreadable === tried ? 'fault' : 'remark';
  return [say[grade]('keysUnread', { unreadable, tried })];
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

/** A place to try a store where there is none yet, and how to leave nothing of it behind. */
interface TrialPlace {
  url: string;
  remove(): Promise<void>;
}

/** `undefined` where the store is there already, or is no file. Throws where its folder cannot be made. */
async function trialPlace(storeUrl: string): Promise<TrialPlace | undefined> {
  const place = parseStoreUrl(storeUrl);
  if (place?.kind !== 'sqlite') return undefined;
  const file = path.resolve(place.path);
  if (existsSync(file)) return undefined;
  const folder = path.dirname(file);
  const firstMade = await mkdir(folder, { recursive: true, mode: 0o700 });
  const trial = path.join(folder, `.doctor-${randomBytes(6).toString('hex')}.sqlite`);
  return {
    url: `sqlite://${trial}`,
    async remove() {
      for (const end of ['', '-wal', '-shm', '-journal']) await rm(trial + end, { force: true });
      if (firstMade === undefined) return;
      // From the innermost folder to the first that was made; one that somebody has put something into stays.
      for (let made = folder; made.length >= firstMade.length; made = path.dirname(made))
        await rmdir(made).catch(() => undefined);
    },
  };
}
