import { countRecords } from '../../accounts/count-records.ts';
import { rekey } from '../../accounts/rekey.ts';
import { createVault } from '../../accounts/vault.ts';
import type { Config } from '../../config.ts';
import { exportRecords } from '../../store/export-file.ts';
import { importRecords } from '../../store/import-file.ts';
import type { OpenedStores, Records } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import type { Translate } from '../../words/words.ts';

interface Kit {
  stores: OpenedStores;
  records: Records;
  /** Read for `rekeyAll` alone. */
  encryptionKeys: Config['encryptionKeys'];
  file: string;
  overwrite: boolean;
  progress: (done: number) => void;
  now: () => number;
  t: Translate;
  say: (line: string) => void;
  /** A number as people read it. */
  count: (number: number) => string;
}

/** Gives the code to end with. */
export type Task = (kit: Kit) => Promise<0 | 1>;

export const exportTo: Task = async ({ records, file, progress, t, say, count }) => {
  const written = await exportRecords(records, file, progress);
  say(t('store.exported', { count: count(written), file }));
  return 0;
};

export const importFrom: Task = async ({ records, file, overwrite, now, progress, t, say, count }) => {
  const { written, same, late, kept } = await importRecords(records, file, { overwrite, now, progress });
  say(t('store.imported', { written: count(written), same: count(same), late: count(late) }));
  if (kept > 0) say(t('store.kept', { count: count(kept) }));
  return 0;
};

export const rekeyAll: Task = async ({ stores, records, encryptionKeys, progress, now, t, say, count }) => {
  const vault = createVault(
    encryptionKeys.map(({ id, key }) => ({ id, key: Buffer.from(key.reveal(), 'base64') })),
  );
  const newestKeyId = encryptionKeys[0]?.id ?? '';
  const opened = new Map<string, Store<unknown>>();
  const namespace = (name: string): Store<unknown> => {
    const store = opened.get(name) ?? stores.namespace<unknown>(name);
    opened.set(name, store);
    return store;
  };
  const { done, newest, unopened, busy } = await rekey({
    records,
    namespace,
    vault,
    newestKeyId,
    now,
    progress,
  });
  say(t('store.rekeyed', { done: count(done), newest: count(newest), key: newestKeyId }));
  if (unopened > 0) say(t('store.unopened', { count: count(unopened) }));
  if (busy > 0) say(t('store.busy', { count: count(busy) }));
  say(t('store.rekeyRest'));
  return unopened + busy > 0 ? 1 : 0;
};

export const tellStats: Task = async ({ records, progress, t, say, count }) => {
  const { namespaces, keys, expiredLinks } = await countRecords(records, progress);
  const sorted = (map: Map<string, number>) => [...map].toSorted(([a], [b]) => a.localeCompare(b));
  for (const [name, number] of sorted(namespaces)) say(t('store.namespace', { name, count: count(number) }));
  for (const [key, number] of sorted(keys)) say(t('store.key', { key, count: count(number) }));
  say(t('store.expiredLinks', { count: count(expiredLinks) }));
  return 0;
};
