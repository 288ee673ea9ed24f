import { randomBytes } from 'node:crypto';
import { rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { MINUTE_MS } from '../../durations.ts';
import { createServerIndex, ServerIndex } from '../../guilds/server-index.ts';
import { ServerRoles } from '../../roles/rules.ts';
import { VERSION } from '../../version.ts';
import { countReadable } from '../../accounts/count-readable.ts';
import { createVault } from '../../accounts/vault.ts';
import { vaultKeys } from '../../settings/values.ts';
import type { OpenedStores } from '../../store/records.ts';
import { openStores } from '../../store/open-stores.ts';
import { parseStoreUrl } from '../../store/store-url.ts';
import { StoreError, unlessUnreadable } from '../../store/errors.ts';
import { faultOf, sqliteVersion } from '../../store/sqlite-faults.ts';
import { isMissing, makeFolder } from '../../store/sqlite-file.ts';
import type { Store } from '../../store/store.ts';
import { StoreVersionError } from '../../store/version.ts';
import { troubleOf, versionsIn } from '../explain-store.ts';
import { userId } from '../settings.ts';
import type { Finding, Findings } from './finding.ts';
import type { CheckKit } from './kit.ts';

/** Long enough for every step, and cleans up after a doctor that was killed. */
const TTL_MS = MINUTE_MS;

/** Writes, reads, takes and deletes a test key in a separate namespace. */
export async function checkStore(kit: CheckKit<'store'>): Promise<Finding[]> {
  const { config, say, now } = kit;
  const url = config.storeUrl.reveal();
  let place: TrialPlace | undefined;
  try {
    place = await trialPlace(url);
    const log = { info: () => {}, warn: () => {} };
    const stores = await openStores(place?.url ?? url, { log, now, version: VERSION, versioning: 'check' });
    try {
      const failedStep = await firstFailedStep(stores.namespace('doctor', z.string()));
      if (failedStep !== undefined) return [say.fault('storeForgets', { step: failedStep })];
      const driver = await checkSqlite(url, say);
      return place
        ? [say.ok('storeNew'), ...driver]
        : [
            say.ok('storeHolds'),
            ...driver,
            ...(await checkKeys(kit, stores)),
            ...(await checkRoles(kit, stores)),
          ];
    } finally {
      await stores.close();
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return [storeFinding(error, say)];
  } finally {
    await place?.remove();
  }
}

async function checkSqlite(url: string, say: Findings): Promise<Finding[]> {
  if (parseStoreUrl(url)?.kind !== 'sqlite') return [];
  const version = await sqliteVersion();
  const fault = faultOf(version);
  if (fault === 'walReset') return [say.fault('sqliteDamages', { version })];
  return [say.ok(fault === 'withdrawn' ? 'sqliteWithdrawn' : 'sqlite', { version })];
}

/** What to do about a store that cannot be opened. */
export function storeFinding(error: StoreError, say: Findings): Finding {
  const vars = { reason: error.message, uid: userId() };
  switch (troubleOf(error)) {
    case 'newer':
      return say.fault('storeNewer', error instanceof StoreVersionError ? versionsIn(error) : vars);
    case 'older':
      return say.remark('storeOlder');
    case 'busy':
      return say.remark('storeBusy');
    case 'damaged':
      return say.fault('storeDamaged', vars);
    case 'disk':
      return say.fault('storeDisk', vars);
    case 'path':
      return say.fault('storePath', vars);
    case 'denied':
      return say.fault('storeDenied', vars);
    case 'other':
      return say.fault('storeClosed', vars);
  }
}

const LINKS_MAX = 100_000;

/** Whether the encryption keys open the stored tokens. */
async function checkKeys(
  { config, say, signal }: CheckKit<'store'>,
  { records }: Pick<OpenedStores, 'records'>,
): Promise<Finding[]> {
  if (config.encryptionKeys === undefined) return [];
  const vault = createVault(vaultKeys(config.encryptionKeys));
  const { tried, unreadable } = await countReadable({ records, vault }, { limit: LINKS_MAX, signal });
  if (unreadable === 0) return tried === 0 ? [] : [say.ok('keysRead', { count: tried })];
  const grade = unreadable === tried ? 'fault' : 'remark';
  return [say[grade]('keysUnread', { unreadable, tried })];
}

/** Servers shown at most. */
const SERVERS_MAX = 5;

/** Servers whose rules for roles wait for a permission. */
async function checkRoles(
  { say, now }: CheckKit<'store'>,
  stores: Pick<OpenedStores, 'namespace'>,
): Promise<Finding[]> {
  const index = createServerIndex(stores.namespace('rolesindex', ServerIndex), now);
  const roles = stores.namespace('roles', ServerRoles);
  const paused: string[] = [];
  for (const guildId of Object.keys((await index.read().catch(unlessUnreadable)) ?? {})) {
    const record = await roles.get(guildId).catch(unlessUnreadable);
    if (record?.pausedAt !== undefined) paused.push(guildId);
  }
  if (paused.length === 0) return [];
  const servers = paused.slice(0, SERVERS_MAX).join(', ');
  return [say.remark('rolesPaused', { count: paused.length, servers })];
}

/** The store method that failed first. */
async function firstFailedStep(store: Store<string>): Promise<string | undefined> {
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

/** A temporary store next to the configured place, if that has no store yet. */
interface TrialPlace {
  url: string;
  remove(): Promise<void>;
}

/** `undefined` if the store exists or is not a file. Throws if its folder cannot be created. */
async function trialPlace(storeUrl: string): Promise<TrialPlace | undefined> {
  const place = parseStoreUrl(storeUrl);
  if (place?.kind !== 'sqlite') return undefined;
  const file = path.resolve(place.path);
  if (!(await isMissing(file))) return undefined;
  const folder = path.dirname(file);
  const firstCreated = await makeFolder(folder);
  const trial = path.join(folder, `.doctor-${randomBytes(6).toString('hex')}.sqlite`);
  return {
    url: `sqlite://${trial}`,
    async remove() {
      // Where the folder isn't one, there is nothing to remove.
      for (const end of ['', '-wal', '-shm', '-journal'])
        await rm(trial + end, { force: true }).catch(() => undefined);
      if (firstCreated === undefined) return;
      // From the innermost to the outermost created folder; one that is not empty stays.
      for (let created = folder; created.length >= firstCreated.length; created = path.dirname(created))
        await rmdir(created).catch(() => undefined);
    },
  };
}
