import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Driver } from './driver.ts';
import { StoreError } from './errors.ts';
import { openStores } from './open-stores.ts';
import { walkRecords, type Records } from './records.ts';
import { isLiveBy, openReadOnly, runCall, TABLE } from './sqlite-connection.ts';
import { walk } from './sqlite-scan.ts';
import { parseStoreUrl } from './store-url.ts';
import type { StoreTools } from './stores.ts';
import { parseVersion, STORE_VERSION, VERSION_KEY } from './version.ts';

/** A store whose records can be walked. */
export interface ReadStores {
  records: Pick<Records, 'walk'>;
  close(): Promise<void>;
}

/** Opens the store of STORE_URL without writing to it, so that one on a full disk can be read, too. Throws `StoreError`. */
export async function openToRead(url: string, tools: StoreTools): Promise<ReadStores> {
  const place = parseStoreUrl(url);
  const source = place?.kind === 'sqlite' ? await readableSource(path.resolve(place.path)) : undefined;
  // Also where the file is no store of our version: this says why.
  if (source === undefined) return openStores(url, { ...tools, versioning: 'create' });
  const driver = { walk: source.walk, isLive: isLiveBy(tools.now) };
  return { records: { walk: walkRecords(driver) }, close: async () => undefined };
}

type Source = Pick<Driver, 'walk'>;

/** `undefined` where the file can't be read without writing, or isn't a store of our version. */
async function readableSource(file: string): Promise<Source | undefined> {
  if (existsSync(`${file}-wal`))
    return (await isOurs(file)) ? { walk: (options) => walk(file, options) } : undefined;
  // No process writes to it. Even to read, SQLite would create a log and its index, for which a full disk has no room.
  const address = `${pathToFileURL(file).href}?immutable=1`;
  if (!(await isOurs(address))) return undefined;
  const state = () => `${statSync(file).mtimeMs} ${existsSync(`${file}-wal`)}`;
  return {
    async *walk(options) {
      const before = state();
      yield* walk(address, options);
      if (state() !== before) throw new StoreError('store walk: a bot was started meanwhile');
    },
  };
}

async function isOurs(source: string): Promise<boolean> {
  try {
    const { query, close } = await runCall('store open', () => openReadOnly(source));
    try {
      const sql = `SELECT value FROM ${TABLE} WHERE key = ?`;
      const [row] = await runCall('store open', () => query<{ value: string }>(sql, VERSION_KEY));
      return parseVersion(row?.value) === STORE_VERSION;
    } finally {
      await close();
    }
  } catch {
    return false;
  }
}
